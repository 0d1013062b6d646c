import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../../domain/failure.ts'
import type { Realms } from '../../domain/realms/realms.ts'
import { type ChangeBuffer, createChangeBuffer } from './change-buffer.ts'
import { coalesce } from './coalesced-task.ts'
import type { RealmDirectory } from './realm-directory.ts'
import type { InTurn } from './room.ts'

/** The number of newest changes that a room starts with. */
const FIRST = 100

/** Maximum number of changes in one query for missed ones: no more than a client is sent at once. */
const MISSED = 100

/** A client that is further behind, in versions, starts over with the newest page. */
export const FURTHEST_BEHIND = 1_000

/** How long to wait for announcements that arrive out of order before the database is queried, in milliseconds. */
const OVERTAKING_MS = 25

/** The number of newest changes kept in memory: always, for each connection, and at most. */
const KEPT = 50
const KEPT_EACH = 1
const KEPT_AT_MOST = 300

/**
 * How long older changes are kept after they were requested, in milliseconds: many clients reconnect at the same time.
 */
const KEEP_LONG_MS = 30_000

/** A room's copy of its realm's log, completed from the database. */
export interface RoomLog {
  /** Undefined until the database has answered. */
  window(): ChangeBuffer | undefined
  announce(messages: readonly RealmMessage[]): void
  /**
   * Queries the database for missing changes. @returns the number of the first query that is certain to begin after
   * this call
   */
  ask(): number
  /** Queries the changes below the window, from this version on. */
  reachBack(version: number): void
  /** The number of the last query that succeeded. */
  answered(): number
  /** Drops changes that this number of connections is unlikely to request. */
  trim(connections: number): void
  close(): void
}

/**
 * @param options.learnt is called with the new messages
 * @param options.asked is called after every successful query
 * @param options.missing is called if the realm does not exist
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
    // An even lower version may have been requested in the meantime.
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
        // The first query may return a state from before these changes.
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
