import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../../domain/failure.ts'
import type { Realms } from '../../domain/realms/realms.ts'
import { type ChangeBuffer, createChangeBuffer } from './change-buffer.ts'
import { coalesce } from './coalesced-task.ts'
import type { RealmDirectory } from './realm-directory.ts'
import type { InTurn } from './room.ts'

/** How many of the newest changes a room begins with. */
const FIRST = 100

/** Changes that are asked for at once when some were missed: not more than a reader takes in at once. */
const MISSED = 100

/** Somebody who is further behind begins anew with the newest page. */
export const FURTHEST_BEHIND = 1_000

/** Announcements overtake each other by a moment; only after that is the database asked, in milliseconds. */
const OVERTAKING_MS = 25

/** How many of the newest changes are kept in memory: always, for each connection, and at most. */
const KEPT = 50
const KEPT_EACH = 1
const KEPT_AT_MOST = 300

/** Changes that were asked for from further back are kept for so long, in milliseconds: many come back together. */
const KEEP_LONG_MS = 30_000

/** What a room knows of its realm's log, and how it learns what it was not told. */
export interface RoomLog {
  /** Undefined until the database has answered. */
  window(): ChangeBuffer | undefined
  announce(messages: readonly RealmMessage[]): void
  /** Asks the database for what is missing. @returns the number of the question that surely begins after this call */
  ask(): number
  /** Asks for what is below the window, from this version on. */
  reachBack(version: number): void
  /** The number of the last question that was answered. */
  answered(): number
  /** Lets go of changes that so few connections will hardly ask for. */
  trim(connections: number): void
  close(): void
}

/**
 * @param options.learnt is given the messages that are new
 * @param options.asked is called after every answer of the database
 * @param options.missing the realm is not there
 */
export function createRoomLog({
  id,
  realms,
  directory,
  inTurn,
  log,
  learnt,
  asked,
  missing,
}: {
  id: string
  realms: Pick<Realms, 'changesAfter'>
  directory: RealmDirectory
  inTurn: InTurn
  log: Logger
  learnt: (messages: readonly RealmMessage[]) => void
  asked: () => void
  missing: () => void
}): RoomLog {
  let window: ChangeBuffer | undefined
  let lowest = Number.POSITIVE_INFINITY
  let reachedBackAt = Number.NEGATIVE_INFINITY
  let overtaking: NodeJS.Timeout | undefined
  let early: RealmMessage[] = []

  const question = coalesce(
    async () => {
      try {
        if (!window) await open()
        else if (lowest < window.floor()) await inTurn(() => fillFrom(lowest, 2 * FURTHEST_BEHIND))
        else await fillFrom(window.known(), MISSED)
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'not_found')) throw error
        missing()
      }
    },
    { log, what: 'what is new in a realm', afterwards: asked },
  )

  async function open() {
    const version = await directory.find(id)
    if (version === undefined) return missing()
    const from = Math.max(0, version - FIRST)
    const { messages, to } = await inTurn(() => realms.changesAfter(id, from, 2 * FIRST))
    window = createChangeBuffer(id, from)
    learnt([...window.fill(from, to, messages), ...window.announce(early)])
    early = []
    lookForGap()
  }

  async function fillFrom(from: number, limit: number) {
    const { messages, to, more } = await realms.changesAfter(id, from, limit)
    if (!window) return
    const taken = window.fill(from, to, messages)
    // Somebody can have asked for what is further back meanwhile.
    if (window.floor() <= lowest) lowest = Number.POSITIVE_INFINITY
    learnt(taken)
    if (more) question.ask()
    else lookForGap()
  }

  function lookForGap() {
    if (window?.hasGap())
      overtaking ??= setTimeout(() => {
        overtaking = undefined
        if (window?.hasGap()) question.ask()
      }, OVERTAKING_MS).unref()
  }

  return {
    window: () => window,

    announce(messages) {
      if (!window) {
        // The first answer may be older than they are.
        if (early.length < FIRST) early.push(...messages)
        return
      }
      learnt(window.announce(messages))
      lookForGap()
    },

    ask: question.ask,
    answered: question.answered,

    reachBack(version) {
      if (version >= lowest) return
      lowest = version
      reachedBackAt = performance.now()
      question.ask()
    },

    trim(connections) {
      if (performance.now() - reachedBackAt > KEEP_LONG_MS)
        window?.trim(Math.min(KEPT_AT_MOST, KEPT + connections * KEPT_EACH))
    },

    close() {
      clearTimeout(overtaking)
      question.close()
    },
  }
}
