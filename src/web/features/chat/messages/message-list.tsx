import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Story } from '../../../../shared/chat/stories.ts'
import { NewestButton } from '../../../blocks/messages/floating.tsx'
import { useZone } from '../../../blocks/messages/message-time.tsx'
import { useFollowNewest } from '../../../blocks/messages/use-follow-newest.ts'
import { afterRendering } from '../../../lib/after-rendering.ts'
import { useLatest } from '../../../lib/hooks/use-latest.ts'
import { PeopleSaid } from '../../../ui/markdown/named-texts.tsx'
import { type ConversationView, isBrokenOff, isUnanswered, type Turn } from '../conversation/conversation.ts'
import { EarlierTurns, LaterTurns } from '../long/load-long.ts'
import { rememberedPlace, usePlaceMemory } from '../scroll/use-place-memory.ts'
import { type TurnWindow, useTurnWindow } from '../scroll/use-turn-window.ts'
import * as texts from '../texts.tsx'
import { GreetingView } from './greeting-view.tsx'
import { ReplyAnnouncer } from './reply-announcer.tsx'
import type { TurnActions } from './turn-actions.ts'
import { daysAround } from './turn-days.ts'
import { Mark, TurnView } from './turn-view.tsx'

interface ShownList extends TurnWindow {
  list: RefObject<HTMLElement | null>
  following: boolean
}

interface ListProps {
  /** The id under which the scroll position is stored; without one it is not stored. */
  conversation?: string
  view: ConversationView
  agentName: string
  /** Must be the same object while nothing in it changes; otherwise every turn renders again. */
  actions: TurnActions
  editing?: string | null
  /** The question whose reply is shown beside another one. */
  comparing?: { questionId: string; otherId: string } | null
  note?: ReactNode
  /** A separator after this many turns; if no turn follows, it is at the end. */
  mark?: { after: number; words: string }
  empty: ReactNode
  greeted?: ReactNode
  /** Stands above the turns: loads those of the path that are not loaded, and lets links go to a message. */
  long?: (list: ShownList) => ReactNode
  className?: string
}

/** The messages, oldest first; the list follows the newest one. Its React key must be the conversation's id. */
export function MessageList(props: ListProps) {
  const { conversation = null, view, agentName, editing = null } = props
  const { turns } = view
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { following, toNewest, stay, show } = useFollowNewest(scroller, content)
  const shownTurns = useTurnWindow({
    turns,
    before: view.turnsBefore,
    list: scroller,
    show,
    comeBackTo: () => (conversation === null ? undefined : rememberedPlace(conversation)),
  })
  const { first, last } = shownTurns
  const isCut = last < turns.length
  const toEnd = useToEnd({ isCut, following, showNewest: shownTurns.showNewest, toNewest })
  usePlaceMemory({ conversation, scroller, following })
  const actions = useStaying(props.actions, stay)
  const pending = view.pending?.id
  useNewQuestion(pending, toEnd)
  useKeptFocus(scroller, `${turns.length} ${pending} ${first} ${editing}`)
  const opened = useRef(view.turnsBefore + turns.length)
  const greeting = first === 0 ? view.greeting : null
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
          {first === 0 && view.earlier === 0 && (
            <p className="pt-3 text-center text-13 text-muted">{texts.anAiAnswers}</p>
          )}
          {greeting && (
            <div className={`flex flex-col ${turns.length > 0 ? 'mt-auto' : ''}`}>
              <GreetingView greeting={greeting} agentName={agentName} select={actions.select} />
            </div>
          )}
          {turns.length > 0 ? (
            <Turns
              {...props}
              actions={actions}
              shown={{ ...shownTurns, list: scroller, following }}
              opened={opened.current}
            />
          ) : greeting ? (
            props.greeted
          ) : (
            props.empty
          )}
        </div>
      </div>
      {!following && turns.length > 0 && <NewestButton onPress={toEnd} />}
      <ReplyAnnouncer view={view} agentName={agentName} />
    </div>
  )
}

