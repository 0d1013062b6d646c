import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { MessageTime, useZone } from '../../../blocks/messages/message-time.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { AskAgainIcon, DocumentIcon, ForkIcon } from '../../../ui/icons.tsx'
import { isPending, type Turn } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'
import { BranchArrows } from './branch-arrows.tsx'
import { Ending } from './no-answer.tsx'
import { blocksOf, PartViews } from './part-views.tsx'
import { quiet, type TurnActions } from './turn-actions.ts'

export function ReplyView(props: { turn: Turn; agentName: string; actions: TurnActions; mayRetry: boolean }) {
  const { turn, agentName, actions } = props
  const { reply } = turn
  const zone = useZone()
  if (!reply) return null
  const arrows = actions.select && !isPending(reply) && (
    <span className="contents group-data-busy/list:hidden">
      <BranchArrows of="this reply" branches={turn.replies} onSelect={actions.select} />
    </span>
  )
  const isBlank = reply.content.trim() === ''
  const blocks = blocksOf(reply)
  if (blocks.length === 0) return isPending(reply) ? <Processing /> : arrows || null
  return (
    <div
      data-message={reply.id}
      className="max-w-message min-w-0 self-start border-l-2 border-magenta pl-3.5 md:pl-5"
    >
      <p className="sr-only">{texts.saidNamed(agentName)}</p>
      <PartViews reply={reply} blocks={blocks} />
      {isBlank && (isPending(reply) ? <Processing /> : arrows)}
      {!isPending(reply) && !isBlank && (
        <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-3">
          {reply.repliedAt && <MessageTime of={reply.repliedAt} zone={zone} titled />}
          <Ending
            reply={reply}
            failure={turn.failure}
            disabled={!props.mayRetry}
            onRetry={actions.askAgain && (() => actions.askAgain?.(turn.question.id))}
          />
          {arrows}
          <span className={`flex items-center ${quiet}`}>
            <CopyButton text={reply.content} label={texts.copyReply} />
            <span className="contents group-data-busy/list:hidden">
              {actions.askAgain && actions.select && (
                <IconButton label={texts.askAgain} onClick={() => actions.askAgain?.(turn.question.id)}>
                  <AskAgainIcon width={15} height={15} />
                </IconButton>
              )}
              {actions.showLore && (
                <IconButton label={texts.lorebookEntriesUsed} onClick={() => actions.showLore?.(reply.id)}>
                  <DocumentIcon width={15} height={15} />
                </IconButton>
              )}
              {actions.fork && (
                <IconButton label={texts.forkFromHere} onClick={() => actions.fork?.(reply.id)}>
                  <ForkIcon width={15} height={15} />
                </IconButton>
              )}
            </span>
          </span>
        </div>
      )}
    </div>
  )
}

/** Hidden while the question waits for the connection, which the composer says. */
function Processing() {
  return (
    <p
      role="status"
      className="label flex animate-fade items-center gap-3 text-magenta group-data-unsent/list:hidden"
    >
      <span
        aria-hidden="true"
        className="h-0.5 w-9 origin-right animate-pulse-soft [background-image:linear-gradient(to_right,transparent,var(--color-magenta))]"
      />
      {texts.processingNeuralResponse}
    </p>
  )
}
