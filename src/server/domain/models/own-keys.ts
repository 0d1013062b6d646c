import { isDeepStrictEqual } from 'node:util'
import { type ModelRef, partsOfRef } from '../../../shared/models/model-choice.ts'
import type { ListedModel } from '../../../shared/models/models.ts'
import {
  type NewOwnKey,
  type OwnKey,
  type OwnKeyChanges,
  type OwnKeys as OwnKeyList,
  ownKeyLimits,
} from '../../../shared/models/own-keys.ts'
import type { ServerSecret } from '../../base/secrets/server-secret.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  countModelKeys,
  deleteModelKey,
  findModelKey,
  insertModelKey,
  listModelKeys,
  type ModelKeyRow,
  noticeOfKey,
  prepareFindAnsweringKey,
  updateModelKey,
} from '../../db/models/model-keys.ts'
import type { SendRequest } from '../../llm/model-address.ts'
import { Failure } from '../failure.ts'
import { createSemaphore } from '../semaphore.ts'
import { KeyAnswers, type KeyAnswersOptions } from './key-answers.ts'
import { faultAtField, lockedKey, noSuchKey, tooManyKeys } from './key-failures.ts'
import { type KeyPlace, placeOf, placeOfStored } from './key-place.ts'
import { listedOf, presentKey, type SpentToday, storedModels } from './present-key.ts'
import { presets } from './presets.ts'
import { openKey, sealKey } from './sealed-keys.ts'
import { KeyUnusable, tryKey } from './try-key.ts'
import type { KeyedModel, KeyedModels } from './usable-model.ts'

/** Keys that are tried at once: each takes up to some seconds. */
const TRIES = { inside: 8, waiting: 40, each: 2 }

const ENDING_LENGTH = 4

/** Four characters of a shorter key would be too much of it. */
const SHORTEST_WITH_ENDING = 16

export interface OwnKeysOptions extends KeyAnswersOptions {
  db: Db
  secret: ServerSecret
  /** Asks public addresses only, and those that the operator allows. */
  send: SendRequest
  /** Whether the operator allows addresses that are not public, such as this machine's. */
  allowsLocal: boolean
  /** What was used of keys today. */
  spentToday: (keyIds: readonly string[]) => Promise<SpentToday>
  /** Is called with what all servers are told of a key that was removed, so that they end what it runs. */
  onRemoved: (notices: readonly string[]) => void
  /** How long a provider may take to answer a try, in milliseconds. */
  patienceMs?: number
}

/** The keys for models that people bring (record 0073). A key is encrypted, and leaves only towards its provider. */
export class OwnKeys implements KeyedModels {
  readonly #options: OwnKeysOptions
  readonly #findAnswering: ReturnType<typeof prepareFindAnsweringKey>
  readonly #answers: KeyAnswers
  readonly #tries = createSemaphore(TRIES, 'keys')

  constructor(options: OwnKeysOptions) {
    this.#options = options
    this.#findAnswering = prepareFindAnsweringKey(options.db)
    this.#answers = new KeyAnswers(options)
  }

  async show(wallet: string): Promise<OwnKeyList> {
    const { db, secret, spentToday, allowsLocal } = this.#options
    const rows = await listModelKeys(db, wallet)
    const spent = await spentToday(rows.map(({ id }) => id))
    return {
      keys: rows.map((row) => presentKey(row, spent)),
      secret: secret.source,
      presets: presets
        .filter(({ isLocal }) => allowsLocal || !isLocal)
        .map(({ id, name, keysAt }) => ({ id, name, keysAt })),
    }
  }

  /**
   * Tries a key, and stores it if it is valid. The same key under the same id again is the one that is there.
   * @throws {Failure} `validation_failed` at a field, `quota_reached`, `conflict`, or `rate_limited`
   */
  async add(wallet: string, wanted: NewOwnKey): Promise<OwnKey> {
    const { db, clock, secret } = this.#options
    const place = placeOf(wanted)
    const id = wanted.id.toLowerCase()
    const there = await findModelKey(db, id)
    if (there) return this.#sameAs(there, wallet, wanted, place)
    if ((await countModelKeys(db, wallet)) >= ownKeyLimits.keys) throw tooManyKeys()
    const models = await this.#try(wallet, place, { id, key: wanted.key })
    const now = clock()
    const { dialect, address } = place
    const row: ModelKeyRow = {
      ...{ id, wallet, dialect, address, models },
      name: wanted.name,
      preset: wanted.preset,
      ...sealKey(await secret.box(), wanted.key, { id, wallet, address }),
      ending: wanted.key.length < SHORTEST_WITH_ENDING ? '' : wanted.key.slice(-ENDING_LENGTH),
      caps: { words: null, cents: null, wordsEach: null },
      listedAt: now,
      createdAt: now,
      lastUsedAt: null,
    }
    const stored = await insertModelKey(db, row, ownKeyLimits.keys)
    switch (stored) {
      case 'made':
        return this.#present(row)
      case 'full':
        throw tooManyKeys()
      case 'there':
        return this.#sameAs(await findModelKey(db, id), wallet, wanted, place)
      default:
        return stored satisfies never
    }
  }

