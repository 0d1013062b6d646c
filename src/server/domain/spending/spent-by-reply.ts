import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import type { ModelPrices } from '../../../shared/models/models.ts'
import { wordCounter } from '../../../shared/text/count-words.ts'
import { passItems } from '../../base/pass-items.ts'
import type { InsteadReason, TokenUsage } from '../../llm/provider.ts'
import { microsOf } from '../models/price.ts'
import type { HeldUnits } from './unit-ledger.ts'

/** What is held for a reply under its caps, and what else has to be counted. */
interface HeldForReply {
  words: readonly HeldUnits[]
  micros: readonly HeldUnits[]
}

interface SpendingReply {
  prices: ModelPrices | null
  /** The most words that it may have; infinite where words have no cap. */
  mostWords: number
  /** The most tokens that it may write, thoughts included. */
  mostTokens: number
  held: HeldForReply
}

/** What a reply used in all, once it is over. Tokens are null where a model did not tell them. */
export interface ReplyUse {
  tokens: TokenUsage | null
  words: number
  /** Null without prices, or where a second choice answered. */
  micros: number | null
  answered: { model: string; provider?: string | undefined; instead?: InsteadReason | undefined } | null
}

/** What one reply uses. Where its model does not tell its tokens, an estimate counts for the caps, and only for them. */
export class SpentByReply {
  readonly mostWords: number
  readonly #reply: SpendingReply
  readonly #over: (use: ReplyUse) => void
  readonly #countWords = wordCounter()
  #words = 0
  #tokens: TokenUsage | null = null
  #isKnown = true
  #hasUsed = false
  #isOver = false
  #answered: ReplyUse['answered'] = null

  /** @param over is called once, when the reply is over, if its model was asked */
  constructor(reply: SpendingReply, over: (use: ReplyUse) => void) {
    this.#reply = reply
    this.mostWords = reply.mostWords
    this.#over = over
  }

  /** Gives back what a prompt of this size can't cost. */
  promptHas(tokens: () => number): void {
    const { prices, mostTokens, held } = this.#reply
    if (!prices || held.micros.length === 0) return
    const most = microsOf({ prompt: tokens(), completion: mostTokens }, prices)
    for (const each of held.micros) each.keep(most)
  }

  answeredBy(answered: NonNullable<ReplyUse['answered']>): void {
    this.#answered = answered
  }

  addWords(text: string): void {
    this.#addWords(wordCounter()(text))
  }

  /** Counts one request. @param estimate is asked where its model did not tell the tokens */
  used(usage: TokenUsage | null, estimate: () => TokenUsage): void {
    const { prices, held } = this.#reply
    this.#hasUsed = true
    if (usage) this.#tokens = this.#tokens ? sum(this.#tokens, usage) : usage
    else this.#isKnown = false
    if (!prices || held.micros.length === 0) return
    const micros = microsOf(usage ?? estimate(), prices)
    for (const each of held.micros) each.take(micros)
  }

  /** Passes the reply's events on unchanged, and counts their words as they come. Its end gives back what is left. */
  count(events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent> {
    return passItems(events, {
      take: (event) => {
        if (event.type === 'words' && event.text !== EMPTY_REPLY) this.#addWords(this.#countWords(event.text))
        if (isEnd(event)) this.giveBack()
      },
      over: () => this.giveBack(),
    })
  }

  /** To be called where no reply begins, too. */
  giveBack(): void {
    if (this.#isOver) return
    this.#isOver = true
    const { prices, held } = this.#reply
    for (const each of [...held.words, ...held.micros]) each.giveBack()
    if (!this.#hasUsed) return
    const tokens = this.#isKnown ? this.#tokens : null
    const isFirstChoice = this.#answered?.instead === undefined
    this.#over({
      ...{ tokens, words: this.#words, answered: this.#answered },
      micros: tokens && prices && isFirstChoice ? microsOf(tokens, prices) : null,
    })
  }

  #addWords(words: number) {
    this.#words += words
    for (const each of this.#reply.held.words) each.take(words)
  }
}

const sum = (one: TokenUsage, other: TokenUsage): TokenUsage => ({
  prompt: one.prompt + other.prompt,
  completion: one.completion + other.completion,
  cached: (one.cached ?? 0) + (other.cached ?? 0),
})
