import { Listeners } from '../../../lib/listeners.ts'

/** The state of the wallet modal. It resolves to the chosen wallet's name, or null if it was closed. */
export class ModalState {
  readonly #listeners = new Listeners()
  #current: PromiseWithResolvers<string | null> | undefined

  readonly isOpen = (): boolean => this.#current !== undefined

  readonly subscribe = this.#listeners.add

  /** Opens the modal, or returns the result of the one that is already open. */
  open(): Promise<string | null> {
    if (this.#current) return this.#current.promise
    this.#current = Promise.withResolvers<string | null>()
    const { promise } = this.#current
    this.#listeners.notify()
    return promise
  }

  end(chosen: string | null): void {
    this.#current?.resolve(chosen)
    this.#current = undefined
    this.#listeners.notify()
  }
}
