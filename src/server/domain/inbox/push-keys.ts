import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { ServerSecret } from '../../base/secrets/server-secret.ts'
import type { Db } from '../../db/connect/connect.ts'
import { removeAllSubscriptions } from '../../db/inbox/inboxes.ts'
import {
  findPlaceSecret,
  listPlaceSecretsUnderOthers,
  makePlaceSecret,
  type PlaceSecretRow,
  replacePlaceSecret,
} from '../../db/inbox/place-secrets.ts'
import { makePlaceKeys, type PlaceKeys } from './encrypt-push.ts'

const NAME = 'push'

/** What is encrypted opens under its own name alone. */
const boundTo = (name: string) => ['place secret', name]

interface PushKeysOptions {
  db: Db
  secret: ServerSecret
  clock: () => Date
  /** No other server uses this database. */
  alone: boolean
  log: Logger
}

/** The keys by which push services recognise this place. Its servers share them; they are made when first needed. */
export class PushKeys {
  readonly #options: PushKeysOptions
  readonly #say = logThrottled(Number.POSITIVE_INFINITY)
  #keys: PlaceKeys | undefined
  #loading: Promise<PlaceKeys | null> | undefined

  constructor(options: PushKeysOptions) {
    this.#options = options
  }

  /** Null if another server made them under a secret that this one has not. */
  async find(): Promise<PlaceKeys | null> {
    if (this.#keys) return this.#keys
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    const found = await this.#loading
    this.#keys = found ?? undefined
    return found
  }

  async #load(): Promise<PlaceKeys | null> {
    const { db, secret, alone, log } = this.#options
    const box = await secret.box()
    const row = (await findPlaceSecret(db, NAME)) ?? (await makePlaceSecret(db, this.#make(box)))
    const keys = openKeys(box, row)
    if (keys) return keys
    if (!alone) {
      const problem =
        'SECRET_KEY is not that of the server which made the keys for pushes, so this one sends none'
      this.#say(log, 'warn', {}, problem)
      return null
    }
    // Browsers that subscribed with the lost keys can not be reached with others.
    log.warn(
      'the keys for pushes can not be decrypted any more: new ones are made, and browsers are asked again',
    )
    const anew = this.#make(box)
    await removeAllSubscriptions(db)
    await replacePlaceSecret(db, anew)
    return openKeys(box, anew)
  }

  #make(box: SecretBox): PlaceSecretRow {
    const { publicKey, privateKey } = makePlaceKeys()
    const { bytes, secretId } = box.seal(privateKey, boundTo(NAME))
    return { name: NAME, open: { publicKey }, sealed: bytes, secretId, createdAt: this.#options.clock() }
  }
}

function openKeys(box: SecretBox, row: PlaceSecretRow): PlaceKeys | null {
  const privateKey = box.open({ bytes: row.sealed, secretId: row.secretId }, boundTo(row.name))
  const publicKey = row.open?.publicKey
  return privateKey !== null && typeof publicKey === 'string' ? { publicKey, privateKey } : null
}

const ROWS_AT_ONCE = 100

/** Encrypts what the servers of a place share under the first secret. Returns the names of what no secret opens. */
export async function rotatePlaceSecrets(
  db: Db,
  box: SecretBox,
): Promise<{ rotated: number; unreadable: string[] }> {
  const unreadable: string[] = []
  let rotated = 0
  for (let after = ''; ; ) {
    const rows = await listPlaceSecretsUnderOthers(db, {
      secretId: box.secretId,
      after,
      limit: ROWS_AT_ONCE,
    })
    for (const row of rows) {
      const text = box.open({ bytes: row.sealed, secretId: row.secretId }, boundTo(row.name))
      if (text === null) unreadable.push(row.name)
      else {
        const { bytes, secretId } = box.seal(text, boundTo(row.name))
        await replacePlaceSecret(db, { ...row, sealed: bytes, secretId })
        rotated++
      }
    }
    after = rows.at(-1)?.name ?? ''
    if (rows.length < ROWS_AT_ONCE) return { rotated, unreadable }
  }
}
