import { isRunning, type RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { type Frame, frameOfJson } from '../sockets/frame.ts'

/** Maximum size, in characters, of the buffered changes that everybody here has received. */
const KEPT_CHARACTERS = 256_000

const DROPPED = 20

const AHEAD = 300

/** Maximum size, in bytes, of what a returning client is sent; beyond it, loading the newest page is faster. */
const SENT_BYTES = 350_000

/** Maximum number of cached frames for returning clients; a cached frame is used until something changes. */
const FRAMES_KEPT = 8

/** A buffered change. As there are many, it has only the needed fields of the message and its JSON for the wire. */
interface Change {
  readonly version: number
  readonly id: string
  readonly number: number
  readonly runs: boolean
  readonly json: string
  /** Whether the same message has changed again since. */
  past: boolean
}

/** The newest changes of one realm, in the order of their versions, in memory. */
export class ChangeBuffer {
  readonly #realmId: string
  #changes: Change[] = []
  #characters = 0
  #floor: number
  #known: number
  /** The number of the newest message; a change with a smaller number is one of an existing message. */
  #newest = 0
  readonly #ahead = new Map<number, RealmMessage>()
  readonly #frames = new Map<number, Frame | null>()

  constructor(realmId: string, start: number) {
    this.#realmId = realmId
    this.#floor = start
    this.#known = start
  }

  /** The buffer has every change after version `floor` up to version `known`. */
  floor(): number {
    return this.#floor
  }

  known(): number {
    return this.#known
  }

  /** Adds every change after `from`, at most the known version, up to `to`. @returns the messages that are new here */
  fill(from: number, to: number, messages: readonly RealmMessage[]): RealmMessage[] {
    this.#frames.clear()
    let taken: RealmMessage[]
    if (from < this.#floor) taken = this.#refill(from, to, messages)
    else {
      taken = messages.filter(({ version }) => version > this.#known)
      for (const message of taken) this.#append(message)
      this.#known = Math.max(this.#known, to)
    }
    return [...taken, ...this.#takeAhead()]
  }

  /**
   * Changes that follow the known version become known; a later one waits for all before it. @returns those known now
   */
  announce(messages: readonly RealmMessage[]): RealmMessage[] {
    const taken: RealmMessage[] = []
    for (const message of messages)
      if (message.version === this.#known + 1) taken.push(this.#append(message))
      // A dropped announcement is harmless: the gap is filled from the database anyway.
      else if (message.version > this.#known && this.#ahead.size < AHEAD)
        this.#ahead.set(message.version, message)
    taken.push(...this.#takeAhead())
    if (this.#frames.size > 0 && taken.length > 0) this.#frames.clear()
    return taken
  }

  hasGap(): boolean {
    return this.#ahead.size > 0
  }

  /**
   * A `log` frame of every change after a version, which must not be below the floor; null if it would be too large.
   */
  frameAfter(version: number): Frame | null {
    const wanted: string[] = []
    let sent = 0
    for (let index = this.#changes.length - 1; index >= 0; index--) {
      const change = this.#changes[index]
      if (!change || change.version <= version) break
      // Only the latest state of a message is sent.
      if (change.past) continue
      sent += Buffer.byteLength(change.json)
      if (sent > SENT_BYTES) return null
      wanted.push(change.json)
    }
    const messages = wanted.reverse().join(',')
    return frameOfJson(
      `{"type":"log","realm":"${this.#realmId}","from":${version},"to":${this.#known},"messages":[${messages}]}`,
    )
  }

  /** Caches `frameAfter`, as many clients that return together ask for the same version. */
  frameForComer(version: number): Frame | null {
    const made = this.#frames.get(version)
    if (made !== undefined) return made
    const frame = this.frameAfter(version)
    if (this.#frames.size === FRAMES_KEPT) this.#frames.clear()
    this.#frames.set(version, frame)
    return frame
  }

  find(id: string): { number: number; runs: boolean } | undefined {
    return this.#findChange(id)
  }

  /** Drops all but the newest `kept` changes; only clients that return after a long time need older ones. */
  trim(kept: number): void {
    if (this.#changes.length < kept + DROPPED && this.#characters <= KEPT_CHARACTERS) return
    let dropped = 0
    for (const { version, json } of this.#changes) {
      if (this.#changes.length - dropped <= kept && this.#characters <= KEPT_CHARACTERS) break
      this.#floor = version
      this.#characters -= json.length
      dropped += 1
    }
    this.#changes.splice(0, dropped)
  }

  #findChange(id: string): Change | undefined {
    return this.#changes.findLast((change) => change.id === id)
  }

  #append(message: RealmMessage): RealmMessage {
    const { id, number, version } = message
    const json = JSON.stringify(message)
    const isNew = number > this.#newest
    this.#push({ version, id, number, runs: isRunning(message), json, past: false }, isNew)
    this.#known = version
    return message
  }

  #push(change: Change, isNewMessage: boolean): void {
    const before = isNewMessage ? undefined : this.#findChange(change.id)
    if (before) before.past = true
    this.#changes.push(change)
    this.#characters += change.json.length
    this.#newest = Math.max(this.#newest, change.number)
  }

  #takeAhead(): RealmMessage[] {
    const taken: RealmMessage[] = []
    if (this.#ahead.size === 0) return taken
    for (const version of this.#ahead.keys()) if (version <= this.#known) this.#ahead.delete(version)
    for (let next = this.#ahead.get(this.#known + 1); next; next = this.#ahead.get(this.#known + 1)) {
      this.#ahead.delete(next.version)
      taken.push(this.#append(next))
    }
    return taken
  }

  /** Restarts the buffer at an earlier version and keeps the changes announced since the database was queried. */
  #refill(from: number, to: number, messages: readonly RealmMessage[]): RealmMessage[] {
    const later = this.#changes.filter(({ version }) => version > to)
    const before = this.#known
    this.#changes = []
    this.#characters = 0
    this.#newest = 0
    for (const message of messages) this.#append(message)
    for (const change of later) this.#push(change, false)
    this.#floor = from
    this.#known = Math.max(before, to)
    return messages.filter(({ version }) => version > before)
  }
}
