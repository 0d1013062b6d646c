import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Frame } from '../sockets/frame.ts'
import { HeldBack, type HeldBackOptions } from './held-back.ts'
import type { RoomLog } from './room-log.ts'
import { RunningWords, type Said } from './running-words.ts'

/** Minimum time between two broadcasts: base value, addition for each connection in the room, and maximum. */
const EVERY_MS = 40
const EVERY_MS_EACH = 0.125
const EVERY_MS_AT_MOST = 400

/** Maximum number of answers being looked up whose text arrived before anything else of them. */
const UNKNOWN = 100

interface RoomWordsOptions extends HeldBackOptions {
  size: () => number
  roomLog: Pick<RoomLog, 'window' | 'ask' | 'answered'>
  /** Sends the log first, so that no client gets text of an answer that it does not know. */
  before: () => void
  broadcast: (frame: Frame) => void
}

export class RoomWords {
  readonly #options: RoomWordsOptions
  readonly #running: RunningWords
  readonly #heldBack: HeldBack
  /** Whether somebody entered who was not sent the text so far. */
  #isOwed = false
  #timer: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /** Answers missing from the window, with the number of the query after which they are in it or are older than it. */
  readonly #unknown = new Map<string, number>()

  constructor(options: RoomWordsOptions) {
    this.#options = options
    this.#running = new RunningWords(options.id)
    this.#heldBack = new HeldBack(options, () => this.#notifySoon())
  }

  /** The realm has changed, or may have: it can hold words now. */
  realmChanged(): void {
    this.#heldBack.forget()
  }

  take(message: RealmMessage): void {
    this.#unknown.delete(message.id)
    this.#running.take(message)
  }

  /** Frames with the whole text of each answer, for entering connections; all are sent it later if that is not known yet. */
  whole(): Frame[] {
    const whole = this.#running.whole()
    if (whole.length === 0 || this.#heldBack.maySend()) return whole
    this.#isOwed = true
    return []
  }

  receive(id: string, so: Said): void {
    const message = this.#options.roomLog.window()?.find(id)
    // Late text of an answer that is over.
    if (message && !message.runs) return
    // Later text will include this text.
    if (!message && !this.#running.has(id) && !this.#isKnownOfOld(id)) return
    if (this.#running.receive(id, so)) this.#notifySoon()
  }

  /** The numbers of answers without new text for this many milliseconds. */
  silentFor(ms: number): number[] {
    return this.#running.silentFor(ms).flatMap((id) => this.#options.roomLog.window()?.find(id)?.number ?? [])
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#heldBack.close()
  }

  #notifySoon(): void {
    const pause = Math.min(EVERY_MS_AT_MOST, EVERY_MS + this.#options.size() * EVERY_MS_EACH)
    const inMs = Math.max(0, this.#sentAt + pause - performance.now())
    this.#timer ??= setTimeout(() => this.#notify(), inMs).unref()
  }

  #notify(): void {
    this.#timer = undefined
    if (!this.#heldBack.maySend()) return
    this.#sentAt = performance.now()
    this.#options.before()
    const owed = this.#isOwed ? this.#running.whole() : []
    this.#isOwed = false
    for (const frame of [...owed, ...this.#running.unsent()]) this.#options.broadcast(frame)
  }

  /** Whether an answer that is missing from the window is older than everything in it. */
  #isKnownOfOld(id: string): boolean {
    const { roomLog } = this.#options
    const asked = this.#unknown.get(id)
    if (asked !== undefined) return roomLog.answered() >= asked
    if (this.#unknown.size < UNKNOWN) this.#unknown.set(id, roomLog.ask())
    return false
  }
}
