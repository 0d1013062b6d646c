import { memo } from 'react'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { isUnanswered, type Trouble, type Turn } from '../conversation/conversation.ts'
import { troubleText } from '../conversation/trouble.ts'
import { QuestionView } from './question-view.tsx'
import { ReplyView } from './reply-view.tsx'
import type { TurnActions } from './turn-actions.ts'

/** A question, and what the agent said to it. A finished turn never renders again. */
export const TurnView = memo(function TurnView(props: {
  turn: Turn
  agentName: string
  actions: TurnActions
  mayRetry: boolean
  editing: boolean
  /** Which of its messages is the first that the agent remembers. */
  rememberedFrom: 'question' | 'reply' | null
  /** Whether it came in while the list was open. */
  fresh: boolean
  /** Whether the browser may leave it out of its work while it is out of sight. */
  settled: boolean
}) {
  const { turn, agentName, actions } = props
  return (
    <li
      data-turn={turn.question.id}
      data-group=""
      // Takes the focus of what was pressed in it and is gone.
      tabIndex={-1}
      className={`group/turn -mx-3 flex flex-col gap-6 px-3 focus-visible:outline-none ${props.settled ? '[contain-intrinsic-block-size:auto_260px] [content-visibility:auto]' : ''}`}
    >
      {props.rememberedFrom === 'question' && <RememberedFrom />}
      <div className={`flex flex-col items-end gap-2 ${props.fresh ? 'animate-rise' : ''}`}>
        <QuestionView turn={turn} actions={actions} editing={props.editing} />
        {isUnanswered(turn) && !props.editing && (
          <NotAnswered
            trouble={turn.trouble}
            disabled={!props.mayRetry}
            onRetry={actions.askAgain && (() => actions.askAgain?.(turn.question.id))}
          />
        )}
      </div>
      {props.rememberedFrom === 'reply' && <RememberedFrom />}
      <ReplyView turn={turn} agentName={agentName} actions={actions} />
    </li>
  )
})

/** Decision 17: a person must be able to tell silence from failure. */
function NotAnswered(props: {
  trouble: Trouble | null
  disabled: boolean
  /** Without it nobody is there to be asked. */
  onRetry: (() => void) | undefined
}) {
  const { trouble, onRetry } = props
  const online = useOnline()
  const now = useCountdown(trouble?.kind === 'limited' ? trouble.retryAt : null)
  const more = trouble ? troubleText(trouble, now, online) : ''
  const retry = async () => {
    if (trouble?.kind !== 'signed-out' || (await requireSignIn())) onRetry?.()
  }
  return (
    <div className="text-right text-[13px] text-soft">
      <p>
        {onRetry ? 'Not answered · ' : 'Not answered'}
        {onRetry && (
          <button
            type="button"
            onClick={() => void retry()}
            disabled={props.disabled}
            className="-my-2 py-2 text-cyan underline underline-offset-3 hover:text-text disabled:text-muted disabled:no-underline max-md:-my-3 max-md:py-3"
          >
            Retry
          </button>
        )}
      </p>
      {more && <p className="mt-1 text-muted">{more}</p>}
    </div>
  )
}

/** Stands above the first message that the agent still has in mind: what was said before no longer fits its memory. */
function RememberedFrom() {
  return (
    <p className="flex items-center gap-4 text-[13px] text-muted before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
      The agent remembers from here on
    </p>
  )
}
