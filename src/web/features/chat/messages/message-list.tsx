import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Story } from '../../../../shared/chat/stories.ts'
import { NewestButton } from '../../../blocks/messages/floating.tsx'
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
import { Mark, TurnView } from './turn-view.tsx'

export interface ShownList extends TurnWindow {
  list: RefObject<HTMLElement | null>
  following: boolean
}

/** The messages, oldest first; the list follows the newest one. Its React key must be the conversation's id. */
export function MessageList(props: {
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
}) {
  const { conversation = null, view, agentName, editing = null, comparing = null, mark } = props
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
  const { first, last, showEarlier } = shownTurns
  const greeting = first === 0 ? view.greeting : null
  const isCut = last < turns.length
  const toEnd = useToEnd({ isCut, following, showNewest: shownTurns.showNewest, toNewest })
  usePlaceMemory({ conversation, scroller, following })
  const { select } = props.actions
  const actions = useMemo(() => {
    if (!select) return props.actions
    // The scroll position stays when another version is shown, however long it is.
    const turnTo = (messageId: string) => select(messageId, stay)
    return { ...props.actions, select: turnTo }
  }, [props.actions, select, stay])
  const pending = view.pending?.id
  const known = useRef(pending)
  useEffect(() => {
    if (pending !== undefined && pending !== known.current) toEnd()
    known.current = pending
  }, [pending, toEnd])
  const opened = useRef(view.turnsBefore + turns.length)
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
          {first === 0 && view.earlier === 0 && (
            <p className="pt-3 text-center text-[13px] text-muted">{texts.anAiAnswers}</p>
          )}
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
              {props.long?.({ ...shownTurns, list: scroller, following })}
              {first > 0 && view.earlier === 0 && (
                <Suspense fallback={<div className="min-h-9 max-md:min-h-11" />}>
                  <EarlierTurns list={scroller} step={first} onMore={showEarlier} />
                </Suspense>
              )}
              <PeopleSaid texts={turns.map(({ question }) => question.content)}>
                <ol
                  data-busy={busy || undefined}
                  data-unsent={(view.isUnsent && view.connection === 'reconnecting') || undefined}
                  className={`group/list flex flex-col gap-6 ${greeting ? '' : 'mt-auto'}`}
                >
                  {turns.slice(first, last).map((turn, number) => (
                    <TurnView
                      // biome-ignore lint/suspicious/noArrayIndexKey: its place on the path, whichever version stands there, so that an arrow that was pressed keeps the focus
                      key={view.turnsBefore + first + number}
                      turn={turn}
                      agentName={agentName}
                      actions={actions}
                      mayRetry={!(busy && (isUnanswered(turn) || isBrokenOff(turn)))}
                      editing={editing === turn.question.id}
                      comparedWith={
                        comparing?.questionId === turn.question.id ? comparing.otherId : undefined
                      }
                      rememberedFrom={rememberedIn(turn, view.rememberedFrom)}
                      story={storyAfter(turn, view.story)}
                      fresh={view.turnsBefore + first + number >= opened.current}
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
              </PeopleSaid>
              {isCut && (
                <Suspense fallback={<div className="h-[150vh] flex-none" />}>
                  <LaterTurns list={scroller} step={last} onMore={shownTurns.showLater} />
                </Suspense>
              )}
            </>
          )}
        </div>
      </div>
      {!following && turns.length > 0 && <NewestButton onPress={toEnd} />}
      <ReplyAnnouncer view={view} agentName={agentName} />
    </div>
  )
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
  const { isCut, following } = list
  useEffect(() => {
    // The end of what is rendered was scrolled to.
    if (isCut && following) toEnd()
  }, [isCut, following, toEnd])
  return toEnd
}

const storyAfter = ({ reply }: Turn, story: Story | null) =>
  story !== null && story.through === reply?.id ? story : null

function rememberedIn({ question, reply }: Turn, id: string | null): 'question' | 'reply' | null {
  if (id === null) return null
  return id === question.id ? 'question' : id === reply?.id ? 'reply' : null
}
