import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import { wordCounter } from '../../../shared/text/count-words.ts'
import { passItems } from '../../base/pass-items.ts'
import type { HeldUnits } from './unit-ledger.ts'

/** The words of one reply under the account of its API key. */
export interface WordsOfReply {
  /** Passes the reply's events on unchanged, and counts their words as they come. Its end gives back what is left. */
  count(events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent>
  add(text: string): void
  /** Gives back what is held and was not taken; to be called where no reply begins. */
  giveBack(): void
}

export class CountedWords implements WordsOfReply {
  readonly #held: HeldUnits

  constructor(held: HeldUnits) {
    this.#held = held
  }

  count(events: AsyncIterable<ReplyEvent>): AsyncIterable<ReplyEvent> {
    const words = wordCounter()
    return passItems(events, {
      take: (event) => {
        if (event.type === 'words' && event.text !== EMPTY_REPLY) this.#held.take(words(event.text))
        if (isEnd(event)) this.giveBack()
      },
      over: () => this.giveBack(),
    })
  }

  add(text: string): void {
    this.#held.take(wordCounter()(text))
  }

  giveBack(): void {
    this.#held.giveBack()
  }
}
