import type { AgentProblem } from '../../../shared/agents/agent-problems.ts'
import type { FailureReason } from '../../../shared/analytics.ts'
import { type EndEvent, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { citedIn } from '../../../shared/chat/cited-sources.ts'
import type { WholeEvent } from '../../../shared/chat/part-kinds.ts'
import { isWhole } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { limitWords } from '../chat/limit-words.ts'
import { PartWriter } from '../chat/write-parts.ts'
import { stripOwnName } from './strip-own-name.ts'

/** Timeouts in milliseconds. */
export interface Patience {
  firstWords: number
  whole: number
}

export const PATIENCE: Patience = { firstWords: 30_000, whole: 90_000 }

export interface WatchedTurn {
  /** If it says nothing in time it has failed, and if it says too much it is cut. */
  events: AsyncGenerator<ReplyEvent>
  trouble(): AgentProblem | null
}

/**
 * Limits a turn, so that nobody has to wait for an agent, and none says more than it may.
 * @param turn.words how many words it may say; reaching the maximum is no problem
 * @param turn.because is called with the reason of a failure if the agent was silent
 * @param ask starts the reply, which must end with `stopped` when its signal is aborted
 */
export function watchTurn(
  turn: {
    name: string
    words: number
    requestId: string
    stopped: AbortSignal
    patience: Patience
    because?: ((why: FailureReason) => void) | undefined
  },
  ask: (stopped: AbortSignal) => AsyncIterable<ReplyEvent>,
): WatchedTurn {
  const { requestId, stopped, patience } = turn
  const failed: EndEvent = { type: 'failed', message: FAILED_REPLY, requestId }
  const cut: EndEvent = { type: 'finished', reason: 'length' }
  const letGo = new AbortController()
  const withinWords = limitWords(turn.words)
  const ownName = stripOwnName(turn.name)
  let trouble: AgentProblem | null = null
  const writer = new PartWriter()
  let at = 0
  const cited = citeWhatIsSaid(writer)

  /** Returns what of a piece may be said, and whether the maximum is reached. */
  function say(piece: string): { said: ReplyEvent[]; full: boolean } {
    const words = withinWords(piece)
    const room = limits.realmAnswer - at
    const isFlood = words.text.length > room
    const full = isFlood || words.full
    const cut = isFlood ? wholeCharacters(words.text.slice(0, room)) : words.text
    const text = full && cited.may ? cut.replace(BEGUN_CITATION, '') : cut
    if (isFlood) trouble = 'flooded'
    at += text.length
    if (text === '') return { said: [], full }
    const sources = cited.by(text)
    const grown = writer.grow('words', text)
    return { said: [...sources, ...(grown ? [grown] : [])], full }
  }

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

  async function* events(): AsyncGenerator<ReplyEvent> {
    const first = setTimeout(abortFor, patience.firstWords, 'silent')
    // An agent without a word by then was silent for the whole time.
    const whole = setTimeout(() => abortFor(at > 0 ? 'flooded' : 'silent'), patience.whole)
    try {
      for await (const event of ask(AbortSignal.any([stopped, letGo.signal]))) {
        if (isWhole(event)) {
          yield* cited.take(event)
          continue
        }
        switch (event.type) {
          case 'started':
          case 'truncated':
            yield event
            break
          case 'words': {
            clearTimeout(first)
            const { said, full } = say(ownName.take(event.text))
            yield* said
            if (full) return yield cut
            break
          }
          case 'reasoning':
            // Others answer to its text only. Reasoning does not stop the timeout for the first words either.
            break
          case 'finished':
          case 'stopped':
          case 'interrupted':
          case 'failed': {
            const { said, full } = say(ownName.rest())
            yield* said
            return yield full ? cut : endAs(event)
          }
          default:
            event satisfies never
        }
      }
    } finally {
      clearTimeout(first)
      clearTimeout(whole)
      letGo.abort()
    }
  }

  return { events: events(), trouble: () => trouble }
}

/** Tells which sources a turn cites, of which only a beginning may be said. */
function citeWhatIsSaid(writer: PartWriter) {
  /** Of the part with the cited passages; null if bracketed numbers are text. */
  let id: number | null = null
  let cited: readonly CitedSource[] = []
  /** Sources not cited yet, and what was said since they came. */
  let due: readonly CitedSource[] = []
  let saidSince = ''
  return {
    get may() {
      return id !== null
    },
    take({ sources }: WholeEvent): ReplyEvent[] {
      if (due.length === 0) saidSince = ''
      const known = new Set([...cited, ...due].map(({ n }) => n))
      due = [...due, ...sources.filter(({ n }) => !known.has(n))]
      if (id !== null) return []
      const begun = writer.begin('sources', { sources: [] })
      id = begun.id
      return [begun]
    },
    /** Returns the sources that a text is the first to cite: what is cut off is not cited. */
    by(text: string): ReplyEvent[] {
      if (id === null || due.length === 0) return []
      saidSince += text
      const news = citedIn(saidSince, due)
      if (news.length === 0) return []
      due = due.filter((source) => !news.includes(source))
      cited = [...cited, ...news].sort((one, other) => one.n - other.n)
      return [writer.change('sources', id, { sources: [...cited] })]
    },
  }
}

const BEGUN_CITATION = /[ \t]*\[[ \t\d,;\u2013-]{0,200}$/

function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1)
}
