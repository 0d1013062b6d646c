/** Hands on what comes by itself, in order, to whoever asks for it. It has no bound: it holds one answer at most. */
export class AnswerEvents<Event> {
  #events: Event[] = []
  #failure: unknown
  #isOver = false
  #changed = Promise.withResolvers<void>()

  push(event: Event): void {
    this.#events.push(event)
    this.#changed.resolve()
  }

  /** @param failure thrown once all events before it were taken */
  end(failure?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#failure = failure
    this.#changed.resolve()
  }

  async *taken(): AsyncGenerator<Event> {
    for (;;) {
      const events = this.#events
      this.#events = []
      for (const event of events) yield event
      if (this.#events.length > 0) continue
      if (this.#isOver) {
        if (this.#failure !== undefined) throw this.#failure
        return
      }
      this.#changed = Promise.withResolvers()
      await this.#changed.promise
    }
  }
}
