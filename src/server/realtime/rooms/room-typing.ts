import { TYPING_MS } from '../../../shared/realms/realtime.ts'
import type { Connection } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

/** How often a connection may say that it is typing, in milliseconds; clients say so at most every half of the time it counts. */
const EVERY_MS = TYPING_MS * 0.4

/** Frames a second that typing may cost in one room; each is one for everybody in it. */
const FRAMES_A_SECOND = 4_000

/** How often somebody's typing is told in a room, however few are in it. */
const TOLD_A_SECOND = 20

/** Who is typing in a room: little enough of it that it never matters. */
export function createRoomTyping({ id, size }: { id: string; size: () => number }) {
  /** When each connection said so last. */
  let saidAt: WeakMap<Connection, number> | undefined
  let allowance = TOLD_A_SECOND
  let countedAt = performance.now()

  return {
    /** Whether a connection may say so now. */
    mayType(connection: Connection): boolean {
      const now = performance.now()
      saidAt ??= new WeakMap()
      if (now - (saidAt.get(connection) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return false
      saidAt.set(connection, now)
      return true
    },

    /** @returns what to tell, if there is room for it */
    hear(who: string): Frame | undefined {
      const now = performance.now()
      const aSecond = Math.min(TOLD_A_SECOND, Math.max(1, FRAMES_A_SECOND / Math.max(1, size())))
      allowance = Math.min(aSecond, allowance + ((now - countedAt) / 1000) * aSecond)
      countedAt = now
      if (allowance < 1) return undefined
      allowance -= 1
      return frameOf({ type: 'typing', realm: id, who })
    },
  }
}
