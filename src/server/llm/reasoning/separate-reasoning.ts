import { type Piece, ReasoningParser } from './reasoning-parser.ts'

/** What of an answer is to be told apart. */
type Found = Piece | { type: 'end'; reason: string } | { type: 'answering' | 'calls' | 'carry' }

/** Tells thoughts that are marked in the text apart from it, and learns `about` the model from its answer. */
export class ReasoningSeparator<Event extends Found> {
  readonly #parser: ReasoningParser
  readonly #about: { closesUnopened: boolean }

  constructor(about: { closesUnopened: boolean }) {
    this.#parser = new ReasoningParser(about.closesUnopened)
    this.#about = about
  }

  take(event: Event): (Event | Piece)[] {
    switch (event.type) {
      case 'words': {
        const pieces = this.#parser.take(event.text)
        if (this.#parser.sawUnopened) this.#about.closesUnopened = true
        return pieces
      }
      case 'reasoning': {
        const pieces = this.#parser.thinksBeside()
        return event.text === '' ? pieces : [...pieces, event]
      }
      case 'answering':
      case 'calls':
      case 'carry':
        return [event]
      case 'end': {
        const pieces = this.#parser.rest(event.reason === 'stop')
        // An answer that was cut short may have been cut before the tag, so it proves nothing.
        if (!this.#parser.sawUnopened && event.reason === 'stop') this.#about.closesUnopened = false
        return [...pieces, event]
      }
      default:
        event satisfies never
        return []
    }
  }

  /** What was held back of an answer that breaks off. */
  broken(): Piece[] {
    return this.#parser.rest(false)
  }
}
