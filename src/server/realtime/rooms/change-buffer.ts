import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { type Frame, frameOfJson } from '../sockets/frame.ts'

/** Maximum size, in characters, of the buffered changes that everybody here has received. */
const KEPT_CHARACTERS = 256_000

/** The number of changes that are dropped at a time. */
const DROPPED = 20

/** Maximum number of announced changes that wait for earlier ones. */
const AHEAD = 300

/** Maximum size, in characters, of what a returning client is sent; beyond it, loading the newest page is faster. */
const SENT_CHARACTERS = 350_000

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
export interface ChangeBuffer {
  /** The buffer has every change after version `floor` up to version `known`. */
  floor(): number
  known(): number
  /**
   * Adds all changes after version `from` up to version `to`, as read from the database. `from` must not be greater
   * than the known version.
   * @returns the messages that are new here
   */
  fill(from: number, to: number, messages: readonly RealmMessage[]): RealmMessage[]
  /**
   * Adds announced changes. Changes that directly follow the known version become known; a later one waits until all
   * before it are known.
   * @returns the messages that became known
   */
  announce(messages: readonly RealmMessage[]): RealmMessage[]
  /** Whether an announced change is waiting for an earlier one. */
  hasGap(): boolean
  /**
   * Returns a `log` frame with every change after a version, which must not be below the floor; null if the frame would
   * be too large.
   */
  frameAfter(version: number): Frame | null
  /**
   * Same as `frameAfter`, but caches the frame, for many clients that return together and often ask for the same
   * version.
   */
  frameForComer(version: number): Frame | null
  /** Returns the current number of a buffered message, and whether it is a running answer. */
  find(id: string): { number: number; runs: boolean } | undefined
  /** Drops all but the newest `kept` changes; only clients that return after a long time need older ones. */
  trim(kept: number): void
}

/** @param start the version after which the buffer begins */
export function createChangeBuffer(realmId: string, start: number): ChangeBuffer {
  let changes: Change[] = []
  let characters = 0
  let floor = start
  let known = start
  /** The number of the newest message; a change with a smaller number is one of an existing message. */
  let newest = 0
  /** Announced changes that wait for an earlier one, by version. */
  const ahead = new Map<number, RealmMessage>()
  const frames = new Map<number, Frame | null>()

  const findChange = (id: string) => changes.findLast((change) => change.id === id)

  function append(message: RealmMessage): RealmMessage {
    const { id, number, version } = message
    const json = JSON.stringify(message)
    const change = { version, id, number, runs: runs(message), json, past: false }
    if (number > newest) newest = number
    else {
      const before = findChange(id)
      if (before) before.past = true
    }
    changes.push(change)
    characters += json.length
    known = version
    return message
  }

  function takeAhead(): RealmMessage[] {
    const taken: RealmMessage[] = []
    if (ahead.size === 0) return taken
    for (const version of ahead.keys()) if (version <= known) ahead.delete(version)
    for (let next = ahead.get(known + 1); next; next = ahead.get(known + 1)) {
      ahead.delete(next.version)
      taken.push(append(next))
    }
    return taken
  }

  /** Restarts the buffer at an earlier version and keeps the changes announced since the database was queried. */
  function refill(from: number, to: number, messages: readonly RealmMessage[]): RealmMessage[] {
    const later = changes.filter(({ version }) => version > to)
    const before = known
    changes = []
    characters = 0
    newest = 0
    for (const message of messages) append(message)
    for (const change of later) {
      const before = findChange(change.id)
      if (before) before.past = true
      changes.push(change)
      characters += change.json.length
      newest = Math.max(newest, change.number)
    }
    floor = from
    known = Math.max(before, to)
    return messages.filter(({ version }) => version > before)
  }

  return {
    floor: () => floor,
    known: () => known,

    fill(from, to, messages) {
      frames.clear()
      let taken: RealmMessage[]
      if (from < floor) taken = refill(from, to, messages)
      else {
        taken = messages.filter(({ version }) => version > known)
        taken.forEach(append)
        known = Math.max(known, to)
      }
      return [...taken, ...takeAhead()]
    },

    announce(messages) {
      const taken: RealmMessage[] = []
      for (const message of messages)
        if (message.version === known + 1) taken.push(append(message))
        // A dropped announcement is harmless: the gap is filled from the database anyway.
        else if (message.version > known && ahead.size < AHEAD) ahead.set(message.version, message)
      taken.push(...takeAhead())
      if (frames.size > 0 && taken.length > 0) frames.clear()
      return taken
    },

    hasGap: () => ahead.size > 0,

    frameAfter,

    frameForComer(version) {
      const made = frames.get(version)
      if (made !== undefined) return made
      const frame = frameAfter(version)
      if (frames.size === FRAMES_KEPT) frames.clear()
      frames.set(version, frame)
      return frame
    },

    find: findChange,

    trim(kept) {
      if (changes.length < kept + DROPPED && characters <= KEPT_CHARACTERS) return
      let dropped = 0
      for (const { version, json } of changes) {
        if (changes.length - dropped <= kept && characters <= KEPT_CHARACTERS) break
        floor = version
        characters -= json.length
        dropped += 1
      }
      changes.splice(0, dropped)
    },
  }

  function frameAfter(version: number): Frame | null {
    const wanted: string[] = []
    let sent = 0
    for (let index = changes.length - 1; index >= 0; index--) {
      const change = changes[index]
      if (!change || change.version <= version) break
      // Only the latest state of a message is sent.
      if (change.past) continue
      sent += change.json.length
      if (sent > SENT_CHARACTERS) return null
      wanted.push(change.json)
    }
    const messages = wanted.reverse().join(',')
    return frameOfJson(
      `{"type":"log","realm":"${realmId}","from":${version},"to":${known},"messages":[${messages}]}`,
    )
  }
}

function runs(message: RealmMessage): boolean {
  return message.kind === 'answer' && message.state === 'running'
}
