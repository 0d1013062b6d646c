import type { PresenceDirectory } from '../presence.ts'
import type { Connection } from '../sockets/connection.ts'
import { type Frame, frameOf } from '../sockets/frame.ts'

/**
 * Minimum time between two presence frames, in milliseconds; rooms with more than `LARGE` connections use
 * `LARGE_EVERY_MS`.
 */
const EVERY_MS = 250
const LARGE = 100
const LARGE_EVERY_MS = 1_000

/** Sends the presence of a room to the connections in it. */
export function createRoomPresence({
  id,
  presence,
  size,
  broadcast,
}: {
  id: string
  presence: PresenceDirectory
  size: () => number
  broadcast: (frame: Frame) => void
}) {
  /** The connections of this server that have been counted. */
  const counted = new Set<Connection>()
  let frame: Frame | undefined
  let isNew = false
  let sentAt = Number.NEGATIVE_INFINITY

  function now(): Frame {
    frame ??= frameOf({ type: 'presence', realm: id, ...presence.here(id) })
    return frame
  }

  return {
    enter(connection: Connection) {
      if (counted.has(connection)) return
      counted.add(connection)
      presence.enter(id, connection.wallet)
      // The connection gets the presence as it enters, and there is nobody else to notify.
      if (counted.size === 1) isNew = false
    },

    leave(connection: Connection) {
      if (counted.delete(connection)) presence.leave(id, connection.wallet)
    },

    /** Counts a connection under its new wallet instead of the previous one. */
    changed(connection: Connection, before: string | null) {
      if (!counted.has(connection)) return
      presence.enter(id, connection.wallet)
      presence.leave(id, before)
    },

    frame: now,

    /** Marks the presence as changed. */
    isNew() {
      frame = undefined
      isNew = true
    },

    /** @returns whether a change still has to be sent */
    tick(): boolean {
      const pause = size() > LARGE ? LARGE_EVERY_MS : EVERY_MS
      // The caller's timer has no finer resolution and may fire early.
      if (isNew && performance.now() - sentAt >= pause - EVERY_MS / 4) {
        isNew = false
        sentAt = performance.now()
        broadcast(now())
      }
      return isNew
    },

    close() {
      for (const { wallet } of counted) presence.leave(id, wallet)
      counted.clear()
    },
  }
}
