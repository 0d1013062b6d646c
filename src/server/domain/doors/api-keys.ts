import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { limits } from '../../../shared/common/limits.ts'
import {
  type ApiKey,
  type ApiKeyChanges,
  KEY_DAYS,
  KEY_PREFIX,
  keyPattern,
  type MadeApiKey,
  type NewApiKey,
} from '../../../shared/doors/api-keys.ts'
import { BackgroundWork } from '../../base/background-work.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  deleteApiKey,
  insertApiKey,
  listApiKeys,
  noteApiKeyUse,
  prepareFindApiKey,
  updateApiKey,
  validApiKeys,
} from '../../db/doors/api-keys.ts'
import { addUnits, holdUnits, keyWords, sweepUnits } from '../../db/spending/held-units.ts'
import type { Agents } from '../agents/agents.ts'
import { Failure, noSuch } from '../failure.ts'
import { LiveKeys } from '../live-keys.ts'
import { dayOf, type HeldUnits, UnitLedger } from '../spending/unit-ledger.ts'
import { CountedWords, type WordsOfReply } from '../spending/words-of-reply.ts'
import type { Caller } from './door-questions.ts'

const DAY_MS = 24 * 3_600_000

/** The minimum time between two updates of a key's last use, in milliseconds: each update is a write. */
const NOTE_USE_MS = 60_000

const KEPT_DAYS = 35

const ENDING_LENGTH = 4

interface KeyHolder extends Caller {
  wallet: string
  keyId: string
}

/** The seconds after which a reply may have given back what others wait for. */
const HELD_SECONDS = 2

interface ApiKeysOptions {
  db: Db
  clock: () => Date
  log: Logger
  findAgent: Agents['find']
  /** Is called with the id of a key that was revoked, so that all servers end what it runs. */
  onRevoked: (ids: readonly string[]) => void
}

/** The keys with which other programs use agents on behalf of a wallet. Only the SHA-256 of a key is stored. */
export class ApiKeys {
  readonly #options: ApiKeysOptions
  readonly #find: ReturnType<typeof prepareFindApiKey>
  readonly #words: UnitLedger
  readonly #live: LiveKeys
  readonly #noting = new BackgroundWork()

