import { requireSignIn } from '../../lib/http/identity.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LockIcon, PencilIcon, WarningIcon } from '../../ui/icons.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import type { BriefStatus } from './draft-store/use-drafts.ts'

/** Shown in place of the drafts if there are none. */
export function NoDrafts(props: { why: Exclude<BriefStatus, 'ready'> | 'none'; retry?: () => void }) {
  switch (props.why) {
    case 'none':
      return (
        <StatePanel icon={<PencilIcon />} title="Nothing drafted yet">
          Choose an agent, say what the posts are to be about, and draft. Each draft is counted as its
          platform counts it.
        </StatePanel>
      )
    case 'loading':
      return (
        <div aria-busy="true" className="grid gap-4.5 md:grid-cols-[repeat(auto-fill,minmax(320px,1fr))]">
          <p role="status" className="sr-only">
            Loading drafts
          </p>
          {[1, 2].map((lane) => (
            <div key={lane} aria-hidden="true" className="panel hairline cut grid gap-3 p-5">
              <div className="skeleton h-3.5 w-2/5" />
              <div className="skeleton mt-2.5 h-3 w-4/5" />
              <div className="skeleton h-3 w-4/5" />
              <div className="skeleton h-3 w-2/5" />
            </div>
          ))}
        </div>
      )
    case 'locked':
      return (
        <StatePanel
          icon={<LockIcon />}
          title="These drafts are kept for a wallet"
          action={<Button onClick={() => void requireSignIn()}>Connect</Button>}
        >
          Sign in with the wallet that made them, and they are here again.
        </StatePanel>
      )
    case 'missing':
      return (
        <StatePanel
          icon={<PencilIcon />}
          title="Drafts not found"
          action={<ButtonLink to="/social">Begin a brief</ButtonLink>}
        >
          They were deleted, or another wallet has them. Drafts are private to the wallet that made them.
        </StatePanel>
      )
    case 'unreachable':
      return (
        <StatePanel
          alert
          icon={<WarningIcon />}
          title="The drafts did not arrive"
          action={<Button onClick={props.retry}>Try again</Button>}
        >
          The server did not answer. Look at your connection and try again.
        </StatePanel>
      )
  }
}
