import { TYPING_MS } from '../../../shared/realms/realtime.ts'
import type { Connection } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

/** Between two notices of one connection; clients send one at most every half of the time that it counts. */
const EVERY_MS = TYPING_MS * 0.4

/** That typing notices may cost in one room; each is one frame for everybody in the room. */
const FRAMES_A_SECOND = 4_000

/** At most, however few people are in the room. */
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

  mayType(connection: Connection): boolean {
    const now = performance.now()
    this.#saidAt ??= new WeakMap()
    if (now - (this.#saidAt.get(connection) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return false
    this.#saidAt.set(connection, now)
    return true
  }

  /** @returns undefined if the limit is reached */
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
