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

/** The most that is held back while an end of the thinking is waited for; what is beyond it was thinking. */
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
 * Takes out of a model's text what it thought before its answer, in pieces as they come, wherever they are cut:
 * marked blocks at the beginning, closed or not; and, of a model whose template opens the thought, everything before
 * the mark that closes it. A block among the words goes, too, where it is closed. Inside code marks are text.
 */
export class ThinkingFilter {
  /** Whether a thought was closed that was never opened. */
  sawUnopened = false
  #state: State = { in: 'start' }
  /** What is not looked through yet: the beginning, or what may become a mark. */
  #pending = ''
  #held = ''
  #afterThought = false
  readonly #code = new CodeTracker()
  readonly #closesUnopened: boolean

  /** @param closesUnopened whether this model closes thoughts that it never opened: its words wait for that mark */
  constructor(closesUnopened: boolean) {
    this.#closesUnopened = closesUnopened
  }

  /** The words among it that are surely no thought. */
  take(piece: string): string {
    this.#pending += piece
    let words = ''
    for (;;) {
      const { length } = this.#pending
      const state = this.#state
      words += this.#step()
      if (this.#pending === '' || (this.#pending.length === length && this.#state === state)) return words
    }
  }

  /** The model's thoughts come another way than among its words. */
  thinksBeside(): string {
    if (this.#state.in !== 'held') return ''
    const held = this.#held
    this.#held = ''
    this.#state = { in: 'words' }
    return held
  }

  /**
   * What is left when nothing comes any more.
   * @param whole whether the model said all that it wanted; of one that thinks unmarked, what was cut is a thought
   */
  rest(whole: boolean): string {
    const where = this.#state.in
    if (where === 'thought') return ''
    if (where === 'start') return this.#afterThought ? this.#pending.replace(blank, '') : this.#pending
    if (where === 'held' && !whole) return ''
    if (this.#state.in === 'aside') return whole ? this.#state.mark + this.#pending : ''
    return this.#held + this.#pending
  }

  #step(): string {
    switch (this.#state.in) {
      case 'start':
        return this.#start()
      case 'thought':
        return this.#think(this.#state.close)
      case 'aside':
        return this.#leaveOut(this.#state)
      default:
        return this.#say()
    }
  }

  #start(): string {
    const lead = this.#pending.replace(blank, '')
    const small = asciiLowerCase(lead)
    const opened = marks.find(({ open }) => small.startsWith(open))
    const closed = closes.find((close) => small.startsWith(close))
    if (opened || closed) {
      this.#afterThought = true
      this.#pending = lead.slice((opened?.open ?? closed ?? '').length)
      if (opened) this.#state = { in: 'thought', close: opened.close }
    } else if (!isBeginningOfMark(small)) {
      if (this.#afterThought) this.#pending = lead
      this.#state = { in: this.#closesUnopened && !this.#afterThought ? 'held' : 'words' }
    }
    return ''
  }

  #think(close: string): string {
    const at = asciiLowerCase(this.#pending).indexOf(close)
    if (at === -1) this.#pending = this.#pending.slice(-(close.length - 1))
    else {
      this.#pending = this.#pending.slice(at + close.length)
      this.#state = { in: 'start' }
    }
    return ''
  }

  #leaveOut({ mark, close }: State & { in: 'aside' }): string {
    const at = asciiLowerCase(this.#pending).indexOf(close)
    const isTooLong = (at === -1 ? this.#pending.length - close.length : at) > ASIDE_CHARACTERS
    if (at === -1 && !isTooLong) return ''
    this.#state = { in: 'words' }
    if (isTooLong) return this.#pass(mark)
    this.#pending = this.#pending.slice(at + close.length)
    return ''
  }

  /** Words, or what may be some, up to the next mark. */
  #say(): string {
    anyMark.lastIndex = 0
    const found = anyMark.exec(this.#pending)
    const upTo = found ? found.index : this.#pending.length - lengthOfBegunMark(this.#pending)
    const words = this.#pass(this.#pending.slice(0, upTo))
    this.#pending = this.#pending.slice(upTo)
    if (!found) return words
    const [mark] = found
    this.#pending = this.#pending.slice(mark.length)
    if (this.#code.isInside) return words + this.#pass(mark)
    const opened = marks.find(({ open }) => open === asciiLowerCase(mark))
    if (opened && this.#state.in === 'held') return words + this.#pass(mark)
    if (opened) {
      this.#state = { in: 'aside', mark, close: opened.close }
      return words
    }
    this.sawUnopened = true
    if (this.#state.in === 'held') {
      this.#held = ''
      this.#afterThought = true
      this.#state = { in: 'start' }
    }
    return words
  }

  #pass(text: string): string {
    this.#code.read(text)
    if (this.#state.in !== 'held') return text
    this.#held += text.slice(0, HELD_CHARACTERS - this.#held.length)
    return ''
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
