/** What is larger is not kept, in characters of JSON. */
export const MOST_CARRIED = 256 * 1024

/** Where the words and the calls stand between what is carried; both are stored elsewhere. */
const WORDS = 'words'
const CALL = 'call'

/** What a model wants back as it sent it, in its order among the words and calls of the answer. */
export class OrderedCarry {
  readonly #order: unknown[] = []
  #isNeeded = false

  add(item: object): void {
    this.#isNeeded = true
    this.#order.push(item)
  }

  words(): void {
    if (this.#order.at(-1) !== WORDS) this.#order.push(WORDS)
  }

  call(): void {
    this.#order.push(CALL)
  }

  /** JSON; null if there is nothing to carry, or too much. */
  get bytes(): string | null {
    if (!this.#isNeeded) return null
    const bytes = JSON.stringify(this.#order)
    return bytes.length > MOST_CARRIED ? null : bytes
  }
}

/** Puts what was carried back between the words and the calls of its answer. */
export function inOrder<Item>(
  bytes: string,
  { words, calls }: { words: readonly Item[]; calls: readonly Item[] },
): (Item | object)[] {
  const order: unknown = JSON.parse(bytes)
  const [wordsLeft, callsLeft] = [[...words], [...calls]]
  const items: (Item | object)[] = []
  for (const item of Array.isArray(order) ? order : []) {
    if (item === WORDS) items.push(...wordsLeft.splice(0))
    else if (item === CALL) {
      items.push(...callsLeft.splice(0, 1))
    } else if (typeof item === 'object' && item !== null) items.push(item)
  }
  return [...items, ...wordsLeft, ...callsLeft]
}
