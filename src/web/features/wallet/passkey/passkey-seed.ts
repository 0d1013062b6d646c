import { encodeBase58 } from '../../../../shared/session/base58.ts'
import type { KeyValueStorage } from '../../../blocks/saved-draft/persisted.ts'
import type { After } from '../../../lib/http/reconnecting.ts'
import * as texts from '../texts.ts'
import { type Ceremonies, PasskeyError, type Touch } from './ceremonies.ts'
import { deriveSeed, publicKeyOf } from './passkey-key.ts'
import { rememberedPasskey, rememberPasskey } from './remembered-passkey.ts'

/** How long the seed from the connecting touch may be held for the sign-in, in milliseconds (decision 27). */
export const HELD_MS = 60_000

export type Bytes = Uint8Array<ArrayBuffer>

/** How the next connection is made: with the passkey used last, with one that the person chooses, or with a new one. */
type Way = 'last' | 'choose' | 'make'

export interface SeedParts {
  ceremonies: Ceremonies
  storage: KeyValueStorage
  after: After
}

/**
 * The seed is never stored, and every use requires a touch of the passkey; the one that connects covers the sign-in
 * right after it.
 */
export class PasskeySeed {
  readonly #parts: SeedParts
  #way: Way = 'last'
  #held: { seed: Bytes; stopTimer: () => void } | undefined

  constructor(parts: SeedParts) {
    this.#parts = parts
  }

  /** Determines how the next connection is made; later ones use the same passkey again. */
  nextConnection(next: Exclude<Way, 'last'>): void {
    this.#way = next
  }

  /** Requests a touch, and holds the seed for the sign-in. @throws {PasskeyError} */
  async connect(): Promise<{ credentialId: Bytes; address: string; publicKey: Bytes }> {
    const { storage, after } = this.#parts
    const chosen = this.#way
    this.#way = 'last'
    this.wipe()
    const touch = await this.#touchFor(chosen)
    const { credentialId } = touch
    const last = rememberedPasskey(storage)
    const isLast = last && encodeBase58(last.credentialId) === encodeBase58(credentialId)
    const { seed, publicKey, address } = await unlock(touch, isLast ? last.address : undefined)
    this.wipe()
    this.#held = { seed, stopTimer: after(HELD_MS, () => this.wipe()) }
    rememberPasskey(storage, { credentialId, address })
    return { credentialId, address, publicKey }
  }

  /**
   * @param passkey the known passkey, with the address of its account
   * @param isSignIn whether the held seed of the connecting touch may be used, once
   */
  async use<Result>(
    passkey: { address: string; credentialId: Bytes } | undefined,
    address: string,
    isSignIn: boolean,
    sign: (seed: Bytes) => Promise<Result>,
  ): Promise<Result> {
    if (passkey?.address !== address) throw new PasskeyError(texts.notConnected)
    const waiting = isSignIn && this.#held?.seed.slice()
    const { ceremonies } = this.#parts
    const seed = waiting || (await unlock(await ceremonies.use(passkey.credentialId), address)).seed
    this.wipe()
    try {
      return await sign(seed)
    } finally {
      seed.fill(0)
    }
  }

  wipe(): void {
    this.#held?.stopTimer()
    this.#held?.seed.fill(0)
    this.#held = undefined
  }

  #touchFor(chosen: Way): Promise<Touch> {
    const { ceremonies, storage } = this.#parts
    if (chosen === 'make') return ceremonies.make()
    return ceremonies.use(chosen === 'last' ? rememberedPasskey(storage)?.credentialId : undefined)
  }
}

/**
 * The key must always be the same: if a device returned another secret, as some cross-device connections wrongly did,
 * the key would be another wallet's, without the person's content.
 * @throws {PasskeyError} if the address is not the expected one
 */
async function unlock({ prfOutput }: Touch, expected: string | undefined) {
  const seed = await deriveSeed(prfOutput)
  const publicKey = await publicKeyOf(seed)
  const address = encodeBase58(publicKey)
  if (expected === undefined || expected === address) return { seed, publicKey, address }
  seed.fill(0)
  throw new PasskeyError(texts.otherSecret)
}
