import type { AgentProblem } from '../../../shared/agents/agent-problems.ts'
import type { FailureReason } from '../../../shared/analytics.ts'
import { type EndEvent, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { ReplyPart, WholeEvent } from '../../../shared/chat/part-kinds.ts'
import { textOf } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import { cutText } from '../../../shared/text/plain-text.ts'
import { limitWords } from '../chat/limit-words.ts'
import { PartWriter } from '../chat/write-parts.ts'
import { citeWhatIsSaid } from './cite-what-is-said.ts'
import { stripOwnName } from './strip-own-name.ts'
import { type Patience, TurnTimers } from './turn-timers.ts'

type ToolEvent = Extract<WholeEvent, { type: 'tool' }>
type ModelEvent = Extract<WholeEvent, { type: 'model' }>

interface WatchedTurn {
  /** If it says nothing in time it has failed, and if it says too much it is cut. */
  events: AsyncGenerator<ReplyEvent>
  trouble(): AgentProblem | null
}

interface LimitedTurn {
  name: string
  words: number
  requestId: string
  stopped: AbortSignal
  patience: Patience
  because?: ((why: FailureReason) => void) | undefined
  /** What is stored of a turn that goes on. */
  begun?: readonly ReplyPart[] | undefined
}

/**
 * Limits a turn, so that nobody has to wait for an agent, and none says more than it may.
 * @param turn.words how many words it may say; reaching the maximum is no problem
 * @param turn.because is called with the reason of a failure if the agent was silent
 * @param ask starts the reply, which must end with `stopped` when its signal is aborted
 */
export function watchTurn(
  turn: LimitedTurn,
  ask: (stopped: AbortSignal) => AsyncIterable<ReplyEvent>,
): WatchedTurn {
  const { requestId, stopped, patience } = turn
  const failed: EndEvent = { type: 'failed', message: FAILED_REPLY, requestId }
  const cut: EndEvent = { type: 'finished', reason: 'length' }
  const letGo = new AbortController()
  let trouble: AgentProblem | null = null
  const writer = new PartWriter(turn.begun)
  const cited = citeWhatIsSaid(writer)
  const model = sayModel(writer)
  const calls = tellCalls(writer)
  const said = sayWithin(turn, { writer, cited, flooded: () => (trouble = 'flooded') })

  function endAs(end: EndEvent): EndEvent {
    if (end.type === 'failed') trouble ??= 'failed'
    if (end.type !== 'stopped' || stopped.aborted) return end
    if (trouble !== 'silent') return cut
    turn.because?.('silent')
    return failed
  }

  function abortFor(reason: AgentProblem) {
    trouble ??= reason
    letGo.abort()
  }

  /** An agent without a word after the whole time was silent. */
  function abortAfter(time: keyof Patience) {
    abortFor(time === 'whole' && said.length > 0 ? 'flooded' : 'silent')
  }

  async function* events(): AsyncGenerator<ReplyEvent> {
    const timers = new TurnTimers(patience, abortAfter)
    // Of a turn that is full, only what its model says of itself is waited for.
    let isFull = false
    try {
      for await (const event of ask(AbortSignal.any([stopped, letGo.signal]))) {
        switch (event.type) {
          case 'started':
          case 'truncated':
            yield event
            break
          case 'words': {
            if (isFull) break
            timers.spoke()
            const { events, full } = said.take(event.text)
            yield* events
            isFull = full
            if (full && !model.isSaid) return yield cut
            if (full) letGo.abort()
            break
          }
          case 'sources':
            if (!isFull) yield* cited.take(event)
            break
          case 'model':
            yield model.take(event)
            break
          case 'context':
          case 'reasoning':
            // Others read its text alone. Reasoning does not stop the timeout for the first words either.
            break
          case 'tool': {
            const { events, full } = said.rest()
            if (!isFull) yield* events
            // What would be called after the last word that it may say is not called.
            if (isFull || full) return yield cut
            timers.calls(event.id, event.status.state === 'running')
            yield calls.take(event)
            break
          }
          case 'finished':
          case 'waiting':
          case 'stopped':
          case 'interrupted':
          case 'failed': {
            if (isFull) return yield cut
            const { events, full } = said.rest()
            yield* events
            return yield full ? cut : endAs(event)
          }
          default:
            event satisfies never
        }
      }
      if (isFull) yield cut
    } finally {
      timers.stop()
      letGo.abort()
    }
  }

  return { events: events(), trouble: () => trouble }
}

/** Says of a text what may be said of it, and whether the maximum is reached. */
function sayWithin(
  { name, words: most }: { name: string; words: number },
  turn: { writer: PartWriter; cited: ReturnType<typeof citeWhatIsSaid>; flooded: () => void },
) {
  const { writer, cited } = turn
  const withinWords = limitWords(most)
  let ownName = stripOwnName(name)
  let at = textOf(writer.parts).length
  return {
    get length() {
      return at
    },
    take: (piece: string) => say(ownName.take(piece)),
    /** What was held back. What follows is another answer of its model. */
    rest() {
      const said = say(ownName.rest())
      ownName = stripOwnName(name)
      return said
    },
  }

  function say(piece: string): { events: ReplyEvent[]; full: boolean } {
    const words = withinWords(piece)
    const room = limits.realmAnswer - at
    const isFlood = words.text.length > room
    const full = isFlood || words.full
    const cut = isFlood ? cutText(words.text, room) : words.text
    const text = full && cited.may ? cut.replace(BEGUN_CITATION, '') : cut
    if (isFlood) turn.flooded()
    at += text.length
    if (text === '') return { events: [], full }
    const sources = cited.by(text)
    const grown = writer.grow('words', text)
    return { events: [...sources, ...(grown ? [grown] : [])], full }
  }
}

/** Says what a reply says of its model. Its id and revision become those of what may be said. */
function sayModel(writer: PartWriter) {
  let id = writer.parts.find((part) => part.kind === 'model')?.id ?? null
  return {
    get isSaid() {
      return id !== null
    },
    take({ type: _, id: __, revision: ___, at: ____, ...fields }: ModelEvent): ReplyEvent {
      if (id !== null) return writer.change('model', id, fields)
      const begun = writer.begin('model', fields)
      id = begun.id
      return begun
    },
  }
}

/** Tells what becomes of calls. The ledger knows them by the ids that the reply gave them, which these are. */
function tellCalls(writer: PartWriter) {
  const ids = new Map(writer.parts.flatMap((part) => (part.kind === 'tool' ? [[part.id, part.id]] : [])))
  return {
    take({ type: _, id, revision: __, at: ___, ...fields }: ToolEvent): ReplyEvent {
      const known = ids.get(id)
      if (known !== undefined) return writer.change('tool', known, fields)
      const begun = writer.begin('tool', fields)
      ids.set(id, begun.id)
      return begun
    },
  }
}

const BEGUN_CITATION = /[ \t]*\[[ \t\d,;\u2013-]{0,200}$/
