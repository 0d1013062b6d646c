import { memo } from 'react'
import { useCountdown } from '../../../lib/hooks/use-countdown.ts'
import { useOnline } from '../../../lib/hooks/use-online.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { isUnanswered, type ReplyFailure, type Turn } from '../conversation/conversation.ts'
import { failureText } from '../conversation/reply-failure.ts'
import { QuestionView } from './question-view.tsx'
import { ReplyView } from './reply-view.tsx'
import type { TurnActions } from './turn-actions.ts'

/** A question and its reply. A finished turn does not render again. */
export const TurnView = memo(function TurnView(props: {
  turn: Turn
  agentName: string
  actions: TurnActions
  mayRetry: boolean
  editing: boolean
  /** Which of its messages is the first one in the agent's memory. */
  rememberedFrom: 'question' | 'reply' | null
  /** Whether the turn was added while the list was open. */
  fresh: boolean
  /** Whether the browser may skip rendering the turn while it is off screen. */
  settled: boolean
  /** A separator above the turn. */
  mark?: string | undefined
}) {
  const { turn, agentName, actions } = props
  return (
    <li
      data-turn={turn.question.id}
      data-group=""
      // Takes the focus when a pressed control in it is unmounted.
      tabIndex={-1}
      className={`group/turn -mx-3 flex flex-col gap-6 px-3 focus-visible:outline-none ${props.settled ? '[contain-intrinsic-block-size:auto_260px] [content-visibility:auto]' : ''}`}
    >
      {props.mark !== undefined && <Mark>{props.mark}</Mark>}
      {props.rememberedFrom === 'question' && <Mark>{rememberedFrom}</Mark>}
      <div className={`flex flex-col items-end gap-2 ${props.fresh ? 'animate-rise' : ''}`}>
        <QuestionView turn={turn} actions={actions} editing={props.editing} />
        {isUnanswered(turn) && !props.editing && (
          <NotAnswered
            failure={turn.failure}
            disabled={!props.mayRetry}
            onRetry={actions.askAgain && (() => actions.askAgain?.(turn.question.id))}
          />
        )}
      </div>
      {props.rememberedFrom === 'reply' && <Mark>{rememberedFrom}</Mark>}
      <ReplyView turn={turn} agentName={agentName} actions={actions} />
    </li>
  )
})

/** Shown if a question has no answer, so that a person can tell silence from failure (decision 17). */
function NotAnswered(props: {
  failure: ReplyFailure | null
  disabled: boolean
  /** Asks again; undefined if the agent can't be asked. */
  onRetry: (() => void) | undefined
}) {
  const { failure, onRetry } = props
  const online = useOnline()
  const now = useCountdown(failure?.kind === 'limited' ? failure.retryAt : null)
  const more = failureText(failure ?? { kind: 'silent' }, now, online)
  const retry = async () => {
    if (failure?.kind !== 'signed-out' || (await requireSignIn())) onRetry?.()
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

/** The text above the first message in the agent's memory; earlier messages no longer fit. */
const rememberedFrom = 'The agent remembers from here on'

/** A separator line with a text between messages. */
export function Mark({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-4 text-[13px] text-muted before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
      <span className="text-center text-balance">{children}</span>
    </p>
  )
}
