import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { fromBase64, toBase64, toHex, utf8 } from '../../../shared/receipts/bytes.ts'
import { isKeyName, signatureLine, type VerifierKey, verifierKey } from '../../../shared/receipts/note.ts'
import type { Logger } from '../../base/log.ts'
import type { SecretBox } from '../../base/secrets/secret-box.ts'
import type { ServerSecret } from '../../base/secrets/server-secret.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  findPlaceSecret,
  makePlaceSecret,
  type PlaceSecretRow,
  replacePlaceSecret,
} from '../../db/inbox/place-secrets.ts'
import { listPlaceKeys, publishPlaceKey } from '../../db/receipts/place-keys.ts'

/** Of the secret among those that the servers of a place share; `rotate-keys` encrypts it anew with them. */
const NAME = 'receipts'
const BOUND_TO = ['place secret', NAME]

interface PlaceKeyOptions {
  db: Db
  secret: Pick<ServerSecret, 'box'>
  clock: () => Date
  /** Names a new place; without it the name is random. It stays what it is when the place moves. */
  publicUrl: string | undefined
  /** No other server uses this database. */
  alone: boolean
  log: Logger
}

/** What signs checkpoints. */
export interface Signer {
  key: VerifierKey
  /** @returns the line of the signature */
  sign(text: string): string
}

/** The key of the place's record. All servers share it; it is made when a server first starts. */
export class PlaceKey {
  readonly #options: PlaceKeyOptions
  #signer: Signer | undefined

  constructor(options: PlaceKeyOptions) {
    this.#options = options
  }

  /**
   * The key that signs now; null if another server made it under a secret that this one has not.
   * @param id of that key, as whoever asks has just read it; another one than that which is known was made since
   */
  async find(id: string | null): Promise<Signer | null> {
    if (this.#signer && id === toHex(this.#signer.key.id)) return this.#signer
    this.#signer = (await this.#load()) ?? undefined
    return this.#signer ?? null
  }

  async #load(): Promise<Signer | null> {
    const { db, secret, alone, log } = this.#options
    const box = await secret.box()
    const row = (await findPlaceSecret(db, NAME)) ?? (await this.#makeFirst(box))
    const signer = openSigner(box, row)
    if (signer) {
      await publish(db, signer, row.createdAt)
      return signer
    }
    if (!alone) {
      log.warn('SECRET_KEY is not that of the server which made the key for receipts, so this one notes none')
      return null
    }
    log.warn(
      'the key for receipts can not be decrypted any more: a new one is made, and the old one stays published',
    )
    return renewPlaceKey(this.#options)
  }

  /** Of several servers that make it at once one succeeds. */
  async #makeFirst(box: SecretBox): Promise<PlaceSecretRow> {
    const { db, clock } = this.#options
    return makePlaceSecret(db, makeRow(box, await nameOf(this.#options), clock()))
  }
}

/** Makes a key that signs from now on, for the same record. The one before stays published. */
export async function renewPlaceKey(
  options: Pick<PlaceKeyOptions, 'db' | 'secret' | 'clock' | 'publicUrl'>,
): Promise<Signer> {
  const { db, secret, clock } = options
  const box = await secret.box()
  const row = makeRow(box, await nameOf(options), clock())
  const known = await findPlaceSecret(db, NAME)
  if (known) await replacePlaceSecret(db, row)
  else await makePlaceSecret(db, row)
  const signer = openSigner(box, row)
  if (!signer) throw new Error('the key for receipts can not be opened after it was made')
  await publish(db, signer, row.createdAt)
  return signer
}

async function publish(db: Db, { key }: Signer, createdAt: Date): Promise<void> {
  await publishPlaceKey(db, {
    ...{ id: toHex(key.id), name: key.name, createdAt },
    publicKey: Buffer.from(key.publicKey),
  })
}

/** The name of the record, which all of its keys have. */
async function nameOf({ db, publicUrl }: Pick<PlaceKeyOptions, 'db' | 'publicUrl'>): Promise<string> {
  const [first] = await listPlaceKeys(db)
  if (first) return first.name
  const host = publicUrl === undefined ? `bionic-${randomBytes(6).toString('hex')}` : new URL(publicUrl).host
  const name = `${host}/receipts`
  return isKeyName(name) ? name : `bionic-${randomBytes(6).toString('hex')}/receipts`
}

function makeRow(box: SecretBox, name: string, createdAt: Date): PlaceSecretRow {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  const key = verifierKey(name, raw)
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const { bytes, secretId } = box.seal(pkcs8, BOUND_TO)
  const open = { id: toHex(key.id), name, publicKey: toBase64(raw) }
  return { name: NAME, open, sealed: bytes, secretId, createdAt }
}

function openSigner(box: SecretBox, { open, sealed, secretId }: PlaceSecretRow): Signer | null {
  const text = box.open({ bytes: sealed, secretId }, BOUND_TO)
  const { name, publicKey } = open ?? {}
  if (text === null || typeof name !== 'string' || typeof publicKey !== 'string') return null
  const raw = fromBase64(publicKey)
  if (!raw) return null
  const secret: KeyObject = createPrivateKey({
    ...{ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' },
  })
  const key = verifierKey(name, raw)
  return { key, sign: (text) => signatureLine(key, sign(null, utf8(text), secret)) }
}
