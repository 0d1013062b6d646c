import { TYPING_MS } from '../../../shared/realms/realtime.ts'
import type { Connection } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

/** Minimum time between two notices of a connection; clients send one at most every half of the time that it counts. */
const EVERY_MS = TYPING_MS * 0.4

/** Frames a second that typing notices may cost in one room; each notice is one frame for everybody in the room. */
const FRAMES_A_SECOND = 4_000

/** Maximum number of typing notices a second in a room, however few people are in it. */
const TOLD_A_SECOND = 20

/** Limits typing notices so that their cost is negligible. */
export class RoomTyping {
  readonly #id: string
  readonly #size: () => number
  #saidAt: WeakMap<Connection, number> | undefined
  #allowance = TOLD_A_SECOND
  #countedAt = performance.now()

  constructor(id: string, size: () => number) {
    this.#id = id
    this.#size = size
  }

  /** Whether a typing notice of this connection is accepted now. */
  mayType(connection: Connection): boolean {
    const now = performance.now()
    this.#saidAt ??= new WeakMap()
    if (now - (this.#saidAt.get(connection) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return false
    this.#saidAt.set(connection, now)
    return true
  }

  /** @returns the frame to broadcast, or undefined if the rate limit is reached */
  receive(who: string): Frame | undefined {
    const now = performance.now()
    const aSecond = Math.min(TOLD_A_SECOND, Math.max(1, FRAMES_A_SECOND / Math.max(1, this.#size())))
    this.#allowance = Math.min(aSecond, this.#allowance + ((now - this.#countedAt) / 1000) * aSecond)
    this.#countedAt = now
    if (this.#allowance < 1) return undefined
    this.#allowance -= 1
    return frameOf({ type: 'typing', realm: this.#id, who })
  }
}
