/** A piece of what a model said, or of what it thought. */
export interface Piece {
  type: 'words' | 'reasoning'
  text: string
}

/** How models mark what they think before they answer; capitals count as small letters. */
const marks: readonly { open: string; close: string }[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'seed:think'].map((tag) => {
    return { open: `<${tag}>`, close: `</${tag}>` }
  }),
  { open: '[think]', close: '[/think]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
]
const closes = marks.map(({ close }) => close)
const allMarks = marks.flatMap(({ open, close }) => [open, close])
const anyMark = new RegExp(allMarks.map((mark) => mark.replace(/[[\]|]/g, '\\$&')).join('|'), 'gi')

/** White space, and what can't be seen, such as a byte order mark. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]+/u

/** The most that is held back while an end of the thinking is waited for; what is beyond it was thinking, and is lost. */
const HELD_CHARACTERS = 200_000

/** The longest block among the words that is waited for; what is longer is taken for words. */
const ASIDE_CHARACTERS = 20_000

type State =
  /** Nothing was said yet, or only thought: a mark may follow. */
  | { in: 'start' }
  /** Inside a marked thought, until its mark. */
  | { in: 'thought'; close: string }
  /** What may still turn out to be a thought, until the answer's end. */
  | { in: 'held' }
  | { in: 'words' }
  /** Inside a block that began among the words. */
  | { in: 'aside'; mark: string; close: string }

/**
 * Tells in a model's text what it thought from what it says, in pieces as they come, wherever they are cut: marked blocks
 * at the beginning, closed or not; and, of a model whose template opens the thought, everything before the mark that
 * closes it. A block among the words is a thought, too, where it is closed. Inside code marks are text.
 */
export class ReasoningParser {
  /** Whether a thought was closed that was never opened. */
  sawUnopened = false
  #state: State = { in: 'start' }
  /** What is not looked through yet: the beginning, or what may become a mark. */
  #pending = ''
  #held = ''
  #afterThought = false
  #found: Piece[] = []
  readonly #code = new CodeTracker()
  readonly #closesUnopened: boolean

  /** @param closesUnopened whether this model closes thoughts that it never opened: its words wait for that mark */
  constructor(closesUnopened: boolean) {
    this.#closesUnopened = closesUnopened
  }

  /** What of it is surely words, and what is surely thought. */
  take(piece: string): Piece[] {
    this.#pending += piece
    for (;;) {
      const { length } = this.#pending
      const state = this.#state
      this.#step()
      if (this.#pending === '' || (this.#pending.length === length && this.#state === state))
        return this.#handOut()
    }
  }

  /** The model's thoughts come another way than among its words: what was held back is words. */
  thinksBeside(): Piece[] {
    if (this.#state.in !== 'held') return []
    this.#find('words', this.#held)
    this.#held = ''
    this.#state = { in: 'words' }
    return this.#handOut()
  }

  /**
   * What is left when nothing comes any more.
   * @param whole whether the model said all that it wanted; of one that thinks unmarked, what was cut is a thought
   */
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
      // Thoughts in several blocks are paragraphs of one.
      if (opened && this.#afterThought) this.#find('reasoning', '\n\n')
      this.#afterThought = true
      this.#pending = lead.slice((opened?.open ?? closed ?? '').length)
      if (opened) this.#state = { in: 'thought', close: opened.close }
    } else if (!isBeginningOfMark(small)) {
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

  /** Words, or what may be some, up to the next mark. */
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

/** As much of a line as says whether it is code, in UTF-16 units. */
const LINE_CHARACTERS = 200

/** Follows a Markdown text as far as to know whether its end is inside a code block or between backticks. */
class CodeTracker {
  #fence: string | null = null
  /** How the present line begins. */
  #line = ''
  #isBetweenTicks = false
  #endsInTick = false

  read(text: string): void {
    const lines = text.split('\n')
    for (const [index, part] of lines.entries()) {
      this.#line += part.slice(0, LINE_CHARACTERS - this.#line.length)
      for (const run of part.matchAll(/`+/g))
        if (run.index > 0 || !this.#endsInTick) this.#isBetweenTicks = !this.#isBetweenTicks
      if (part !== '') this.#endsInTick = part.endsWith('`')
      if (index < lines.length - 1) this.#endLine()
    }
  }

  get isInside(): boolean {
    return (
      this.#fence !== null ||
      this.#isBetweenTicks ||
      /^(?: {4}|\t)/.test(this.#line) ||
      fenceLine.test(this.#line)
    )
  }

  #endLine(): void {
    const [, fence, rest = ''] = fenceLine.exec(this.#line) ?? []
    if (fence && this.#fence === null) this.#fence = fence
    else if (fence && this.#fence !== null && fence.startsWith(this.#fence) && rest.trim() === '')
      this.#fence = null
    this.#line = ''
    this.#isBetweenTicks = false
    this.#endsInTick = false
  }
}

/** A fence with nothing behind it that ends the code on the same line. */
const fenceLine = /^[\s>*+-]*(`{3,}(?=[^`]*$)|~{3,})(.*)/

/** As many characters as before, which `toLowerCase` does not promise. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

function isBeginningOfMark(small: string): boolean {
  return marks.some(({ open, close }) => open.startsWith(small) || close.startsWith(small))
}

/** How many units at the end of a text may be the beginning of a mark. */
function lengthOfBegunMark(text: string): number {
  const end = asciiLowerCase(text.slice(-20))
  for (let length = end.length; length > 0; length--) {
    const tail = end.slice(-length)
    if (allMarks.some((mark) => mark.length > length && mark.startsWith(tail))) return length
  }
  return 0
}
