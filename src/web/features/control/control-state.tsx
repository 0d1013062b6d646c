import { requireSignIn } from '../../lib/http/identity.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LockIcon, PlusIcon, SearchIcon, WarningIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { controlAddress } from './control-address.ts'
import type { Control } from './use-control.ts'

const className = 'min-h-[min(460px,60dvh)]'

/** Stands where the figures would be: nobody is here, nothing is there, or they did not arrive. */
export function ControlState({ control }: { control: Exclude<Control, { state: 'loading' | 'full' }> }) {
  switch (control.state) {
    case 'visitor':
      return (
        <StatePanel
          className={className}
          heading="h2"
          icon={<LockIcon width={24} height={24} />}
          title="Connect a wallet to read its agents"
          action={
            <Button tone="primary" onClick={() => void requireSignIn()}>
              Connect wallet
            </Button>
          }
        >
          Whoever owns an agent sees how it is used and how well it answers. Nobody else does.
        </StatePanel>
      )
    case 'connected':
      return (
        <StatePanel
          className={className}
          heading="h2"
          icon={<LockIcon width={24} height={24} />}
          title="Sign in to read your agents"
          action={
            <Button tone="primary" onClick={() => void requireSignIn()}>
              Sign in
            </Button>
          }
        >
          Your wallet is connected. One signature proves that it is yours; it costs nothing and moves nothing.
        </StatePanel>
      )
    case 'missing':
      return (
        <StatePanel
          className={className}
          heading="h2"
          icon={<SearchIcon width={24} height={24} />}
          title="Agent not found"
          action={
            <ButtonLink to={controlAddress({ ...control.address, agent: null })} tone="primary">
              All agents
            </ButtonLink>
          }
        >
          It was deleted, or another wallet owns it. Only its owner reads an agent’s figures.
        </StatePanel>
      )
    case 'empty':
      return (
        <StatePanel
          className={className}
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
        <StatePanel
          alert
          className={className}
          icon={<WarningIcon width={24} height={24} />}
          title="The figures did not arrive"
          action={<Button onClick={control.retry}>Retry</Button>}
        >
          {control.problem}
        </StatePanel>
      )
  }
}
