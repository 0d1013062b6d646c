import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Frame } from '../sockets/frame.ts'
import type { RoomLog } from './room-log.ts'
import { createRunningWords } from './running-words.ts'

/** How often words of answers are told, in milliseconds: always, for each connection in the room, and at most. */
const EVERY_MS = 40
const EVERY_MS_EACH = 0.125
const EVERY_MS_AT_MOST = 400

/** Answers of which words came before anything else that are looked for at the same time. */
const UNKNOWN = 100

/** The words of a room's running answers, on their way to everybody in it. */
export function createRoomWords({
  id: realmId,
  size,
  log,
  before,
  tellAll,
}: {
  id: string
  size: () => number
  log: Pick<RoomLog, 'window' | 'ask' | 'answered'>
  /** Tells the log first: nobody hears words of an answer that they don't know. */
  before: () => void
  tellAll: (frame: Frame) => void
}) {
  const running = createRunningWords(realmId)
  let timer: NodeJS.Timeout | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  /** Answers that are not in the log here, and the question after which they are, or began before it. */
  const unknown = new Map<string, number>()

  function tell() {
    timer = undefined
    toldAt = performance.now()
    before()
    for (const frame of running.untold()) tellAll(frame)
  }

  /** Whether an answer that the log here does not have began before all that it has. */
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

    hear(id: string, content: string) {
      const message = log.window()?.find(id)
      // Late words of an answer that is over.
      if (message && !message.runs) return
      // The words to come say all of it again.
      if (!message && !running.has(id) && !isKnownOfOld(id)) return
      if (!running.hear(id, content)) return
      const pause = Math.min(EVERY_MS_AT_MOST, EVERY_MS + size() * EVERY_MS_EACH)
      timer ??= setTimeout(tell, Math.max(0, toldAt + pause - performance.now())).unref()
    },

    /** The numbers of answers of which nothing was heard for so long, in milliseconds. */
    silentFor: (ms: number) => running.silentFor(ms).flatMap((id) => log.window()?.find(id)?.number ?? []),

    close: () => clearTimeout(timer),
  }
}
