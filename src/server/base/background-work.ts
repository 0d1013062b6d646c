/** Work that goes on beside whoever began it, and that is waited for before a part closes. */
export class BackgroundWork {
  readonly #works = new Set<Promise<void>>()

  get size(): number {
    return this.#works.size
  }

  /** @param failed is told why the work was not done */
  add(work: Promise<unknown>, failed: (error: unknown) => void): void {
    const ended: Promise<void> = work.then(() => {}, failed).finally(() => this.#works.delete(ended))
    this.#works.add(ended)
  }

  /** Resolves when nothing goes on any more, with what was added meanwhile. */
  async settled(): Promise<void> {
    while (this.#works.size > 0) await Promise.all(this.#works)
  }
}
