import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { NewestButton } from '../../../blocks/messages/floating.tsx'
import { useFollowNewest } from '../../../blocks/messages/use-follow-newest.ts'
import { Button } from '../../../ui/button.tsx'
import { type ConversationView, isBrokenOff, isUnanswered, type Turn } from '../conversation/conversation.ts'
import { rememberedPlace, usePlaceMemory } from '../scroll/use-place-memory.ts'
import { useTurnWindow } from '../scroll/use-turn-window.ts'
import * as texts from '../texts.tsx'
import { GreetingView } from './greeting-view.tsx'
import { ReplyAnnouncer } from './reply-announcer.tsx'
import type { TurnActions } from './turn-actions.ts'
import { Mark, TurnView } from './turn-view.tsx'

/** The messages, oldest first; the list follows the newest one. Its React key must be the conversation's id. */
export function MessageList(props: {
  /** The id under which the scroll position is stored; without one it is not stored. */
  conversation?: string
  view: ConversationView
  agentName: string
  /** Must be the same object while nothing in it changes; otherwise every turn renders again. */
  actions: TurnActions
  editing?: string | null
  note?: ReactNode
  /** A separator after this many turns; if no turn follows, it is at the end. */
  mark?: { after: number; words: string }
  empty: ReactNode
  greeted?: ReactNode
  className?: string
}) {
  const { conversation = null, view, agentName, editing = null, mark } = props
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
  const greeting = first === 0 ? view.greeting : null
  usePlaceMemory({ conversation, scroller, following })
  const { select } = props.actions
  const actions = useMemo(() => {
    if (!select) return props.actions
    // The scroll position stays when another version is shown, however long it is.
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
        aria-label={texts.conversation}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        className="relative h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <div ref={content} className={`relative flex min-h-full flex-col gap-6 ${props.className ?? ''}`}>
          {/* Makes the newest message the initial scroll target before any script runs. */}
          <span aria-hidden="true" className="absolute bottom-0 size-0 [scroll-initial-target:nearest]" />
          {props.note}
          {greeting && (
            <div className={`flex flex-col ${turns.length > 0 ? 'mt-auto' : ''}`}>
              <GreetingView greeting={greeting} agentName={agentName} select={actions.select} />
            </div>
          )}
          {turns.length === 0 ? (
            greeting ? (
              props.greeted
            ) : (
              props.empty
            )
          ) : (
            <>
              {first > 0 && <EarlierTurns list={scroller} first={first} onMore={showEarlier} />}
              <ol
                data-busy={busy || undefined}
                data-unsent={(view.isUnsent && view.connection === 'reconnecting') || undefined}
                className={`group/list flex flex-col gap-6 ${greeting ? '' : 'mt-auto'}`}
              >
                {turns.slice(first).map((turn, number) => (
                  <TurnView
                    // biome-ignore lint/suspicious/noArrayIndexKey: its place on the path, whichever version stands there, so that an arrow that was pressed keeps the focus
                    key={first + number}
                    turn={turn}
                    agentName={agentName}
                    actions={actions}
                    mayRetry={!(busy && (isUnanswered(turn) || isBrokenOff(turn)))}
                    editing={editing === turn.question.id}
                    rememberedFrom={rememberedIn(turn, view.rememberedFrom)}
                    fresh={first + number >= opened.current}
                    settled={first + number < turns.length - 2}
                    mark={mark?.after === first + number ? mark.words : undefined}
                  />
                ))}
                {mark?.after === turns.length && (
                  <li>
                    <Mark>{mark.words}</Mark>
                  </li>
                )}
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

/** How far before the upper end becomes visible earlier turns are rendered, so that scrolling never waits. */
const AHEAD = '900px'

/** Renders earlier turns when it comes near, or when its button is pressed. */
function EarlierTurns(props: { list: RefObject<HTMLElement | null>; first: number; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(props.onMore)
  // A new observer after each step reports an end that is still visible.
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
        {texts.earlierMessages}
      </Button>
    </div>
  )
}
