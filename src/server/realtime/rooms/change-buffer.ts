import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { type Frame, frameOfJson } from '../sockets/frame.ts'

/** The most characters of changes that are kept once everybody here knows them. */
const KEPT_CHARACTERS = 256_000

/** Changes are let go of so many at a time. */
const DROPPED = 20

/** The most announcements that wait for what is before them. */
const AHEAD = 300

/** The most that somebody who comes back is told, in characters; with more the newest page is quicker. */
const TOLD_CHARACTERS = 350_000

/** Frames for those who come back that are kept while they are true. */
const FRAMES_KEPT = 8

/** No more than is needed of it, as there are many: as it goes over the wire, and what it is. */
interface Change {
  readonly version: number
  readonly id: string
  readonly number: number
  readonly runs: boolean
  readonly json: string
  /** The same message changed again. */
  past: boolean
}

/** The newest changes of one realm, in the order of their versions, in memory. */
export interface ChangeBuffer {
  /** Every change after this version up to `known` is here. */
  floor(): number
  known(): number
  /**
   * Takes in that these are all changes after `from` up to `to`, as the database says. `from` is at most what is known.
   * @returns the messages that are new here
   */
  fill(from: number, to: number, messages: readonly RealmMessage[]): RealmMessage[]
  /**
   * Takes in changes as they were announced. Those that follow on directly are known with that; a later one waits
   * until what is before it is known.
   * @returns the messages that are known with that
   */
  announce(messages: readonly RealmMessage[]): RealmMessage[]
  /** Whether something waits for what is before it. */
  hasGap(): boolean
  /** A `log` frame of everything after a version that is not below the floor; null where that is too much. */
  frameAfter(version: number): Frame | null
  /** The same for one of many who come back together, and often ask for the same. */
  frameForComer(version: number): Frame | null
  /** What a message of the window is now: its place, and whether it is an answer that is running. */
  find(id: string): { number: number; runs: boolean } | undefined
  /** Lets go of all but so many changes, which only those need who come back after long. */
  trim(kept: number): void
}

/** @param start the version after which it begins */
export function createChangeBuffer(realmId: string, start: number): ChangeBuffer {
  let changes: Change[] = []
  let characters = 0
  let floor = start
  let known = start
  /** Of the newest message; one with a smaller number changes a message that was there before. */
  let newest = 0
  /** Announced, but something before is missing. */
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

  /** Begins anew further back, and keeps what was announced since the database was asked. */
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
        // What waits is asked for anyhow; a flood of it need not be kept.
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
    let told = 0
    for (let index = changes.length - 1; index >= 0; index--) {
      const change = changes[index]
      if (!change || change.version <= version) break
      // Of a message that changed again the newest state is enough.
      if (change.past) continue
      told += change.json.length
      if (told > TOLD_CHARACTERS) return null
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
