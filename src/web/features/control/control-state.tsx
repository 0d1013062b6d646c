import { FailedPanel, LockedPanel, wholeScreen } from '../../blocks/list/instead.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlusIcon, SearchIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { controlAddress } from './control-address.ts'
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
            visitor: 'Connect a wallet to read its agents',
            connected: 'Sign in to read your agents',
          }}
        >
          Whoever owns an agent sees how it is used and how well it answers. Nobody else does.
        </LockedPanel>
      )
    case 'missing':
      return (
        <StatePanel
          className={wholeScreen}
          heading="h2"
          icon={<SearchIcon width={24} height={24} />}
          title="Agent not found"
          action={
            <>
              <ButtonLink to={controlAddress({ ...control.address, agent: null })} tone="primary">
                All agents
              </ButtonLink>
              <ButtonLink to={`/chat/${control.address.agent}`}>Talk with it</ButtonLink>
            </>
          }
        >
          It was deleted, or another wallet owns it. Only its owner reads an agent’s figures.
        </StatePanel>
      )
    case 'empty':
      return (
        <StatePanel
          className={wholeScreen}
          heading="h2"
          icon={<PlusIcon width={26} height={26} />}
          title="No agents to control yet"
          action={
            <>
              <ButtonLink to="/launch" tone="primary">
                Launch an agent
              </ButtonLink>
              <ButtonLink to="/create">Write one yourself</ButtonLink>
            </>
          }
        >
          As soon as somebody talks with an agent of yours, this room tells how it went.
        </StatePanel>
      )
    case 'failed':
      return (
        <FailedPanel
          className={wholeScreen}
          title="The figures did not arrive"
          failure={control}
          action="Retry"
        />
      )
  }
}
