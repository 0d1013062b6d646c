import type { FailureReason } from '../../../shared/analytics.ts'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isWhole } from '../../../shared/chat/parts.ts'
import { wordCounter } from '../../../shared/text/count-words.ts'
import { passItems } from '../../base/pass-items.ts'
import { bucketOf } from './first-words-histogram.ts'
import type { Fact } from './sums.ts'

export interface AskedReply {
  agentId: string
  /** The wallet that asks; null for a visitor. */
  wallet: string | null
  begins: boolean
}

type Outcome = 'finished' | 'stopped' | 'interrupted' | 'failed'

export class Recording {
  readonly #asked: AskedReply
  readonly #at: number
  readonly #ended: (fact: Fact) => void
  readonly #began = performance.now()
  readonly #countWords = wordCounter()
  #words = 0
  #firstWords: number | undefined
  #failed: FailureReason | undefined

  /** `at` is in milliseconds since 1970; only the first end counts for `ended`. */
  constructor(asked: AskedReply, at: number, ended: (fact: Fact) => void) {
    this.#asked = { ...asked, agentId: asked.agentId.toLowerCase() }
    this.#at = at
    this.#ended = ended
  }

  beginning(): Fact {
    const { agentId, wallet, begins } = this.#asked
    return {
      ...{ agentId, at: this.#at, messages: 1 },
      ...(begins && { conversations: 1 }),
      ...(wallet === null ? { visitorMessages: 1 } : { person: wallet }),
    }
  }

  because(why: FailureReason): void {
    this.#failed ??= why
  }

  take(event: ReplyEvent): void {
    if (isWhole(event)) return
    switch (event.type) {
      case 'words':
        // The text that replaces an empty reply is not counted as the agent's words.
        if (this.#firstWords === undefined && event.text === EMPTY_REPLY) return
        this.#firstWords ??= bucketOf(performance.now() - this.#began)
        this.#words += this.#countWords(event.text)
        return
      case 'finished':
      case 'stopped':
      case 'interrupted':
      case 'failed':
        this.end(event.type)
        return
      // It is recorded as a reply when it has gone on and ended.
      case 'waiting':
      case 'started':
      case 'reasoning':
      case 'truncated':
        return
      default:
        event satisfies never
    }
  }

  end(outcome: Outcome): void {
    const { agentId, wallet } = this.#asked
    const [words, firstWords] = [this.#words, this.#firstWords]
    this.#ended({
      ...{ agentId, at: this.#at, words },
      ...(outcome === 'failed' ? { failed: this.#failed ?? 'other' } : { [outcome]: 1 }),
      ...(firstWords !== undefined && { firstWords }),
      ...(outcome === 'finished' && wallet !== null && words > 0 && { talkedWith: wallet }),
    })
  }
}

/** A reply without an end event was left by its reader or its source; one that fails is interrupted for its receiver, too. */
export function passRecorded(
  events: AsyncIterable<ReplyEvent>,
  recorded: Recording,
): AsyncIterableIterator<ReplyEvent> {
  return passItems(events, {
    take: (event) => recorded.take(event),
    over: (how) => recorded.end(how === 'failed' ? 'interrupted' : 'stopped'),
  })
}
