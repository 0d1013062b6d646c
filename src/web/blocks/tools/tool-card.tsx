import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import { isOfMemory } from '../../../shared/tools/tool-states.ts'
import { dayAndTime } from '../../lib/clock.ts'
import { useZone } from '../messages/message-time.tsx'
import CallLine from './call-line.tsx'
import { Consent } from './consent.tsx'
import { DecisionButton, DecisionRow } from './decision-button.tsx'
import { inboxCountKey } from './inbox-key.ts'
import { Question } from './question.tsx'
import { RememberConsent, RememberedLine, rememberedOf } from './remember-card.tsx'
import { ExactlySent, SentView } from './sent-view.tsx'
import { gistOf, isQuestion, shownCall, stateAt, stateWords } from './shown-call.ts'
import { SignIn } from './sign-in.tsx'
import * as texts from './texts.ts'
import { ToolDecisions } from './tool-decisions.ts'
import { type DecisionState, useDecision } from './use-decision.ts'

/** One call of a tool: what a person decides about it, or what became of it in one line. */
export default function ToolCard({ part }: { part: ToolCallPart }) {
  const maker = useContext(ToolDecisions)
  const decision = useDecision(part)
  const root = useRef<HTMLDivElement>(null)
  const { status } = part
  useRenderAt(status.state === 'waiting' ? status.until : undefined)
  const now = new Date()
  const state = stateAt(status, now)
  const isOpen = maker !== null && (state === 'waiting' || state === 'unknown')
  const asked = isQuestion(part)
  const isSent = asked && !isOpen && decision.isAnswered
  const news = useNews(isSent ? texts.answerSent : texts.settledAs(part.title, stateWords(state, asked)))
  useFocusOnward(root, isOpen, decision.isOwn)
  useCounted(isOpen, maker?.lists === 'all')
  const isSeen = useSeen(root)
  return (
    <div
      ref={root}
      tabIndex={-1}
      data-call={part.call}
      data-decides={isOpen || undefined}
      data-seen={(isOpen && isSeen) || undefined}
      className={`max-w-full focus-visible:outline-offset-4 ${isOpen ? 'my-3' : 'my-1.5'}`}
    >
      <p role="status" className="sr-only">
        {news}
      </p>
      {isOpen ? (
        <OpenCall part={part} agentName={maker.agentName} decision={decision} />
      ) : (
        <Outcome part={part} now={now} />
      )}
      {decision.problem && (isOpen || decision.isOwn()) && (
        <p role="alert" className="mt-3 text-sm text-warning">
          {decision.problem}
        </p>
      )}
    </div>
  )
}

/** What became of a call, in one line. */
function Outcome({ part, now }: { part: ToolCallPart; now: Date }) {
  const remembered = rememberedOf(part)
  if (remembered && part.status.state === 'done')
    return <RememberedLine part={part} remembered={remembered} />
  return <CallLine call={shownCall(part, now)} />
}

function OpenCall(props: { part: ToolCallPart; agentName: string; decision: DecisionState }) {
  const { part, agentName, decision } = props
  const { status, origin } = part
  const wait = status.state === 'waiting' ? status.wait : null
  const asksToRemember = wait?.for === 'consent' && isOfMemory(part)
  const remembered = asksToRemember ? rememberedOf(part) : undefined
  const head = asksToRemember ? texts.mayRemember(agentName) : headOf(wait?.for, agentName)
  const isPlain = asksToRemember || (isQuestion(part) && wait?.for === 'input')
  return (
    <section
      aria-label={[head, ...(isPlain ? [] : [part.title]), gistOf(part)].join(' ')}
      className="panel cut hairline grid animate-rise gap-5 p-4 md:p-6"
    >
      <div className="grid gap-1.5">
        <p className={`label leading-snug text-balance ${wait ? 'text-magenta' : 'text-warning'}`}>{head}</p>
        {!isPlain && <ToolName title={part.title} origin={origin} />}
      </div>
      {wait?.for === 'consent' &&
        (remembered ? (
          <RememberConsent {...props} wait={wait} remembered={remembered} />
        ) : (
          <Consent {...props} wait={wait} />
        ))}
      {wait?.for === 'input' && <Question part={part} question={wait.question} decision={decision} />}
      {wait?.for === 'sign-in' && <SignIn part={part} host={wait.host} decision={decision} />}
      {status.state === 'unknown' && <Settle part={part} decision={decision} />}
      {status.state === 'waiting' && <WaitsUntil time={status.until} />}
    </section>
  )
}

