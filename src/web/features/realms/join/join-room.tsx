import { Button } from '../../../ui/button.tsx'
import { SearchIcon, WarningIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import * as realmTexts from '../texts.ts'
import { RealmFinder } from './realm-finder.tsx'
import { RealmPreview } from './realm-preview.tsx'
import * as texts from './texts.ts'
import { useFocusWhenChosen } from './use-focus-when-chosen.ts'
import type { Invited } from './use-invited.ts'

/** The room /join (decision 23): find a realm, preview it, and enter it. An invitation shows its realm at once. */
export function JoinRoom({ invited }: { invited: Invited }) {
  const isAlone = invited.state === 'none'
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.join}</h1>
      <p className="mt-2 text-soft">{texts.joinAbout}</p>
      <div
        className={`mt-6 ${isAlone ? '' : 'grid items-start gap-9 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-10'}`}
      >
        {!isAlone && <Shown invited={invited} />}
        <RealmFinder
          shownId={isAlone || invited.state === 'missing' ? undefined : invited.id}
          isAside={!isAlone}
        />
      </div>
    </div>
  )
}

function Shown({ invited }: { invited: Exclude<Invited, { state: 'none' }> }) {
  switch (invited.state) {
    case 'loading':
      return <RealmPreview id={invited.id} realm={undefined} />
    case 'found':
      return <RealmPreview id={invited.id} realm={invited.realm} />
    case 'missing':
      return <MissingRealm />
    case 'failed':
      return (
        <StatePanel
          alert
          icon={<WarningIcon />}
          heading="h2"
          title={texts.realmNoAnswer}
          action={
            <Button tone="primary" onClick={invited.retry}>
              {realmTexts.tryAgain}
            </Button>
          }
        >
          {invited.problem}
        </StatePanel>
      )
  }
}

/** Shown if an id matches no realm, together with the finder (section 2). */
function MissingRealm() {
  const { panel, target } = useFocusWhenChosen<HTMLDivElement>()
  return (
    <section ref={panel} aria-label={realmTexts.realmNotFound} className="scroll-mt-4.5">
      <div ref={target} tabIndex={-1} className="outline-none">
        <StatePanel icon={<SearchIcon />} heading="h2" title={realmTexts.realmNotFound}>
          {texts.notFoundJoin}
        </StatePanel>
      </div>
    </section>
  )
}
