import { requireSignIn } from '../../../lib/http/identity.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { LockIcon, PlusIcon, WarningIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import type { Assets } from './use-assets.ts'

const className = 'min-h-[min(460px,60dvh)]'

/** Stands where the owner's list would be: nobody is here, nothing is there, or it did not arrive. */
export function AssetsState({ assets }: { assets: Exclude<Assets, { state: 'loading' | 'full' }> }) {
  switch (assets.state) {
    case 'visitor':
      return (
        <StatePanel
          className={className}
          heading="h2"
          icon={<LockIcon width={24} height={24} />}
          title="Connect wallet to access Neural Control Matrix"
          action={
            <Button tone="primary" onClick={() => void requireSignIn()}>
              Connect wallet
            </Button>
          }
        />
      )
    case 'unproved':
      return (
        <StatePanel
          className={className}
          heading="h2"
          icon={<LockIcon width={24} height={24} />}
          title="Sign in to see your agents"
          action={
            <Button tone="primary" onClick={() => void requireSignIn()}>
              Sign in
            </Button>
          }
        >
          Your wallet is connected. One signature proves that it is yours; it costs nothing and moves nothing.
        </StatePanel>
      )
    case 'failed':
      return (
        <StatePanel
          alert
          className={className}
          icon={<WarningIcon width={24} height={24} />}
          title="Your agents did not arrive"
          action={<Button onClick={assets.retry}>Try again</Button>}
        >
          {assets.problem}
        </StatePanel>
      )
    case 'empty':
      return (
        <StatePanel
          className={className}
          heading="h2"
          icon={<PlusIcon width={26} height={26} />}
          title="No neural assets yet"
          action={
            <ButtonLink to="/launch" tone="primary">
              Launch an agent
            </ButtonLink>
          }
        >
          Whatever you make stands here, and you decide who may reach it.
        </StatePanel>
      )
  }
}
