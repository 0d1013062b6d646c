import { Suspense } from 'react'
import { modelOf } from '../../../../shared/chat/model-ends.ts'
import { MessageTime, useZone } from '../../../blocks/messages/message-time.tsx'
import { ModelLine } from '../../../blocks/models/model-line.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import { isPending, isSilent, type Turn } from '../conversation/conversation.ts'
import { RecalledLinks, UsedHere } from '../long/load-long.ts'
import * as texts from '../texts.tsx'
import { Deleted } from './deleted.tsx'
import { Ending } from './no-answer.tsx'
import { blocksOf, PartViews } from './part-views.tsx'
import type { TurnActions } from './turn-actions.ts'
import { Versions } from './versions.tsx'

// A first visit has no reply yet.
const ReplyActions = optionalPart(() => import('./reply-actions.tsx'))
const CompareReplies = lazyPart(() => import('./compare-replies.tsx'))

interface Props {
  turn: Turn
  agentName: string
  actions: TurnActions
  mayRetry: boolean
  /** The id of the reply beside which it is shown. */
  comparedWith?: string | undefined
}

export function ReplyView(props: Props) {
  const { turn, agentName, actions, comparedWith } = props
  const { reply } = turn
  const other = comparedWith === undefined ? undefined : actions.replyOf?.(comparedWith)
  if (!reply || !other || other.id === reply.id) return <OneReply {...props} />
  return (
    <Suspense fallback={<OneReply {...props} />}>
      <CompareReplies
        turn={{ ...turn, reply }}
        other={other}
        agentName={agentName}
        onSelect={(id) => {
          actions.compare?.(turn.question.id, reply.id)
          actions.select?.(id)
        }}
        onClose={() => actions.compare?.(turn.question.id, null)}
      />
    </Suspense>
  )
}

function OneReply(props: Props) {
  const { turn, agentName, actions } = props
  const { reply } = turn
  const zone = useZone()
  if (!reply) return null
  const arrows = actions.select && !isPending(reply) && (
    <span className="contents group-data-busy/list:hidden">
      <Versions of="this reply" branches={turn.replies} onSelect={actions.select} />
    </span>
  )
  if (reply.erased)
    return (
      <div data-message={reply.id} className="flex items-center gap-x-2 self-start">
        <Deleted />
        {arrows}
      </div>
    )
  const isBlank = reply.content.trim() === ''
  const model = modelOf(reply.parts)
  const blocks = blocksOf(reply)
  const context = reply.parts?.find((part) => part.kind === 'context')
  if (blocks.length === 0) return isPending(reply) ? <Processing /> : arrows || null
  return (
    <div
      data-message={reply.id}
      className="max-w-message min-w-0 self-start border-l-2 border-magenta pl-3.5 has-data-decides:w-full md:pl-5"
    >
      <p className="sr-only">{texts.saidNamed(agentName)}</p>
      <PartViews reply={reply} blocks={blocks} />
      {isBlank && isPending(reply) && <Processing />}
      {isSilent(reply) && arrows}
      {!isPending(reply) && !isSilent(reply) && (
        <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-3 max-md:items-baseline">
          {reply.repliedAt && <MessageTime of={reply.repliedAt} zone={zone} titled />}
          <Ending
            reply={reply}
            failure={turn.failure}
            disabled={!props.mayRetry}
            onRetry={actions.askAgain && (() => actions.askAgain?.(turn.question.id))}
            onGoOn={actions.goOn && (() => actions.goOn?.(reply.id))}
          />
          {arrows}
          {model && <ModelLine model={model} />}
          {context && actions.showUsed && (
            <Suspense fallback={null}>
              <UsedHere reply={reply} onOpen={actions.showUsed} />
            </Suspense>
          )}
          {!isBlank && (
            <Suspense fallback={<span className="min-h-8 max-md:min-h-11" />}>
              <ReplyActions turn={turn} reply={reply} actions={actions} />
            </Suspense>
          )}
        </div>
      )}
      {context && context.recalled.length > 0 && actions.storiesOf !== undefined && (
        <Suspense fallback={<div className="h-8" />}>
          <RecalledLinks messages={context.recalled} />
        </Suspense>
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
