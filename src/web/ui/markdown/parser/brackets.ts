import { readLinkEnd, safeUrl } from './addresses.ts'
import { matchAt } from './characters.ts'
import { emphasise, type Part } from './emphasis.ts'
import { type Definitions, type Inline, normaliseLabel } from './tree.ts'

/** The nesting of pictures in labels of pictures; deeper ones stay plain text. */
const MAX_PICTURES = 8

const reference = /\[((?:[^\\[\]]|\\.){0,999})\]/sy

/** The state that all inline texts of a document share. */
export interface Reading {
  definitions: Definitions
  /** Characters that addresses of definitions may still add: a short label can stand for a long address. */
  room: number
  /** By label, in the order of their references. */
  notes: Map<string, number>
}

interface Bracket {
  picture: boolean
  /** The index of its text among the parts. */
  part: number
  from: number
  /** Ascends, so that all brackets before a link can be marked as inactive at once. */
  id: number
  /** Another bracket follows; labels of definitions must not have brackets. */
  holdsBracket: boolean
}

export class Brackets {
  readonly #text: string
  readonly #parts: Part[]
  readonly #reading: Reading
  readonly #open: Bracket[] = []
  #ids = 0
  /** Brackets up to this id can't begin a link: they are within or before one, and links do not nest. */
  #spent = 0
  #pictures = 0

  constructor(text: string, parts: Part[], reading: Reading) {
    this.#text = text
    this.#parts = parts
    this.#reading = reading
  }

  /** @returns the position after the bracket at `at` */
  open(at: number, picture: boolean): number {
    const mark = picture ? '![' : '['
    const before = this.#open.at(-1)
    if (before) before.holdsBracket = true
    const from = at + mark.length
    // A new part, so that the parts behind the bracket can be moved into the link.
    this.#open.push({ picture, part: this.#parts.length, from, id: ++this.#ids, holdsBracket: false })
    this.#parts.push({ kind: 'text', text: mark }, { kind: 'text', text: '' })
    return from
  }

  /** @returns the position after what the bracket at `at` closes; undefined if the bracket is plain text */
  close(at: number): number | undefined {
    const bracket = this.#open.pop()
    if (!bracket || (!bracket.picture && bracket.id <= this.#spent)) return undefined
    if (this.#closeNote(bracket, at)) return at + 1
    const target = this.#targetOf(bracket, at)
    if (!target || (bracket.picture && this.#pictures >= MAX_PICTURES)) return undefined
    const within = this.#parts.splice(bracket.part).slice(1)
    if (bracket.picture) {
      const inner = within.some(({ kind }) => kind === 'picture')
      this.#pictures = inner ? this.#pictures + 1 : 1
      this.#parts.push({ kind: 'picture', label: labelOf(emphasise(within, true)) })
    } else {
      const children = emphasise(
        within.flatMap((part) => ('bare' in part ? part.children : [part])),
        true,
      )
      this.#parts.push({ kind: 'link', href: safeUrl(target.address), children })
      this.#spent = bracket.id
    }
    return target.end
  }

  #closeNote({ picture, from, part, holdsBracket }: Bracket, close: number): boolean {
    const { definitions, notes } = this.#reading
    if (picture || holdsBracket || this.#text[from] !== '^' || definitions.notes.size === 0) return false
    const label = normaliseLabel(this.#text.slice(from + 1, close))
    if (!definitions.notes.has(label)) return false
    const number = notes.get(label) ?? notes.size + 1
    notes.set(label, number)
    this.#parts.length = part
    this.#parts.push({ kind: 'note', number })
    return true
  }

  /** The target is in `(…)` after the bracket, or in a definition. */
  #targetOf({ from, holdsBracket }: Bracket, close: number): { address: string; end: number } | undefined {
    const text = this.#text
    const at = close + 1
    if (text[at] === '(') {
      const found = readLinkEnd(text, at + 1)
      if (found) return { address: found.value, end: found.end }
    }
    const { links } = this.#reading.definitions
    if (links.size === 0) return undefined
    const named = text[at] === '[' ? matchAt(reference, text, at) : null
    const end = named ? reference.lastIndex : at
    const label = named?.[1] ? named[1] : holdsBracket ? undefined : text.slice(from, close)
    const address = label === undefined || label.length > 999 ? undefined : links.get(normaliseLabel(label))
    if (address === undefined || address.length > this.#reading.room) return undefined
    this.#reading.room -= address.length
    return { address, end }
  }
}

function labelOf(children: readonly Inline[]): string {
  return children
    .map((child) => {
      if (child.kind === 'text' || child.kind === 'code') return child.text
      if (child.kind === 'picture') return child.label
      if (child.kind === 'break') return '\n'
      if (child.kind === 'formula') return child.written
      return 'children' in child ? labelOf(child.children) : ''
    })
    .join('')
}
