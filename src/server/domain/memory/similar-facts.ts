import type { StoredFact } from '../../db/memory/facts.ts'
import { Failure } from '../failure.ts'

/** From this similarity on, two facts say the same. */
export const SAME = 0.9

const word = /[\p{L}\p{N}\p{M}]+/gu

/** Texts that differ in nothing but case, width and the kind of space are equal. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** As pg_trgm makes them: of each word with two spaces before it and one after it, once each. */
export function trigramsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [each] of folded(text).matchAll(word)) {
    const characters = ['  ', ...each, ' '].join('')
    const all = [...characters]
    for (let at = 0; at + 3 <= all.length; at++) found.add(all.slice(at, at + 3).join(''))
  }
  return found
}

/** From 0 to 1, as pg_trgm computes it; 0 as soon as it is certain to be below `least`. */
export function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>, least = 0): number {
  if (one.size === 0 || other.size === 0) return 0
  const needed = Math.round(((least * (one.size + other.size)) / (1 + least)) * 1e6) / 1e6
  let common = 0
  let left = one.size
  for (const trigram of one) {
    if (other.has(trigram)) common += 1
    left -= 1
    if (common + left < needed) return 0
  }
  return common / (one.size + other.size - common)
}

/** Known texts, among which one that says the same as another is found. */
export class SimilarTexts<Item extends { text: string }> {
  readonly #known: { item: Item; folded: string; trigrams: ReadonlySet<string> }[] = []

  constructor(items: readonly Item[]) {
    for (const item of items) this.add(item)
  }

  add(item: Item): void {
    this.#known.push({ item, folded: folded(item.text), trigrams: trigramsOf(item.text) })
  }

  /** The one that is equal, else the most similar one, if it says the same. */
  find(text: string): Item | undefined {
    const [wanted, trigrams] = [folded(text), trigramsOf(text)]
    const equal = this.#known.find(({ folded }) => folded === wanted)
    if (equal) return equal.item
    let best: Item | undefined
    let most = 0
    for (const { item, trigrams: other } of this.#known) {
      const found = similarity(trigrams, other, SAME)
      if (found >= SAME && found > most) [best, most] = [item, found]
    }
    return best
  }
}

/** @throws {Failure} `conflict` at `text` if another fact says the same as one that is to be changed to this */
export function refuseKnown({ id, text }: StoredFact, known: readonly StoredFact[]): void {
  const same = new SimilarTexts(known.filter((one) => one.id !== id && one.deletedAt === null)).find(text)
  if (!same) return
  const off = same.isOff ? ', but switched off' : ''
  const message = `This is remembered already${off}, as number ${same.number}: “${same.text}”`
  throw new Failure('conflict', message, { errors: { text: message } })
}

/** @returns the ids of those facts deleted at this time that nobody has said again since */
export function notSaidAgain(known: readonly StoredFact[], deletedAt: Date): string[] {
  const there = new SimilarTexts(known.filter((fact) => fact.deletedAt === null))
  const deleted = known.filter((fact) => fact.deletedAt?.getTime() === deletedAt.getTime())
  return deleted.flatMap(({ id, text }) => (there.find(text) ? [] : [id]))
}
