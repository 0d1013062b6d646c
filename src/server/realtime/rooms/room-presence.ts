import type { PresenceDirectory } from '../presence/presence.ts'
import type { Connection } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

/** Minimum time between two frames; rooms with more than `LARGE` connections use `LARGE_EVERY_MS`. */
const EVERY_MS = 250
const LARGE = 100
const LARGE_EVERY_MS = 1_000

interface RoomPresenceOptions {
  id: string
  presence: PresenceDirectory
  size: () => number
  broadcast: (frame: Frame) => void
}

export class RoomPresence {
  readonly #options: RoomPresenceOptions
  readonly #counted = new Set<Connection>()
  #frame: Frame | undefined
  #isNew = false
  #sentAt = Number.NEGATIVE_INFINITY

  constructor(options: RoomPresenceOptions) {
    this.#options = options
  }

  enter(connection: Connection): void {
    if (this.#counted.has(connection)) return
    this.#counted.add(connection)
    this.#options.presence.enter(this.#options.id, connection.wallet)
    // The connection gets the presence as it enters, and there is nobody else to notify.
    if (this.#counted.size === 1) this.#isNew = false
  }

  leave(connection: Connection): void {
    if (this.#counted.delete(connection)) this.#options.presence.leave(this.#options.id, connection.wallet)
  }

  viewerChanged(connection: Connection, before: string | null): void {
    if (!this.#counted.has(connection)) return
    this.#options.presence.enter(this.#options.id, connection.wallet)
    this.#options.presence.leave(this.#options.id, before)
  }

  frame(): Frame {
    const { id, presence } = this.#options
    this.#frame ??= frameOf({ type: 'presence', realm: id, ...presence.here(id) })
    return this.#frame
  }

  changed(): void {
    this.#frame = undefined
    this.#isNew = true
  }

  /** @returns whether a change still has to be sent */
  tick(): boolean {
    const pause = this.#options.size() > LARGE ? LARGE_EVERY_MS : EVERY_MS
    // The caller's timer has no finer resolution and may fire early.
    if (this.#isNew && performance.now() - this.#sentAt >= pause - EVERY_MS / 4) {
      this.#isNew = false
      this.#sentAt = performance.now()
      this.#options.broadcast(this.frame())
    }
    return this.#isNew
  }

  close(): void {
    for (const { wallet } of this.#counted) this.#options.presence.leave(this.#options.id, wallet)
    this.#counted.clear()
  }
}
