/** Works for the same key one after the other, so that the later one finds what the earlier one did. */
export class OneByOne {
  readonly #working = new Map<string, Promise<unknown>>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    while (this.#working.has(key)) await this.#working.get(key)
    const result = work()
    this.#working.set(
      key,
      result.catch(() => {}).finally(() => this.#working.delete(key)),
    )
    return result
  }

  /** Resolves when what works now has ended, however it ends. */
  settled(): Promise<unknown> {
    return Promise.all(this.#working.values())
  }
}

/** Works for a key once at a time: whoever asks meanwhile gets the same result. */
export class SingleFlight<Result> {
  readonly #working = new Map<string, Promise<Result>>()

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#working.get(key)
    if (known) return known
    const working = work().finally(() => this.#working.delete(key))
    this.#working.set(key, working)
    return working
  }

  /** Resolves when what works now has ended, however it ends. */
  settled(): Promise<unknown> {
    return Promise.allSettled(this.#working.values())
  }
}
