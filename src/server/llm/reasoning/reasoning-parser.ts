import { CodeTracker } from './code-tracker.ts'
import {
  anyMark,
  asciiLowerCase,
  closes,
  isBeginningOfMark,
  lengthOfBegunMark,
  marks,
  mayBeginMark,
} from './reasoning-marks.ts'

export interface Piece {
  type: 'words' | 'reasoning'
  text: string
}

/** White space and invisible characters, such as a byte order mark. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]+/u

/** The first half of a character whose second half follows in the next piece: only both tell whether it is visible. */
const half = /^[\ud800-\udbff]$/

/** Characters that are held back until the end of the reasoning; what exceeds them is dropped. */
const HELD_CHARACTERS = 200_000

const ASIDE_CHARACTERS = 20_000

type State =
  /** Only reasoning has arrived: an opening tag may follow. */
  | { in: 'start' }
  | { in: 'thought'; close: string }
  /** The text may turn out to be reasoning, until the end of the answer. */
  | { in: 'held' }
  | { in: 'words' }
  | { in: 'aside'; mark: string; close: string }

/**
 * Separates reasoning from text, however it is split into pieces: a tagged block at the beginning, closed or not;
 * everything before a closing tag, where the model's template opens the reasoning itself; and a closed block within the
 * text. Tags within code are text.
 */
export class ReasoningParser {
  sawUnopened = false
  #state: State = { in: 'start' }
  /** Not examined yet: the beginning, or what may become a tag. */
  #pending = ''
  #held = ''
  #afterThought = false
  #found: Piece[] = []
  readonly #code = new CodeTracker()
  readonly #closesUnopened: boolean

  /** @param closesUnopened the model closes reasoning that it never opened: its text is held back until then */
  constructor(closesUnopened: boolean) {
    this.#closesUnopened = closesUnopened
  }

  take(piece: string): Piece[] {
    // Most pieces of an answer have no beginning of a mark.
    if (this.#state.in === 'words' && this.#pending === '' && !mayBeginMark.test(piece)) {
      this.#code.read(piece)
      return piece === '' ? [] : [{ type: 'words', text: piece }]
    }
    this.#pending += piece
    for (;;) {
      const { length } = this.#pending
      const state = this.#state
      this.#step()
      if (this.#pending === '' || (this.#pending.length === length && this.#state === state))
        return this.#handOut()
    }
  }

  /** When reasoning comes in a field of its own, what was held back is text. */
  thinksBeside(): Piece[] {
    if (this.#state.in !== 'held') return []
    this.#find('words', this.#held)
    this.#held = ''
    this.#state = { in: 'words' }
    return this.#handOut()
  }

  /** @param whole whether the answer is complete; what a cut answer with unopened reasoning held back is reasoning */
  rest(whole: boolean): Piece[] {
    const state = this.#state
    switch (state.in) {
      case 'start':
        this.#find('words', this.#afterThought ? this.#pending.replace(blank, '') : this.#pending)
        break
      case 'thought':
        this.#find('reasoning', this.#pending)
        break
      case 'held':
      case 'words':
        this.#find(state.in === 'held' && !whole ? 'reasoning' : 'words', this.#held + this.#pending)
        break
      case 'aside':
        if (whole) this.#find('words', state.mark + this.#pending)
        else this.#find('reasoning', this.#pending)
        break
      default:
        state satisfies never
    }
    return this.#handOut()
  }

  #handOut(): Piece[] {
    const found = this.#found
    this.#found = []
    return found
  }

  #find(type: Piece['type'], text: string): void {
    const last = this.#found.at(-1)
    if (last?.type === type) last.text += text
    else if (text !== '') this.#found.push({ type, text })
  }

  #step(): void {
    const state = this.#state
    switch (state.in) {
      case 'start':
        this.#start()
        break
      case 'thought':
        this.#think(state.close)
        break
      case 'aside':
        this.#setAside(state)
        break
      case 'held':
      case 'words':
        this.#say()
        break
      default:
        state satisfies never
    }
  }

  #start(): void {
    const lead = this.#pending.replace(blank, '')
    const small = asciiLowerCase(lead)
    const opened = marks.find(({ open }) => small.startsWith(open))
    const closed = closes.find((close) => small.startsWith(close))
    if (opened || closed) {
      if (opened && this.#afterThought) this.#find('reasoning', '\n\n')
      this.#afterThought = true
      this.#pending = lead.slice((opened?.open ?? closed ?? '').length)
      if (opened) this.#state = { in: 'thought', close: opened.close }
    } else if (!isBeginningOfMark(small) && !half.test(lead)) {
      if (this.#afterThought) this.#pending = lead
      this.#state = { in: this.#closesUnopened && !this.#afterThought ? 'held' : 'words' }
    }
  }

  #think(close: string): void {
    const at = asciiLowerCase(this.#pending).indexOf(close)
    const upTo = at === -1 ? this.#pending.length - lengthOfBegunMark(this.#pending) : at
    this.#find('reasoning', this.#pending.slice(0, upTo))
    this.#pending = this.#pending.slice(at === -1 ? upTo : at + close.length)
    if (at !== -1) this.#state = { in: 'start' }
  }

  #setAside({ mark, close }: State & { in: 'aside' }): void {
    const at = asciiLowerCase(this.#pending).indexOf(close)
    const isTooLong = (at === -1 ? this.#pending.length - close.length : at) > ASIDE_CHARACTERS
    if (at === -1 && !isTooLong) return
    this.#state = { in: 'words' }
    if (isTooLong) this.#pass(mark)
    else {
      this.#find('reasoning', this.#pending.slice(0, at))
      this.#pending = this.#pending.slice(at + close.length)
    }
  }

  #say(): void {
    anyMark.lastIndex = 0
    const found = anyMark.exec(this.#pending)
    const upTo = found ? found.index : this.#pending.length - lengthOfBegunMark(this.#pending)
    this.#pass(this.#pending.slice(0, upTo))
    this.#pending = this.#pending.slice(upTo)
    if (!found) return
    const [mark] = found
    this.#pending = this.#pending.slice(mark.length)
    const opened = marks.find(({ open }) => open === asciiLowerCase(mark))
    const isHeld = this.#state.in === 'held'
    if (this.#code.isInside || (opened && isHeld)) this.#pass(mark)
    else if (opened) this.#state = { in: 'aside', mark, close: opened.close }
    else this.#closeUnopened(isHeld)
  }

  #closeUnopened(isHeld: boolean): void {
    this.sawUnopened = true
    if (isHeld) {
      this.#find('reasoning', this.#held)
      this.#held = ''
      this.#afterThought = true
      this.#state = { in: 'start' }
    }
  }

  #pass(text: string): void {
    this.#code.read(text)
    if (this.#state.in === 'held') this.#held += text.slice(0, HELD_CHARACTERS - this.#held.length)
    else this.#find('words', text)
  }
}
