const MOST = 40

/** Sentences for whoever imports, each once, up to a maximum. */
export class Notes {
  readonly #times = new Map<string, number>()

  add(sentence: string): void {
    this.#times.set(sentence, (this.#times.get(sentence) ?? 0) + 1)
  }

  list(): string[] {
    const all = [...this.#times].map(([sentence, times]) =>
      times === 1 ? sentence : `${sentence} (${times} times)`,
    )
    if (all.length <= MOST) return all
    return [
      ...all.slice(0, MOST - 1),
      `So it is with ${(all.length - MOST + 1).toLocaleString('en-US')} more.`,
    ]
  }
}
