import { angledAddressAt, htmlAt } from './addresses.ts'
import { bareAddress, bareAddressesOf } from './bare-addresses.ts'
import { Brackets, type Reading } from './brackets.ts'
import { decodeEntity, isPunctuation, matchAt, runLength } from './characters.ts'
import { emphasise, type Part, runAt } from './emphasis.ts'
import { type FoundFormula, formulasOf } from './formulas.ts'
import type { Inline } from './tree.ts'

/** Up to the next character that may be markup. */
const words = /[^\n\\`$&<*_~[\]!]+/y
const entity = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[a-zA-Z][\da-zA-Z]{1,31});/y

/** Raw HTML is text. Reads each character a bounded number of times and nests to a bounded depth. */
export function readInline(text: string, reading: Reading): Inline[] {
  return new InlineReader(text, reading).read()
}

class InlineReader {
  readonly #text: string
  readonly #parts: Part[] = []
  readonly #brackets: Brackets
  readonly #ticks: Ticks
  readonly #addresses: ReturnType<typeof bareAddressesOf>
  readonly #formulas: ReturnType<typeof formulasOf>
  #at = 0
  /** Up to here there is no markup; computed once for all addresses within. */
  #plainTo = 0

  constructor(text: string, reading: Reading) {
    this.#text = text
    this.#brackets = new Brackets(text, this.#parts, reading)
    this.#ticks = new Ticks(text)
    this.#addresses = bareAddressesOf(text)
    this.#formulas = formulasOf(text)
  }

  read(): Inline[] {
    while (this.#at < this.#text.length) this.#readNext(this.#text.charAt(this.#at))
    return emphasise(this.#parts, false)
  }

  #readNext(char: string): void {
    if (char === '\n') this.#readBreak()
    else if (char === '\\') this.#readEscape()
    else if (char === '`') this.#readCode()
    else if (char === '$') this.#readDollar()
    else if (char === '&') this.#readEntity()
    else if (char === '<') this.#readAngle()
    else if (char === '*' || char === '_' || char === '~') this.#readRun()
    else if (char === '[') this.#openBracket(false)
    else if (char === '!' && this.#text[this.#at + 1] === '[') this.#openBracket(true)
    else if (char === ']') this.#closeBracket()
    else this.#readWords()
  }

  #say(text: string): void {
    const last = this.#parts.at(-1)
    if (last?.kind === 'text') last.text += text
    else if (text !== '') this.#parts.push({ kind: 'text', text })
  }

  #readWords(): void {
    if (this.#at >= this.#plainTo)
      this.#plainTo = matchAt(words, this.#text, this.#at) ? words.lastIndex : this.#at + 1
    const address = this.#addresses.next(this.#at)
    const end = Math.min(address ?? this.#plainTo, this.#plainTo)
    this.#say(this.#text.slice(this.#at, end))
    this.#at = end
    if (address === end) this.#readBareAddress()
  }

  #readBareAddress(): void {
    const { end, href } = bareAddress(this.#text, this.#at)
    const label = this.#text.slice(this.#at, end)
    if (href === undefined) this.#say(label)
    else this.#parts.push({ kind: 'link', href, children: [{ kind: 'text', text: label }], bare: true })
    this.#at = end
  }

  #readBreak(): void {
    const last = this.#parts.at(-1)
    let isHard = false
    if (last?.kind === 'text') {
      let end = last.text.length
      while (end > 0 && last.text[end - 1] === ' ') end--
      isHard = last.text.length - end >= 2
      last.text = last.text.slice(0, end)
    }
    this.#at++
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at++
    // The break is a part of its own, so that removing the spaces before the next one does not scan this line again.
    this.#parts.push(isHard ? { kind: 'break' } : { kind: 'text', text: '\n' })
  }

  #readFormula(found: FoundFormula | undefined): boolean {
    if (!found) return false
    const { source, display, at } = found
    this.#parts.push({ kind: 'formula', source, display, written: this.#text.slice(this.#at, at) })
    this.#at = at
    return true
  }

  #readDollar(): void {
    if (this.#readFormula(this.#formulas.atDollar(this.#at))) return
    this.#say('$')
    this.#at++
  }

  #readEscape(): void {
    if (this.#readFormula(this.#formulas.atBackslash(this.#at))) return
    const next = this.#text.charAt(this.#at + 1)
    if (next === '\n') this.#parts.push({ kind: 'break' })
    else this.#say(isPunctuation(next) ? next : '\\')
    this.#at += next === '\n' || isPunctuation(next) ? 2 : 1
  }

  #readCode(): void {
    const length = runLength(this.#text, this.#at)
    const from = this.#at + length
    const close = this.#ticks.after(from, length)
    if (close === undefined) {
      this.#say('`'.repeat(length))
      this.#at = from
      return
    }
    const code = this.#text.slice(from, close).replaceAll('\n', ' ')
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    this.#parts.push({ kind: 'code', text: isPadded ? code.slice(1, -1) : code })
    this.#at = close + length
  }

  #readEntity(): void {
    const found = matchAt(entity, this.#text, this.#at)?.[0] ?? ''
    const decoded = found === '' ? undefined : decodeEntity(found)
    this.#say(decoded ?? '&')
    this.#at += decoded === undefined ? 1 : found.length
  }

  #readAngle(): void {
    const address = angledAddressAt(this.#text, this.#at)
    if (address) {
      const { label, href } = address
      const children: Inline[] = [{ kind: 'text', text: label }]
      this.#parts.push({ kind: 'link', href: href || undefined, children, bare: true })
      this.#at += label.length + 2
      return
    }
    const html = htmlAt(this.#text, this.#at)
    // The only break that a cell of a table can have; all other HTML is shown as it is written.
    if (/^<br ?\/?>$/i.test(html)) this.#parts.push({ kind: 'break' })
    else this.#say(html)
    this.#at += html.length
  }

  #readRun(): void {
    const run = runAt(this.#text, this.#at)
    this.#parts.push(run)
    this.#at += run.length
  }

  #openBracket(picture: boolean): void {
    this.#at = this.#brackets.open(this.#at, picture)
  }

  #closeBracket(): void {
    const end = this.#brackets.close(this.#at)
    if (end === undefined) this.#say(']')
    this.#at = end ?? this.#at + 1
  }
}

/** Runs of backticks by their length. Each list is iterated only once, in parallel with the text. */
class Ticks {
  readonly #text: string
  #runs: Map<number, { places: number[]; next: number }> | undefined

  constructor(text: string) {
    this.#text = text
  }

  after(from: number, length: number): number | undefined {
    this.#runs ??= this.#find()
    const same = this.#runs.get(length)
    if (!same) return undefined
    while ((same.places[same.next] ?? Number.POSITIVE_INFINITY) < from) same.next++
    return same.places[same.next]
  }

  #find(): Map<number, { places: number[]; next: number }> {
    const text = this.#text
    const found = new Map<number, { places: number[]; next: number }>()
    for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
      const length = runLength(text, at)
      const same = found.get(length)
      if (same) same.places.push(at)
      else found.set(length, { places: [at], next: 0 })
      at += length
    }
    return found
  }
}
