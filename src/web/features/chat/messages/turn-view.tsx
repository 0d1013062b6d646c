import { memo, Suspense } from 'react'
import type { Story } from '../../../../shared/chat/stories.ts'
import { DayHeading } from '../../../blocks/messages/message-days.tsx'
import { isUnanswered, type Turn } from '../conversation/conversation.ts'
import { StoryView } from '../long/load-long.ts'
import * as texts from '../texts.tsx'
import { NotAnswered } from './no-answer.tsx'
import { QuestionView } from './question-view.tsx'
import { ReplyView } from './reply-view.tsx'
import type { TurnActions } from './turn-actions.ts'

/** A finished turn does not render again. */
export const TurnView = memo(function TurnView(props: {
  turn: Turn
  agentName: string
  actions: TurnActions
  mayRetry: boolean
  editing: boolean
  /** The reply that is shown beside this turn's. */
  comparedWith?: string | undefined
  /** Which of its messages is the first one in the agent's memory. */
  rememberedFrom: 'question' | 'reply' | null
  /** The story so far, if it ends with this turn. */
  story?: Story | null
  /** Whether the turn was added while the list was open. */
  fresh: boolean
  /** Whether the browser may skip rendering the turn while it is off screen. */
  settled: boolean
  /** The day that begins with it, and the one that begins with the turn after it. */
  day?: string | undefined
  nextDay?: string | undefined
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
      {props.day && <DayHeading day={props.day} />}
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
      <ReplyView
        turn={turn}
        agentName={agentName}
        actions={actions}
        mayRetry={props.mayRetry}
        comparedWith={props.comparedWith}
      />
      {props.story && actions.storiesOf !== undefined && (
        <Suspense fallback={<div className="skeleton h-13" />}>
          <StoryView story={props.story} agentName={agentName} conversationId={actions.storiesOf} />
        </Suspense>
      )}
      {props.nextDay && <DayHeading day={props.nextDay} />}
    </li>
  )
})

/** The text above the first message in the agent's memory; earlier messages no longer fit. */
const rememberedFrom = texts.agentRemembersFromHere

export function Mark({ children }: { children: string }) {
  return (
    <p className="flex items-center gap-4 text-13 text-muted before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
      <span className="text-center text-balance">{children}</span>
    </p>
  )
}
