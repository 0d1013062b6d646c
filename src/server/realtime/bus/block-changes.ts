import type { Bus } from './bus.ts'

/**
 * Tells sockets on any server that whom a wallet blocks has changed. A lost notification only delays: pages ask again when
 * they are opened or looked at again.
 */
export class BlockChanges {
  readonly #bus: Pick<Bus, 'sendToServers' | 'onServerEvent'>
  readonly #listeners = new Set<(wallet: string) => void>()

  constructor({ bus }: { bus: Pick<Bus, 'sendToServers' | 'onServerEvent'> }) {
    this.#bus = bus
    bus.onServerEvent((_server, event) => {
      if (event.type === 'blocks-changed') this.#notify(event.wallet)
    })
  }

  announce(wallet: string): void {
    this.#notify(wallet)
    this.#bus.sendToServers({ type: 'blocks-changed', wallet })
  }

  /** @returns a function that unsubscribes */
  listen(listener: (wallet: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(wallet: string): void {
    for (const listener of [...this.#listeners]) listener(wallet)
  }
}
