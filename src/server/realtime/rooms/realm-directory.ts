import type { Logger } from '../../base/log.ts'
import { RecentMap } from '../../base/recent-map.ts'
import type { RealmLog } from '../../domain/realms/realm-log.ts'
import type { RealmModeration } from '../../domain/realms/realm-moderation.ts'
import type { Realms } from '../../domain/realms/realms.ts'

const AT_ONCE = 1_000

/** How long a missing realm is remembered as missing, in milliseconds; another server may create it. */
const MISSING_MS = 2_000

/** Maximum number of remembered missing realms; the most recent ones are kept. */
const MISSING_KNOWN = 10_000

interface Asked {
  answer: Promise<number | undefined>
  resolve: (version: number | undefined) => void
  reject: (error: unknown) => void
  /** Whether the realm was forgotten during the lookup, so that the result may be outdated. */
  again: boolean
}

interface RealmDirectoryOptions {
  versions: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  missingMs?: number
}

/**
 * Looks up which realms exist. The lookups of one moment share a statement, and the next batch waits for it: a made-up
 * id costs an index lookup, not a statement.
 */
export class RealmDirectory {
  readonly #versions: RealmDirectoryOptions['versions']
  readonly #missingMs: number
  /** Missing realms with the time until which they are remembered (`performance.now`); oldest first. */
  readonly #missing = new RecentMap<string, number>(MISSING_KNOWN)
  readonly #waiting = new Map<string, Asked>()
  #underway = new Map<string, Asked>()
  #isAsking = false

  constructor({ versions, missingMs = MISSING_MS }: RealmDirectoryOptions) {
    this.#versions = versions
    this.#missingMs = missingMs
  }

  /** Returns a realm's version; undefined, which may be a few seconds out of date, if there is none. */
  async find(id: string): Promise<number | undefined> {
    const until = this.#missing.get(id)
    if (until !== undefined && performance.now() < until) return undefined
    this.#missing.delete(id)
    // A lookup that is running began a moment ago and is recent enough.
    const asked = this.#underway.get(id)
    return asked && !asked.again ? asked.answer : this.#ask(id)
  }

  /** Discards what is known of a realm; called when it was created, restored or deleted. */
  forget(id: string): void {
    this.#missing.delete(id)
    const asked = this.#underway.get(id)
    if (asked) asked.again = true
  }

  #ask(id: string): Promise<number | undefined> {
    const known = this.#waiting.get(id)
    if (known) return known.answer
    const { promise: answer, resolve, reject } = Promise.withResolvers<number | undefined>()
    this.#waiting.set(id, { answer, resolve, reject, again: false })
    if (!this.#isAsking) {
      this.#isAsking = true
      setImmediate(() => this.#lookUp())
    }
    return answer
  }

  async #lookUp(): Promise<void> {
    while (this.#waiting.size > 0) {
      this.#underway = new Map([...this.#waiting].slice(0, AT_ONCE))
      for (const id of this.#underway.keys()) this.#waiting.delete(id)
      try {
        const found = await this.#versions([...this.#underway.keys()])
        for (const [id, asked] of this.#underway) this.#settle(id, asked, found.get(id))
      } catch (error) {
        for (const { reject } of this.#underway.values()) reject(error)
      }
    }
    this.#underway = new Map()
    this.#isAsking = false
  }

  #settle(id: string, asked: Asked, version: number | undefined): void {
    if (version === undefined && asked.again) {
      this.#ask(id).then(asked.resolve, asked.reject)
      return
    }
    if (version === undefined) this.#remember(id)
    asked.resolve(version)
  }

  #remember(id: string): void {
    this.#missing.set(id, performance.now() + this.#missingMs)
  }
}

/** What the parts of a room need in order to read its realm. */
export interface RealmSource {
  id: string
  realms: Pick<Realms, 'open'>
  realmModeration: Pick<RealmModeration, 'keptOut' | 'holdsWords'>
  clock: () => Date
  realmLog: Pick<RealmLog, 'changesAfter'>
  directory: RealmDirectory
  /** Queues what opens the room on behalf of the connection that does; later queries do not queue. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  log: Logger
}
