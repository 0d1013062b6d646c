import type { AgentTrouble } from '../../../shared/agents/agent-troubles.ts'
import { type EndEvent, FAILED_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { FailureReason } from '../../../shared/figures.ts'
import { limitWords } from './limit-words.ts'
import { stripOwnName } from './strip-own-name.ts'

/** How long an agent may take, in milliseconds. */
export interface Patience {
  firstWords: number
  whole: number
}

/** What others wait for an agent at most. */
export const PATIENCE: Patience = { firstWords: 30_000, whole: 90_000 }

export interface WatchedTurn {
  /** What it says, as the events of a reply: one that says nothing in time failed, one that says too much is cut. */
  events: AsyncGenerator<ReplyEvent>
  /** What went wrong with it so far. */
  trouble(): AgentTrouble | null
}

/**
 * Watches over one turn, so that nobody has to wait for an agent, and none says more than it may.
 * @param turn.words how many it was given; to reach them is no trouble
 * @param turn.because hears why it failed, where that is its silence
 * @param ask begins the reply, which ends with `stopped` when its signal is aborted
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
  let trouble: AgentTrouble | null = null
  let at = 0

  /** As much of a piece as may be said; whether it was all. */
  function say(piece: string): { said: ReplyEvent[]; full: boolean } {
    const words = withinWords(piece)
    const room = limits.realmAnswer - at
    const isFlood = words.text.length > room
    const text = isFlood ? wholeCharacters(words.text.slice(0, room)) : words.text
    if (isFlood) trouble = 'flooded'
    const said: ReplyEvent[] = text === '' ? [] : [{ type: 'words', at, text }]
    at += text.length
    return { said, full: isFlood || words.full }
  }

  /** How a reply that ended by itself, or was let go, is to end. */
  function endAs(end: EndEvent): EndEvent {
    if (end.type === 'failed') trouble ??= 'failed'
    if (end.type !== 'stopped' || stopped.aborted) return end
    if (trouble !== 'silent') return cut
    turn.because?.('silent')
    return failed
  }

  function letGoFor(reason: AgentTrouble) {
    trouble ??= reason
    letGo.abort()
  }

  async function* events(): AsyncGenerator<ReplyEvent> {
    const first = setTimeout(letGoFor, patience.firstWords, 'silent')
    // One that has not said a word by then was silent for all of the time.
    const whole = setTimeout(() => letGoFor(at > 0 ? 'flooded' : 'silent'), patience.whole)
    try {
      for await (const event of ask(AbortSignal.any([stopped, letGo.signal]))) {
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
            // Others in the room answer to what is said. Nor does a thought end the wait for the first word.
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

/** A text without the half of a character at its end. */
function wholeCharacters(text: string): string {
  return text.isWellFormed() ? text : text.slice(0, -1)
}