  /** @throws {Failure} `not_found` */
  async change(wallet: string, id: string, { name, caps }: OwnKeyChanges): Promise<OwnKey> {
    const changes = { ...(name !== undefined && { name }), ...(caps !== undefined && { caps }) }
    const row = await updateModelKey(this.#options.db, { id, wallet }, changes)
    return this.#present(row ?? noSuchKey())
  }

  /** Lists the models again. @throws {Failure} `not_found`, `conflict`, or `model_failed` with the reason */
  async refresh(wallet: string, id: string): Promise<OwnKey> {
    const { db, clock, secret } = this.#options
    const row = await findModelKey(db, id)
    if (row?.wallet !== wallet) return noSuchKey()
    const key = openKey(await secret.box(), row)
    if (key === null) throw lockedKey()
    const place = placeOfStored(row)
    const models = await this.#try(wallet, place, { id, key }).catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'validation_failed'
        ? new Failure('model_failed', error.message)
        : error
    })
    const changed = await updateModelKey(db, { id, wallet }, { models, listedAt: clock() })
    return this.#present(changed ?? noSuchKey())
  }

  /** Removes a key for good; what it runs ends at once, on every server. @throws {Failure} `not_found` */
  async remove(wallet: string, id: string): Promise<void> {
    const { db, onRemoved } = this.#options
    if (!(await deleteModelKey(db, { id, wallet }))) noSuchKey()
    const notices = [noticeOfKey(id)]
    this.end(notices)
    onRemoved(notices)
  }

  /** A key that this server can't decrypt is found, too, and says so when it is asked. */
  async find(wallet: string, ref: ModelRef): Promise<KeyedModel | null> {
    const { keyId, model } = partsOfRef(ref)
    if (keyId === null) return null
    const removed = this.#answers.removalOf(keyId)
    const key = await this.#findAnswering({ id: keyId, wallet, model })
    return key && this.#answers.modelOf(key, ref, removed)
  }

  async list(wallet: string): Promise<ListedModel[]> {
    return listedOf(await listModelKeys(this.#options.db, wallet))
  }

  /** Ends what runs for these keys on this server. Notices of anything else are ignored. */
  end(notices: readonly string[]): void {
    this.#answers.end(notices)
  }

  /** Stores the uses that are only in memory. */
  flush(): Promise<void> {
    return this.#answers.flush()
  }

  async close(): Promise<void> {
    await this.#answers.close()
  }

  /** @throws {Failure} `validation_failed` at the field that has to be changed */
  async #try(wallet: string, place: KeyPlace, { id, key }: { id: string; key: string }) {
    const { protocols, send, patienceMs, log, assumedOf } = this.#options
    const { dialect, address } = place
    const provider = { dialect, provider: id, baseUrl: address, apiKey: key, send }
    try {
      const found = await this.#tries(() => tryKey(provider, protocols, patienceMs), wallet)
      return storedModels(found, assumedOf)
    } catch (error) {
      if (!(error instanceof KeyUnusable)) throw error
      log.debug({ fault: error.fault }, 'a key for models can not be used')
      throw faultAtField(error.fault, place)
    }
  }

  /** What is under an id already, if it is the same. @throws {Failure} `conflict` */
  async #sameAs(row: ModelKeyRow | null, wallet: string, wanted: NewOwnKey, place: KeyPlace) {
    const isSame =
      row?.wallet === wallet &&
      isDeepStrictEqual(placeOfStored(row), place) &&
      openKey(await this.#options.secret.box(), row) === wanted.key
    if (!isSame) throw new Failure('conflict', 'Another key has this id already.')
    return this.#present(row)
  }

  async #present(row: ModelKeyRow): Promise<OwnKey> {
    return presentKey(row, await this.#options.spentToday([row.id]))
  }
}
