import { citeAsSaid, type SaidWithSources } from '../../../shared/chat/cite-as-said.ts'
import type { PartEvent } from '../../../shared/chat/part-kinds.ts'
import { textOf } from '../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { isVisible } from '../../../shared/text/plain-text.ts'
import { keepReasoning } from './keep-reasoning.ts'
import { limitWords } from './limit-words.ts'
import { plainWords } from './plain-words.ts'
import { type StoppedText, stopAt } from './stop-sequences.ts'
import type { PartWriter } from './write-parts.ts'

/** Makes a reply's parts: what can't be stored is replaced, what is too long cut off, and only cited passages stay. */
export class ReplyText {
  /** Why nothing follows. */
  end: 'stop' | 'length' | undefined
  isFull = false
  /** Whether a text that ends the answer was found. */
  found = false
  hasSaid = false
  readonly #writer: PartWriter
  readonly #cite: ReturnType<typeof citeAsSaid>
  readonly #withinWords: ReturnType<typeof limitWords>
  readonly #stop: readonly string[]
  readonly #keptReasoning = keepReasoning()
  /** The part with the passages that are cited, if any may be. */
  #sourcesId: number | undefined
  #cited: readonly CitedSource[] = []
  #plain = plainWords()
  #stops: StoppedText
  /** How many more UTF-16 units may be said. */
  #room: number
  /** What can't be seen at the beginning, which waits for what follows. */
  #blank = ''

  constructor(
    writer: PartWriter,
    options: { sources: readonly CitedSource[]; longest: number; mostWords: number; stop: readonly string[] },
  ) {
    this.#writer = writer
    this.#cite = citeAsSaid(options.sources)
    this.#withinWords = limitWords(options.mostWords)
    this.#stop = options.stop
    this.#stops = stopAt(options.stop)
    const said = textOf(writer.parts)
    this.#room = options.longest - said.length
    this.hasSaid = isVisible(said)
  }

  /** Tells that numbers in brackets are citations. */
  mayCite(): PartEvent[] {
    const begun = this.#writer.parts.find((part) => part.kind === 'sources')
    this.#cited = begun?.sources ?? []
    this.#sourcesId = begun?.id
    if (begun) return []
    const event = this.#writer.begin('sources', { sources: [] })
    this.#sourcesId = event.id
    return [event]
  }

  /** Whether another answer of the model may follow. */
  get mayGoOn(): boolean {
    return this.end === 'stop' && !this.isFull
  }

  remark(text: string): PartEvent[] {
    return listed(this.#writer.grow('words', text))
  }

  think(text: string): PartEvent[] {
    return listed(this.#writer.grow('reasoning', this.#keptReasoning(text)))
  }

  take(text: string): PartEvent[] {
    const said = this.#within(this.#stops.take(this.#plain.take(text)))
    if (this.#stops.found) this.#fill('stop')
    return said
  }

  /** Says what was held back at the end of the model's answer. */
  finish(reason: 'stop' | 'length'): PartEvent[] {
    const said = this.#within(this.#stops.take(this.#plain.rest()) + this.#stops.rest())
    if (this.#stops.found) this.#fill('stop')
    this.end ??= reason
    return said
  }

  /** Says what was held back because of citations. Another answer of the model may follow. */
  flush(): PartEvent[] {
    this.#plain = plainWords()
    this.#stops = stopAt(this.#stop)
    return this.#say(this.#cite.rest())
  }

  #fill(reason: 'stop' | 'length') {
    this.found ||= this.#stops.found
    this.isFull = true
    this.end ??= reason
  }

  #within(text: string): PartEvent[] {
    const allowed = this.#withinWords(text)
    const heard = cut(allowed.text, this.#room)
    if (allowed.full || heard.length < allowed.text.length) this.#fill('length')
    this.#room -= heard.length
    return this.#say(this.#cite.take(heard))
  }

  /** What can't be seen is held back at the beginning: the reader continues to wait, and a reply of that alone is empty. */
  #say({ text, sources }: SaidWithSources): PartEvent[] {
    const said = this.hasSaid ? text : this.#blank + text
    this.hasSaid ||= isVisible(text)
    if (!this.hasSaid) {
      this.#blank = said
      return []
    }
    return [...this.#nowCiting(sources), ...listed(this.#writer.grow('words', said))]
  }

  #nowCiting(sources: readonly CitedSource[]): PartEvent[] {
    if (sources.length === 0 || this.#sourcesId === undefined) return []
    const known = new Set(this.#cited.map(({ n }) => n))
    const fresh = sources.filter(({ n }) => !known.has(n))
    if (fresh.length === 0) return []
    this.#cited = [...this.#cited, ...fresh].sort((one, other) => one.n - other.n)
    return [this.#writer.change('sources', this.#sourcesId, { sources: [...this.#cited] })]
  }
}

const listed = (event: PartEvent | null): PartEvent[] => (event ? [event] : [])

function cut(text: string, units: number): string {
  if (text.length <= units) return text
  const torn = units > 0 && /[\ud800-\udbff]/.test(text.charAt(units - 1))
  return text.slice(0, torn ? units - 1 : units)
}
