import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Frame } from '../sockets/frame.ts'
import type { RoomLog } from './room-log.ts'
import { createRunningWords, type Said } from './running-words.ts'

/**
 * Minimum time between two `words` broadcasts, in milliseconds: base value, addition for each connection in the room,
 * and maximum.
 */
const EVERY_MS = 40
const EVERY_MS_EACH = 0.125
const EVERY_MS_AT_MOST = 400

/** Maximum number of answers being looked up whose text arrived before anything else of them. */
const UNKNOWN = 100

/** Broadcasts the text of a room's running answers. */
export function createRoomWords({
  id: realmId,
  size,
  log,
  before,
  broadcast,
}: {
  id: string
  size: () => number
  log: Pick<RoomLog, 'window' | 'ask' | 'answered'>
  /** Sends the log first, so that no client gets text of an answer that it does not know. */
  before: () => void
  broadcast: (frame: Frame) => void
}) {
  const running = createRunningWords(realmId)
  let timer: NodeJS.Timeout | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  /** Answers missing from the window, with the number of the query after which they are in it or are older than it. */
  const unknown = new Map<string, number>()

  function notify() {
    timer = undefined
    sentAt = performance.now()
    before()
    for (const frame of running.unsent()) broadcast(frame)
  }

  /** Whether an answer that is missing from the window is older than everything in it. */
  function isKnownOfOld(id: string): boolean {
    const asked = unknown.get(id)
    if (asked !== undefined) return log.answered() >= asked
    if (unknown.size < UNKNOWN) unknown.set(id, log.ask())
    return false
  }

  return {
    take(message: RealmMessage) {
      unknown.delete(message.id)
      running.take(message)
    },

    whole: running.whole,

    receive(id: string, so: Said) {
      const message = log.window()?.find(id)
      // Late text of an answer that is over.
      if (message && !message.runs) return
      // Later text will include this text.
      if (!message && !running.has(id) && !isKnownOfOld(id)) return
      if (!running.receive(id, so)) return
      const pause = Math.min(EVERY_MS_AT_MOST, EVERY_MS + size() * EVERY_MS_EACH)
      timer ??= setTimeout(notify, Math.max(0, sentAt + pause - performance.now())).unref()
    },

    /** The numbers of answers without new text for this many milliseconds. */
    silentFor: (ms: number) => running.silentFor(ms).flatMap((id) => log.window()?.find(id)?.number ?? []),

    close: () => clearTimeout(timer),
  }
}
