/** Read from the left, in columns: a tab advances to the next multiple of four. */
export class Line {
  readonly text: string
  #at = 0
  #column = 0
  /** The columns of a partly consumed tab that are left. */
  #ofTab = 0
  /** The index of the next non-blank character, and its distance in columns; set by `look`. */
  next = 0
  indent = 0

  constructor(text: string) {
    this.text = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
    this.look()
  }

  get isBlank(): boolean {
    return this.next >= this.text.length
  }

  /** From the next non-blank character on. */
  get words(): string {
    return this.text.slice(this.next)
  }

  look() {
    let at = this.#at
    let column = this.#column
    for (; at < this.text.length; at++) {
      const char = this.text[at]
      if (char === ' ') column++
      else if (char === '\t') column += 4 - (column % 4)
      else break
    }
    this.next = at
    this.indent = column - this.#column + this.#ofTab
  }

  skipTo(next: number) {
    this.#ofTab = 0
    for (; this.#at < next; this.#at++)
      this.#column += this.text[this.#at] === '\t' ? 4 - (this.#column % 4) : 1
  }

  skipColumns(columns: number) {
    let left = columns
    const ofTab = Math.min(left, this.#ofTab)
    this.#ofTab -= ofTab
    left -= ofTab
    while (left > 0 && this.#at < this.text.length) {
      const isTab = this.text[this.#at] === '\t'
      const width = isTab ? 4 - (this.#column % 4) : 1
      this.#at++
      this.#column += width
      this.#ofTab = Math.max(0, width - left)
      left -= width
    }
  }

  rest(): string {
    return ' '.repeat(this.#ofTab) + this.text.slice(this.#at)
  }

  skipQuoteMark() {
    this.skipTo(this.next + 1)
    const char = this.text[this.#at]
    if (char === ' ' || char === '\t') this.skipColumns(1)
  }
}
