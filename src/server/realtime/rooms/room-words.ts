import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Frame } from '../sockets/frame.ts'
import type { RoomLog } from './room-log.ts'
import { RunningWords, type Said } from './running-words.ts'

/** Minimum time between two broadcasts: base value, addition for each connection in the room, and maximum. */
const EVERY_MS = 40
const EVERY_MS_EACH = 0.125
const EVERY_MS_AT_MOST = 400

/** Maximum number of answers being looked up whose text arrived before anything else of them. */
const UNKNOWN = 100

interface RoomWordsOptions {
  id: string
  size: () => number
  log: Pick<RoomLog, 'window' | 'ask' | 'answered'>
  /** Sends the log first, so that no client gets text of an answer that it does not know. */
  before: () => void
  broadcast: (frame: Frame) => void
}

export class RoomWords {
  readonly #options: RoomWordsOptions
  readonly #running: RunningWords
  #timer: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /** Answers missing from the window, with the number of the query after which they are in it or are older than it. */
  readonly #unknown = new Map<string, number>()

  constructor(options: RoomWordsOptions) {
    this.#options = options
    this.#running = new RunningWords(options.id)
  }

  take(message: RealmMessage): void {
    this.#unknown.delete(message.id)
    this.#running.take(message)
  }

  /** Frames with the whole text of each answer, for entering connections. */
  whole(): Frame[] {
    return this.#running.whole()
  }

  receive(id: string, so: Said): void {
    const { log, size } = this.#options
    const message = log.window()?.find(id)
    // Late text of an answer that is over.
    if (message && !message.runs) return
    // Later text will include this text.
    if (!message && !this.#running.has(id) && !this.#isKnownOfOld(id)) return
    if (!this.#running.receive(id, so)) return
    const pause = Math.min(EVERY_MS_AT_MOST, EVERY_MS + size() * EVERY_MS_EACH)
    const inMs = Math.max(0, this.#sentAt + pause - performance.now())
    this.#timer ??= setTimeout(() => this.#notify(), inMs).unref()
  }

  /** The numbers of answers without new text for this many milliseconds. */
  silentFor(ms: number): number[] {
    return this.#running.silentFor(ms).flatMap((id) => this.#options.log.window()?.find(id)?.number ?? [])
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #notify(): void {
    this.#timer = undefined
    this.#sentAt = performance.now()
    this.#options.before()
    for (const frame of this.#running.unsent()) this.#options.broadcast(frame)
  }

  /** Whether an answer that is missing from the window is older than everything in it. */
  #isKnownOfOld(id: string): boolean {
    const { log } = this.#options
    const asked = this.#unknown.get(id)
    if (asked !== undefined) return log.answered() >= asked
    if (this.#unknown.size < UNKNOWN) this.#unknown.set(id, log.ask())
    return false
  }
}
