interface Waiting {
  begin: () => void
}

/** Lets one in at a time, in the order in which they came. */
export class WaitingLine {
  readonly #waiting: Waiting[] = []
  #isBusy = false

  /** Whoever is in, and who waits. */
  get length(): number {
    return this.#waiting.length + (this.#isBusy ? 1 : 0)
  }

  /** @returns what lets the next one in @throws the signal's reason */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#isBusy) {
      const turn = Promise.withResolvers<void>()
      const waiting = { begin: () => turn.resolve() }
      this.#waiting.push(waiting)
      const giveUp = () => {
        const place = this.#waiting.indexOf(waiting)
        // Not there any more, it is let in already, and lets the next one in below.
        if (place >= 0) this.#waiting.splice(place, 1)
        turn.reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      await turn.promise.finally(() => signal.removeEventListener('abort', giveUp))
    }
    this.#isBusy = true
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      const next = this.#waiting.shift()
      if (next) next.begin()
      else this.#isBusy = false
    }
  }
}
