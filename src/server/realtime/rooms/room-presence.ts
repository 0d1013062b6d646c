import type { PresenceDirectory } from '../presence.ts'
import type { Connection } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

/** How often who is here is told at most, in milliseconds, and in a room with more than so many connections. */
const EVERY_MS = 250
const LARGE = 100
const LARGE_EVERY_MS = 1_000

/** Who is in a room, for those who are in it. */
export function createRoomPresence({
  id,
  presence,
  size,
  tellAll,
}: {
  id: string
  presence: PresenceDirectory
  size: () => number
  tellAll: (frame: Frame) => void
}) {
  /** Those of this server, each as whom it was counted. */
  const counted = new Set<Connection>()
  let frame: Frame | undefined
  let isNew = false
  let toldAt = Number.NEGATIVE_INFINITY

  function now(): Frame {
    frame ??= frameOf({ type: 'presence', realm: id, ...presence.here(id) })
    return frame
  }

  return {
    enter(connection: Connection) {
      if (counted.has(connection)) return
      counted.add(connection)
      presence.enter(id, connection.wallet)
      // It is told as it enters, and there is nobody else to tell.
      if (counted.size === 1) isNew = false
    },

    leave(connection: Connection) {
      if (counted.delete(connection)) presence.leave(id, connection.wallet)
    },

    /** It was counted as somebody else. */
    changed(connection: Connection, before: string | null) {
      if (!counted.has(connection)) return
      presence.enter(id, connection.wallet)
      presence.leave(id, before)
    },

    frame: now,

    /** Others are here than before. */
    isNew() {
      frame = undefined
      isNew = true
    },

    /** @returns whether it is still to be told */
    tick(): boolean {
      const pause = size() > LARGE ? LARGE_EVERY_MS : EVERY_MS
      // The clock of the caller is no finer than this, and may be early.
      if (isNew && performance.now() - toldAt >= pause - EVERY_MS / 4) {
        isNew = false
        toldAt = performance.now()
        tellAll(now())
      }
      return isNew
    },

    close() {
      for (const { wallet } of counted) presence.leave(id, wallet)
      counted.clear()
    },
  }
}
