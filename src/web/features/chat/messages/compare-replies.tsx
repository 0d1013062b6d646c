import type { Reply } from '../../../../shared/chat/messages.ts'
import { modelPartOf } from '../../../../shared/chat/model-part.ts'
import { MessageTime, useZone } from '../../../blocks/messages/message-time.tsx'
import { shortName } from '../../../blocks/models/model-part-words.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { isPending, type Turn } from '../conversation/conversation.ts'
import * as texts from '../texts.tsx'
import { Deleted } from './deleted.tsx'
import { Ending } from './no-answer.tsx'
import { blocksOf, PartViews } from './part-views.tsx'

/** Two replies to one question beside each other, the older one first; the conversation goes on from one of them. */
export default function CompareReplies(props: {
  turn: Turn & { reply: Reply }
  other: Reply
  agentName: string
  onSelect: (messageId: string) => void
  onClose: () => void
}) {
  const { turn, other, agentName } = props
  const { ids } = turn.replies
  const pair = [turn.reply, other].toSorted((one, two) => ids.indexOf(one.id) - ids.indexOf(two.id))
  return (
    <section aria-label={texts.twoReplies} className="grid gap-3">
      <div className="grid grid-cols-2 items-stretch gap-5">
        {pair.map((reply) => (
          <Side
            key={reply.id}
            reply={reply}
            place={ids.indexOf(reply.id) + 1}
            of={ids.length}
            agentName={agentName}
            onSelect={reply === turn.reply ? null : () => props.onSelect(reply.id)}
          />
        ))}
      </div>
      <Button size="small" tone="quiet" className="justify-self-end" onClick={props.onClose}>
        {texts.closeComparison}
      </Button>
    </section>
  )
}

function Side(props: {
  reply: Reply
  place: number
  of: number
  agentName: string
  /** Null for the one that the conversation goes on from. */
  onSelect: (() => void) | null
}) {
  const { reply, onSelect } = props
  const zone = useZone()
  const model = modelPartOf(reply)
  return (
    <article
      data-message={reply.id}
      aria-label={texts.replyOf(props.place, props.of)}
      className={`flex min-w-0 flex-col border-l-2 pl-4 ${onSelect ? 'border-line-strong' : 'border-magenta'}`}
    >
      <header className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-3 border-b border-line pb-2 text-13">
        <p className="min-w-0 font-semibold wrap-anywhere">
          {model ? shortName(model) : texts.replyOf(props.place, props.of)}
        </p>
        {model && <p className="text-soft">{texts.pays[model.payer]}</p>}
      </header>
      <p className="sr-only">{texts.saidNamed(props.agentName)}</p>
      <div className="min-w-0 flex-1">
        {reply.erased ? <Deleted /> : <PartViews reply={reply} blocks={blocksOf(reply)} />}
        {isPending(reply) && blocksOf(reply).length === 0 && (
          <p role="status" className="label text-magenta">
            {texts.processingNeuralResponse}
          </p>
        )}
      </div>
      {!isPending(reply) && (
        <footer className="mt-2 flex min-h-9 flex-wrap items-center gap-x-3">
          {!reply.erased && (
            <>
              {reply.repliedAt && <MessageTime of={reply.repliedAt} zone={zone} titled />}
              {/* Half an answer beside a whole one would seem to be all that it said. */}
              <Ending reply={reply} failure={null} disabled onRetry={undefined} onGoOn={undefined} />
              {reply.content.trim() !== '' && <CopyButton text={reply.content} label={texts.copyReply} />}
            </>
          )}
          {onSelect ? (
            <Button size="small" className="ml-auto" onClick={onSelect}>
              {texts.goOnFromThis}
            </Button>
          ) : (
            <span className="ml-auto text-13 text-soft">{texts.goesOnFromThis}</span>
          )}
        </footer>
      )}
    </article>
  )
}