/** Those turns that are rendered, and what renders more of them on either side. */
function Turns(
  props: ListProps & {
    shown: ShownList
    /** How many turns there were when the conversation was opened: later ones are new. */
    opened: number
  },
) {
  const { view, agentName, editing = null, comparing = null, mark, shown } = props
  const { turns } = view
  const { first, last, list } = shown
  const busy = view.pending !== null
  const zone = useZone()
  return (
    <>
      {props.long?.(shown)}
      {first > 0 && view.earlier === 0 && (
        <Suspense fallback={<div className="min-h-9 max-md:min-h-11" />}>
          <EarlierTurns list={list} step={first} onMore={shown.showEarlier} />
        </Suspense>
      )}
      <PeopleSaid texts={turns.map(({ question }) => question.content)}>
        <ol
          data-busy={busy || undefined}
          data-unsent={(view.isUnsent && view.connection === 'reconnecting') || undefined}
          className={`group/list flex flex-col gap-6 ${first === 0 && view.greeting ? '' : 'mt-auto'}`}
        >
          {turns.slice(first, last).map((turn, number) => (
            <TurnView
              // biome-ignore lint/suspicious/noArrayIndexKey: its place on the path, whichever version stands there, so that an arrow that was pressed keeps the focus
              key={view.turnsBefore + first + number}
              turn={turn}
              agentName={agentName}
              actions={props.actions}
              mayRetry={!(busy && (isUnanswered(turn) || isBrokenOff(turn)))}
              editing={editing === turn.question.id}
              comparedWith={comparing?.questionId === turn.question.id ? comparing.otherId : undefined}
              rememberedFrom={rememberedIn(turn, view.rememberedFrom)}
              story={storyAfter(turn, view.story)}
              fresh={view.turnsBefore + first + number >= props.opened}
              settled={first + number < turns.length - 2}
              {...daysAround(view, first + number, zone)}
              mark={mark?.after === first + number ? mark.words : undefined}
            />
          ))}
          {mark?.after === turns.length && (
            <li>
              <Mark>{mark.words}</Mark>
            </li>
          )}
        </ol>
      </PeopleSaid>
      {last < turns.length && (
        <Suspense fallback={<div className="h-[150vh] flex-none" />}>
          <LaterTurns list={list} step={last} onMore={shown.showLater} />
        </Suspense>
      )}
    </>
  )
}

/** The scroll position stays when another version is shown, however long it is. */
function useStaying(actions: TurnActions, stay: () => void): TurnActions {
  const { select } = actions
  return useMemo(() => {
    if (!select) return actions
    const turnTo = (messageId: string) => select(messageId, stay)
    return { ...actions, select: turnTo }
  }, [actions, select, stay])
}

/** Goes to the end when a question is asked, and not again when a reply that had waited goes on. */
function useNewQuestion(pending: string | undefined, toEnd: () => void): void {
  const known = useRef(pending)
  useEffect(() => {
    if (pending === undefined || pending === known.current) return
    known.current = pending
    toEnd()
  }, [pending, toEnd])
}

/**
 * Focuses the newest turn when a button that was pressed goes with what it changed.
 * @param changing what takes buttons away, as a text that changes with it
 */
function useKeptFocus(scroller: RefObject<HTMLElement | null>, changing: string): void {
  const shown = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when that changes, and reads nothing of it
  useEffect(() => {
    const lost = document.activeElement === document.body
    const newest = scroller.current?.querySelector<HTMLElement>('[data-turn]:last-child')
    if (shown.current && lost) (newest ?? scroller.current)?.focus({ preventScroll: true })
    shown.current = true
  }, [scroller, changing])
}

/** Goes to the newest turn, which is rendered first if it is not. */
function useToEnd(list: {
  isCut: boolean
  following: boolean
  showNewest: () => void
  toNewest: () => void
}): () => void {
  const latest = useLatest(list)
  const toEnd = useCallback(() => {
    const { isCut, showNewest, toNewest } = latest.current
    if (!isCut) return toNewest()
    showNewest()
    void afterRendering(toNewest)
  }, [latest])
  const { following } = list
  useEffect(() => {
    // The end of what is rendered was scrolled to. Whoever goes to a message cuts the list before leaving its end.
    if (latest.current.isCut && following) toEnd()
  }, [latest, following, toEnd])
  return toEnd
}

const storyAfter = ({ reply }: Turn, story: Story | null) =>
  story !== null && story.through === reply?.id ? story : null

function rememberedIn({ question, reply }: Turn, id: string | null): 'question' | 'reply' | null {
  if (id === null) return null
  return id === question.id ? 'question' : id === reply?.id ? 'reply' : null
}
