import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { Failure } from '../../domain/failure.ts'
import { ChangeBuffer } from './change-buffer.ts'
import { CoalescedTask } from './coalesced-task.ts'
import type { RealmSource } from './realm-directory.ts'

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

/** Older changes that were requested are kept this long, as many clients reconnect at the same time. */
const KEEP_LONG_MS = 30_000

interface RoomLogOptions extends RealmSource {
  learnt: (messages: readonly RealmMessage[]) => void
  asked: () => void
  missing: () => void
}

/**
 * A room's copy of its realm's log. Gaps are filled from the database, once for everybody in the room: what a
 * connection is sent always joins on to what it was sent before.
 */
export class RoomLog {
  readonly #options: RoomLogOptions
  readonly #question: CoalescedTask
  #window: ChangeBuffer | undefined
  #lowest = Number.POSITIVE_INFINITY
  #reachedBackAt = Number.NEGATIVE_INFINITY
  #overtaking: NodeJS.Timeout | undefined
  #early: RealmMessage[] = []

  constructor(options: RoomLogOptions) {
    this.#options = options
    this.#question = new CoalescedTask(() => this.#answer(), {
      log: options.log,
      what: 'what is new in a realm',
      afterwards: options.asked,
    })
  }

  /** Undefined until the database has answered. */
  window(): ChangeBuffer | undefined {
    return this.#window
  }

  announce(messages: readonly RealmMessage[]): void {
    if (!this.#window) {
      // The first query may return a state from before these changes.
      if (this.#early.length < FIRST) this.#early.push(...messages)
      else this.#question.ask()
      return
    }
    this.#options.learnt(this.#window.announce(messages))
    this.#lookForGap()
  }

  /** Queries for missing changes. @returns the number of the first query that is certain to begin after this call */
  ask(): number {
    return this.#question.ask()
  }

  /** The number of the last query that succeeded. */
  answered(): number {
    return this.#question.answered()
  }

  /** Queries the changes below the window, from this version on. */
  reachBack(version: number): void {
    if (version >= this.#lowest) return
    this.#lowest = version
    this.#reachedBackAt = performance.now()
    this.#question.ask()
  }

  /** Drops changes that this number of connections is unlikely to request. */
  trim(connections: number): void {
    if (performance.now() - this.#reachedBackAt > KEEP_LONG_MS)
      this.#window?.trim(Math.min(KEPT_AT_MOST, KEPT + connections * KEPT_EACH))
  }

  close(): void {
    clearTimeout(this.#overtaking)
    this.#question.close()
  }

  async #answer(): Promise<void> {
    const { inTurn, missing } = this.#options
    try {
      if (!this.#window) await this.#open()
      else if (this.#lowest < this.#window.floor())
        await inTurn(() => this.#fillFrom(this.#lowest, 2 * FURTHEST_BEHIND))
      else await this.#fillFrom(this.#window.known(), MISSED)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'not_found')) throw error
      missing()
    }
  }

  async #open(): Promise<void> {
    const { id, realmLog, directory, inTurn, missing, learnt } = this.#options
    const version = await directory.find(id)
    if (version === undefined) return missing()
    const from = Math.max(0, version - FIRST)
    const { messages, to } = await inTurn(() => realmLog.changesAfter(id, from, 2 * FIRST))
    const window = new ChangeBuffer(id, from)
    this.#window = window
    learnt([...window.fill(from, to, messages), ...window.announce(this.#early)])
    this.#early = []
    this.#lookForGap()
  }

  async #fillFrom(from: number, limit: number): Promise<void> {
    const { id, realmLog, learnt } = this.#options
    const { messages, to, more } = await realmLog.changesAfter(id, from, limit)
    if (!this.#window) return
    const taken = this.#window.fill(from, to, messages)
    // An even lower version may have been requested in the meantime.
    if (this.#window.floor() <= this.#lowest) this.#lowest = Number.POSITIVE_INFINITY
    learnt(taken)
    if (more) this.#question.ask()
    else this.#lookForGap()
  }

  #lookForGap(): void {
    if (!this.#window?.hasGap()) return
    this.#overtaking ??= setTimeout(() => {
      this.#overtaking = undefined
      if (this.#window?.hasGap()) this.#question.ask()
    }, OVERTAKING_MS).unref()
  }
}
