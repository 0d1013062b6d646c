import type { Agent, AgentSummary } from '../../../../shared/agents.ts'
import { requireSignIn } from '../../../lib/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { UpvoteIcon } from '../../../ui/icons.tsx'
import { useUpvote } from '../api/use-upvote.ts'

/** Decision 10: one upvote a wallet, which can be taken back. A visitor is asked to sign in first. */
export function UpvoteButton(props: {
  agent: AgentSummary
  /** The whole agent, once it is here; it knows whether the viewer has upvoted. */
  detail: Agent | undefined
  viewer: string | null
}) {
  const upvote = useUpvote(props.agent.id)
  const { upvotes } = props.agent
  // A page opened under an older session may know the vote, but only a wallet that is here can have it.
  const upvoted = props.viewer !== null && props.detail?.upvoted === true
  const toggle = async () => {
    if (!props.detail) return
    if (props.viewer === null) {
      if ((await requireSignIn()) !== null && !props.detail.upvoted)
        upvote.mutate({ upvoted: true, upvotes: upvotes + 1 })
    } else upvote.mutate({ upvoted: !upvoted, upvotes: upvotes + (upvoted ? -1 : 1) })
  }
  return (
    <Button
      aria-pressed={upvoted}
      aria-disabled={!props.detail}
      onClick={() => void toggle()}
      className="aria-pressed:bg-cyan/15 aria-pressed:text-cyan"
    >
      <UpvoteIcon width={15} height={15} fill={upvoted ? 'currentColor' : 'none'} />
      <span>
        Upvote <span className="tabular-nums">{upvotes.toLocaleString('en-US')}</span>
      </span>
    </Button>
  )
}
