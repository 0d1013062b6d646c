import { FailedPanel, LockedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { controlAddress } from '../control-address.ts'
import * as texts from '../texts.tsx'
import type { Control } from './use-control.ts'

/** Shown in place of the analytics: for a visitor, if there is no data, or if the request failed. */
export function ControlState({ control }: { control: Exclude<Control, { state: 'loading' | 'full' }> }) {
  switch (control.state) {
    case 'visitor':
    case 'connected':
      return (
        <LockedPanel
          className={wholeScreen}
          connected={control.state === 'connected'}
          titles={{
            visitor: texts.lockedForVisitors,
            connected: texts.lockedUntilSignIn,
          }}
        >
          {texts.lockedAbout}
        </LockedPanel>
      )
    case 'missing':
      return (
        <StatePanel
          className={wholeScreen}
          heading="h2"
          icon={<SearchIcon width={24} height={24} />}
          title={texts.notFound}
          action={
            <ButtonLink to={controlAddress({ ...control.address, agent: null })} tone="primary">
              {texts.allAgents}
            </ButtonLink>
          }
        >
          {texts.notFoundAbout}
        </StatePanel>
      )
    case 'empty':
      return (
        <StatePanel
          className={wholeScreen}
          heading="h2"
          icon={<PlusIcon width={26} height={26} />}
          title={texts.noAgents}
          action={
            <>
              <ButtonLink to="/launch" tone="primary">
                {texts.launchAgent}
              </ButtonLink>
              <ButtonLink to="/create">{texts.createAgent}</ButtonLink>
            </>
          }
        >
          {texts.noAgentsAbout}
        </StatePanel>
      )
    case 'failed':
      return (
        <FailedPanel className={wholeScreen} title={texts.notLoaded} failure={control} action={texts.retry} />
      )
  }
}
