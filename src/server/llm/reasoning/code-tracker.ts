/** Suffices to tell whether a line is code, in UTF-16 units. */
const LINE_CHARACTERS = 200

/** What is read is looked at together, where it is asked for or has this many UTF-16 units: few answers have marks. */
const UNREAD_CHARACTERS = 8_192

/** Knows whether the end of a text is code. */
export class CodeTracker {
  #unread = ''
  #fence: string | null = null
  #line = ''
  #isBetweenTicks = false
  #endsInTick = false

  read(text: string): void {
    this.#unread += text
    if (this.#unread.length >= UNREAD_CHARACTERS) this.#readUnread()
  }

  #readUnread(): void {
    const text = this.#unread
    this.#unread = ''
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
    this.#readUnread()
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

/** A fence, except one whose code ends on the same line. */
const fenceLine = /^[\s>*+-]*(`{3,}(?=[^`]*$)|~{3,})(.*)/