function ToolName({ title, origin }: Pick<ToolCallPart, 'title' | 'origin'>) {
  return (
    <>
      <p className="display text-lg leading-snug font-semibold wrap-anywhere">{title}</p>
      <p className="text-sm wrap-anywhere text-soft">
        {origin === null ? (
          texts.ofThisPlace
        ) : (
          <>
            {`${texts.at} `}
            <span className="font-mono text-text">{origin}</span>
          </>
        )}
      </p>
    </>
  )
}

function headOf(kind: 'consent' | 'input' | 'sign-in' | undefined, agentName: string): string {
  switch (kind) {
    case 'consent':
      return texts.wants(agentName)
    case 'input':
      return texts.asks(agentName)
    case 'sign-in':
      return texts.needsSignIn(agentName)
    case undefined:
      return texts.mayHaveHappened
  }
}

/** Invisible at the first paint, which does not know the reader's time zone. */
function WaitsUntil({ time }: { time: string }) {
  const isKnown = useZone() === 'local'
  return <p className="min-h-5 text-13 text-muted">{isKnown && texts.until(dayAndTime(new Date(time)))}</p>
}

/** Renders once more when the time has come. */
function useRenderAt(time: string | undefined): void {
  const [, setPassed] = useState(false)
  useEffect(() => {
    if (time === undefined) return
    // A longer wait than this would fire at once.
    const ms = Math.min(Date.parse(time) - Date.now(), 2 ** 31 - 1)
    const timer = setTimeout(() => setPassed((passed) => !passed), Math.max(0, ms))
    return () => clearTimeout(timer)
  }, [time])
}

/** What waits is counted in every page's header, which hears of it here first, unless all of it is listed. */
function useCounted(isOpen: boolean, isListed: boolean): void {
  const queryClient = useQueryClient()
  const was = useRef(isListed && isOpen)
  useEffect(() => {
    if (isOpen === was.current) return
    was.current = isOpen
    void queryClient.invalidateQueries({ queryKey: inboxCountKey })
  }, [isOpen, queryClient])
}

/** Whether some of it is on the screen, where nothing may float over what is to be decided. */
function useSeen(root: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!root.current) return
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting === true))
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [root])
  return isSeen
}

/** What has changed since the card appeared, for a screen reader. */
function useNews(words: string): string {
  const first = useRef(words)
  return words === first.current ? '' : words
}

/** A decision unmounts its button: the next call that waits gets the focus, or what became of this one. */
function useFocusOnward(root: RefObject<HTMLElement | null>, isOpen: boolean, isOwn: () => boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    const active = document.activeElement
    if (!isClosed || !isOwn() || !root.current) return
    if (active !== document.body && !root.current.contains(active)) return
    const waiting = [...document.querySelectorAll<HTMLElement>('[data-decides]')]
    const own = root.current
    const next = waiting.find((one) => own.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
    const target = next ?? waiting[0] ?? own
    target.focus({ preventScroll: target === own })
  }, [root, isOpen, isOwn])
}

/** A call that was sent and has no result: only the person can find out what became of it. */
function Settle({ part, decision }: { part: ToolCallPart; decision: DecisionState }) {
  return (
    <>
      <p className="max-w-[70ch] text-15 leading-[1.6] text-soft">
        {part.origin === null ? texts.sentHere : texts.sentWithoutAnswer(part.origin)}
      </p>
      <div className="grid gap-2">
        <p className="label">{texts.request}</p>
        <SentView given={part.arguments} label={texts.request} />
        <ExactlySent given={part.arguments} open={false} />
      </div>
      <DecisionRow>
        <DecisionButton of={decision} decision={{ kind: 'settle', as: 'happened' }}>
          {texts.happened}
        </DecisionButton>
        <DecisionButton of={decision} decision={{ kind: 'settle', as: 'did-not' }}>
          {texts.didNot}
        </DecisionButton>
        <DecisionButton of={decision} decision={{ kind: 'settle', as: 'again' }} tone="quiet">
          {texts.askAnew}
        </DecisionButton>
      </DecisionRow>
    </>
  )
}
