import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { ArrowDownIcon } from '../../ui/icons.tsx'
import { type Conversation, pendingTurn } from './conversation.ts'
import { ReplyAnnouncer } from './reply-announcer.tsx'
import { TurnView } from './turn-view.tsx'
import { useFollowNewest } from './use-follow-newest.ts'

/** What was said, oldest first, following the newest. */
export function MessageList(props: {
  conversation: Conversation
  agentName: string
  onRetry: (questionId: string) => void
  /** Stands above the messages. */
  note?: ReactNode
  /** Shown while nothing was said. */
  empty: ReactNode
  className?: string
}) {
  const { conversation } = props
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { following, toNewest } = useFollowNewest(scroller, content)
  const said = conversation.length
  useEffect(() => {
    if (said > 0) toNewest()
  }, [said, toNewest])
  const pending = pendingTurn(conversation)?.question.id
  const shown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button that is pressed here goes with what it changes
  useEffect(() => {
    const lost = document.activeElement === document.body
    if (shown.current && lost) scroller.current?.focus({ preventScroll: true })
    shown.current = true
  }, [said, pending])
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        className="relative h-full overflow-x-hidden overflow-y-auto overscroll-contain focus-visible:outline-offset-[-2px]"
      >
        <div ref={content} className={`flex min-h-full flex-col gap-6 ${props.className ?? ''}`}>
          {props.note}
          {said === 0 ? (
            props.empty
          ) : (
            <ol className="mt-auto flex flex-col gap-6">
              {conversation.map((turn) => (
                <TurnView
                  key={turn.question.id}
                  turn={turn}
                  agentName={props.agentName}
                  mayRetry={pending === undefined}
                  onRetry={props.onRetry}
                />
              ))}
            </ol>
          )}
        </div>
      </div>
      {!following && said > 0 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            size="small"
            className="pointer-events-auto animate-fade bg-raised max-md:min-h-11"
            onClick={toNewest}
          >
            <ArrowDownIcon width={16} height={16} />
            Newest
          </Button>
        </div>
      )}
      <ReplyAnnouncer conversation={conversation} agentName={props.agentName} />
    </div>
  )
}
