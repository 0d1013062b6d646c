import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { NewestButton } from '../../../blocks/messages/floating.tsx'
import { useFollowNewest } from '../../../blocks/messages/use-follow-newest.ts'
import { Button } from '../../../ui/button.tsx'
import { type ConversationView, isUnanswered, type Turn } from '../conversation/conversation.ts'
import { rememberedPlace, usePlaceMemory } from '../scroll/use-place-memory.ts'
import { useTurnWindow } from '../scroll/use-turn-window.ts'
import { ReplyAnnouncer } from './reply-announcer.tsx'
import type { TurnActions } from './turn-actions.ts'
import { TurnView } from './turn-view.tsx'

/** What was said, oldest first, following the newest. Give it the conversation's id as its key. */
export function MessageList(props: {
  /** Under which id the reader's place is remembered; without one it is not. */
  conversation?: string
  view: ConversationView
  agentName: string
  /** The same object while nothing in it changes, or every turn renders again. */
  actions: TurnActions
  /** The question that is being edited. */
  editing?: string | null
  /** Stands above the messages. */
  note?: ReactNode
  /** Shown while nothing was said. */
  empty: ReactNode
  className?: string
}) {
  const { conversation = null, view, agentName, editing = null } = props
  const { turns } = view
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { following, toNewest, stay, show } = useFollowNewest(scroller, content)
  const { first, showEarlier } = useTurnWindow({
    turns,
    list: scroller,
    show,
    comeBackTo: () => (conversation === null ? undefined : rememberedPlace(conversation)),
  })
  usePlaceMemory({ conversation, scroller, following })
  const { select } = props.actions
  const actions = useMemo(() => {
    if (!select) return props.actions
    // However long the other version is, the reader stays where they turned to it.
    const turnTo = (messageId: string) => {
      stay()
      select(messageId)
    }
    return { ...props.actions, select: turnTo }
  }, [props.actions, select, stay])
  const pending = view.pending?.id
  const known = useRef(pending)
  useEffect(() => {
    if (pending !== undefined && pending !== known.current) toNewest()
    known.current = pending
  }, [pending, toNewest])
  const opened = useRef(turns.length)
  const shown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button that is pressed here goes with what it changes
  useEffect(() => {
    const lost = document.activeElement === document.body
    const newest = scroller.current?.querySelector<HTMLElement>('[data-turn]:last-child')
    if (shown.current && lost) (newest ?? scroller.current)?.focus({ preventScroll: true })
    shown.current = true
  }, [turns.length, pending, first, editing])
  const busy = pending !== undefined
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        className="relative h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div ref={content} className={`relative flex min-h-full flex-col gap-6 ${props.className ?? ''}`}>
          {/* Before any script runs, the newest message is what is seen. */}
          <span aria-hidden="true" className="absolute bottom-0 size-0 [scroll-initial-target:nearest]" />
          {props.note}
          {turns.length === 0 ? (
            props.empty
          ) : (
            <>
              {first > 0 && <EarlierTurns list={scroller} first={first} onMore={showEarlier} />}
              <ol data-busy={busy || undefined} className="group/list mt-auto flex flex-col gap-6">
                {turns.slice(first).map((turn, number) => (
                  <TurnView
                    // biome-ignore lint/suspicious/noArrayIndexKey: its place on the path, whichever version stands there, so that an arrow that was pressed keeps the focus
                    key={first + number}
                    turn={turn}
                    agentName={agentName}
                    actions={actions}
                    mayRetry={!(busy && isUnanswered(turn))}
                    editing={editing === turn.question.id}
                    rememberedFrom={rememberedIn(turn, view.rememberedFrom)}
                    fresh={first + number >= opened.current}
                    settled={first + number < turns.length - 2}
                  />
                ))}
              </ol>
            </>
          )}
        </div>
      </div>
      {!following && turns.length > 0 && <NewestButton onPress={toNewest} />}
      <ReplyAnnouncer view={view} agentName={agentName} />
    </div>
  )
}

function rememberedIn({ question, reply }: Turn, id: string | null): 'question' | 'reply' | null {
  if (id === null) return null
  return id === question.id ? 'question' : id === reply?.id ? 'reply' : null
}

/** How far above the sight the next step upwards is made, so that scrolling never waits. */
const AHEAD = '900px'

/** The upper end of a conversation that is not shown whole: shows more when it comes near, and by a button for the keyboard. */
function EarlierTurns(props: { list: RefObject<HTMLElement | null>; first: number; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(props.onMore)
  // Observing anew after each step reports an end that is still in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `first` is what starts it anew
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more(),
      { root: props.list.current, rootMargin: `${AHEAD} 0px 0px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [props.first, props.list])
  return (
    <div ref={end} className="flex justify-center">
      <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={props.onMore}>
        Earlier messages
      </Button>
    </div>
  )
}
