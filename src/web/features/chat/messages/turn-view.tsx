import { memo } from 'react'
import { isUnanswered, type Turn } from '../conversation/conversation.ts'
import { NotAnswered } from './not-answered.tsx'
import { QuestionView } from './question-view.tsx'
import { RememberedFrom } from './remembered-from.tsx'
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