  constructor(options: ApiKeysOptions) {
    const { db, clock, log } = options
    this.#options = options
    this.#find = prepareFindApiKey(db)
    this.#words = new UnitLedger({
      store: (used) => addUnits(db, keyWords, used),
      hold: (wanted) => holdUnits(db, keyWords, wanted),
      unstored: 'words of keys can not be stored yet',
      ...{ clock, log },
    })
    this.#live = new LiveKeys({ stillValid: (ids) => validApiKeys(db, ids, clock()), clock, log })
  }

  async list(wallet: string, within = this.#options.db): Promise<ApiKey[]> {
    const day = dayOf(this.#options.clock())
    const keys = await listApiKeys(within, wallet, day)
    return keys.map((key) => ({ ...key, wordsToday: key.wordsToday + this.#words.unstored(key.id, day) }))
  }

  /**
   * Makes a key, whose text is returned only here.
   * @throws {Failure} `not_found` for an agent, `validation_failed` for an expiry, or `quota_reached`
   */
  async create(wallet: string, wanted: NewApiKey, within = this.#options.db): Promise<MadeApiKey> {
    const { name, agentId = null, wordsADay = null, expiresAt = null } = wanted
    const now = this.#options.clock()
    const expiry = expiresAt === null ? null : expiryAt(expiresAt, now)
    if (agentId !== null && !(await this.#options.findAgent(agentId, wallet))) noSuch('agent')
    const key = KEY_PREFIX + randomBytes(32).toString('base64url')
    const id = randomUUID()
    const row = {
      ...{ id, wallet, name, wordsADay },
      hash: hashOf(key),
      ending: key.slice(-ENDING_LENGTH),
      agentId: agentId?.toLowerCase() ?? null,
      expiresAt: expiry,
      createdAt: now,
    }
    if (!(await insertApiKey(within, row, limits.apiKeys)))
      throw new Failure(
        'quota_reached',
        `A wallet can have ${limits.apiKeys} keys. Revoke one that is not used any more.`,
      )
    return { key, apiKey: await this.#read(wallet, id, within) }
  }

  /** @throws {Failure} `not_found` */
  async change(wallet: string, id: string, changes: ApiKeyChanges): Promise<ApiKey> {
    const { db } = this.#options
    if (!(await updateApiKey(db, { id, wallet }, changes))) noSuchKey()
    return this.#read(wallet, id, db)
  }

  /** Removes a key for good; what it runs ends at once, on every server. @throws {Failure} `not_found` */
  async revoke(wallet: string, id: string): Promise<void> {
    if (!(await deleteApiKey(this.#options.db, { id, wallet }))) noSuchKey()
    this.#live.end([id])
    this.#options.onRevoked([id])
  }

  /** Finds the holder of a bearer token. @throws {Failure} `key_invalid` */
  async identify(authorization: string): Promise<KeyHolder> {
    const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1]
    if (token === undefined || !keyPattern.test(token)) throw invalidKey()
    const now = this.#options.clock()
    const day = dayOf(now)
    const key = await this.#find({ hash: hashOf(token), day, now })
    if (!key) throw invalidKey()
    const { id: keyId, wallet, agentId, wordsADay, expiresAt, lastUsedAt } = key
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= NOTE_USE_MS) this.#noteUse(keyId, now)
    const usedUp = wordsADay !== null && key.wordsToday + this.#words.unstored(keyId, day) >= wordsADay
    const tomorrow = Math.ceil((now.getTime() + 1) / DAY_MS) * DAY_MS
    return {
      ...{ wallet, keyId, agentId, wordsADay },
      revoked: this.#live.signalOf(keyId, expiresAt),
      usedUpFor: usedUp ? Math.ceil((tomorrow - now.getTime()) / 1_000) : null,
    }
  }

  /**
   * Holds the words that a reply may take of a key's day, `most` at most, and the key's `revoked`, until the reply's end.
   * @throws {Failure} `words_used_up`, or `rate_limited` while running replies hold the last words
   */
  async hold(
    { keyId, wordsADay: cap, usedUpFor }: Pick<KeyHolder, 'keyId' | 'wordsADay' | 'usedUpFor'>,
    most: number,
  ): Promise<WordsOfReply> {
    if (usedUpFor !== null)
      throw new Failure(
        'words_used_up',
        'This key has used up its words for today. The count starts again at midnight UTC.',
        { retryAfter: usedUpFor },
      )
    const over = this.begin(keyId)
    let held: HeldUnits | null = null
    try {
      held = await this.#words.hold(keyId, cap === null ? null : { cap, units: most }, over)
    } finally {
      if (!held) over()
    }
    if (held) return new CountedWords(held)
    throw new Failure(
      'rate_limited',
      'Answers that are running may take what is left of this key’s words of today. Try again in a moment.',
      { retryAfter: HELD_SECONDS },
    )
  }

  /** Keeps a key's `revoked` while something runs for it. @returns a function to be called when that is over */
  begin(keyId: string): () => void {
    return this.#live.begin(keyId)
  }

  /** Ends what runs for these keys on this server. Ids of anything else are ignored. */
  end(ids: readonly string[]): void {
    this.#live.end(ids)
  }

  /** Stores the words and uses that are only in memory. Never rejects. */
  async flush(): Promise<void> {
    await Promise.all([this.#words.flush(), this.#noting.settled()])
  }

  sweep(): Promise<void> {
    const { db, clock } = this.#options
    return sweepUnits(db, keyWords, dayOf(new Date(clock().getTime() - KEPT_DAYS * DAY_MS)))
  }

  async close(): Promise<void> {
    this.#live.close()
    await Promise.all([this.#words.close(), this.#noting.settled()])
  }

  #noteUse(id: string, at: Date) {
    const { db, log } = this.#options
    this.#noting.add(noteApiKeyUse(db, id, at), (error) =>
      log.debug({ err: error }, 'the use of a key can not be noted now'),
    )
  }

  async #read(wallet: string, id: string, within: Db): Promise<ApiKey> {
    return (await this.list(wallet, within)).find((key) => key.id === id) ?? noSuchKey()
  }
}

function expiryAt(written: string, now: Date): Date {
  const expiry = new Date(written)
  const left = expiry.getTime() - now.getTime()
  if (left > 0 && left <= KEY_DAYS * DAY_MS) return expiry
  const fault = left > 0 ? `A key is valid for ${KEY_DAYS} days at most.` : 'This time is in the past.'
  throw new Failure('validation_failed', fault, { errors: { expiresAt: fault } })
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function noSuchKey(): never {
  throw new Failure('not_found', 'There is no such key. It may already be revoked.')
}

/** One sentence for every reason, so that nothing can be learned about keys by trying. */
export function invalidKey(): Failure {
  return new Failure(
    'key_invalid',
    'This needs an API key that is valid: `Authorization: Bearer bk_…`. A wallet makes keys in its settings.',
  )
}
