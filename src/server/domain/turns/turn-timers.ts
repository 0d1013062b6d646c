/** Timeouts in milliseconds. */
export interface Patience {
  firstWords: number
  whole: number
}

export const PATIENCE: Patience = { firstWords: 30_000, whole: 90_000 }

/** Waits for a turn's first words, and for its end. Calls of tools have a limit of their own: meanwhile no time passes. */
export class TurnTimers {
  readonly #patience: Patience
  readonly #late: (what: keyof Patience) => void
  readonly #calls = new Set<number>()
  #left: number
  #since = 0
  #first: NodeJS.Timeout | undefined
  #whole: NodeJS.Timeout | undefined

  constructor(patience: Patience, late: (what: keyof Patience) => void) {
    this.#patience = patience
    this.#late = late
    this.#left = patience.whole
    this.#go()
  }

  spoke(): void {
    clearTimeout(this.#first)
  }

  /** A call runs, or does not any more; after the last of them the first words are waited for again. */
  calls(id: number, runs: boolean): void {
    const ran = this.#calls.size > 0
    if (runs) this.#calls.add(id)
    else this.#calls.delete(id)
    const nowRuns = this.#calls.size > 0
    if (ran && !nowRuns) this.#go()
    if (ran || !nowRuns) return
    this.stop()
    this.#left -= performance.now() - this.#since
  }

  stop(): void {
    clearTimeout(this.#first)
    clearTimeout(this.#whole)
  }

  #go() {
    this.#since = performance.now()
    this.#first = setTimeout(this.#late, this.#patience.firstWords, 'firstWords')
    this.#whole = setTimeout(this.#late, Math.max(0, this.#left), 'whole')
  }
}
