export class Listeners<Told extends unknown[] = []> {
  readonly #listeners = new Set<(...told: Told) => void>()

  /** Returns the function that removes the listener. An arrow function, because React takes it as a value. */
  readonly add = (listener: (...told: Told) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  notify(...told: Told): void {
    for (const listener of this.#listeners) listener(...told)
  }
}
