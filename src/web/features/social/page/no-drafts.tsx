import { Waiting } from '../../../blocks/list/waiting.tsx'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { LockIcon, PencilIcon, WarningIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import type { BriefStatus } from '../draft-store/use-drafts.ts'
import * as texts from '../texts.ts'

export function NoDrafts(props: { why: Exclude<BriefStatus, 'ready'> | 'none'; retry?: () => void }) {
  switch (props.why) {
    case 'none':
      return (
        <StatePanel icon={<PencilIcon />} title={texts.noDrafts}>
          {texts.noDraftsAbout}
        </StatePanel>
      )
    case 'loading':
      return (
        <Waiting words={texts.loading} look="grid gap-4.5 md:grid-cols-[repeat(auto-fill,minmax(320px,1fr))]">
          {[1, 2].map((lane) => (
            <div key={lane} aria-hidden="true" className="panel hairline cut grid gap-3 p-5">
              <div className="skeleton h-3.5 w-2/5" />
              <div className="skeleton mt-2.5 h-3 w-4/5" />
              <div className="skeleton h-3 w-4/5" />
              <div className="skeleton h-3 w-2/5" />
            </div>
          ))}
        </Waiting>
      )
    case 'locked':
      return (
        <StatePanel
          icon={<LockIcon />}
          title={texts.locked}
          action={<Button onClick={() => void requireSignIn()}>{texts.connect}</Button>}
        >
          {texts.lockedAbout}
        </StatePanel>
      )
    case 'missing':
      return (
        <StatePanel
          icon={<PencilIcon />}
          title={texts.notFound}
          action={<ButtonLink to="/social">{texts.startBrief}</ButtonLink>}
        >
          {texts.notFoundAbout}
        </StatePanel>
      )
    case 'unreachable':
      return (
        <StatePanel
          alert
          icon={<WarningIcon />}
          title={texts.notLoaded}
          action={<Button onClick={props.retry}>{texts.tryAgain}</Button>}
        >
          {texts.notLoadedAbout}
        </StatePanel>
      )
  }
}
