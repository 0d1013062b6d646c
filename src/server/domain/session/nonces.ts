import { randomBytes } from 'node:crypto'
import type { SignInInput } from '../../../shared/session/session.ts'
import type { Db } from '../../db/connect/connect.ts'
import { insertNonce, removeNonces, takeNonce } from '../../db/session/nonces.ts'
import { Failure } from '../failure.ts'

/** Decision 1: how long a wallet may take to sign, in milliseconds. */
export const NONCE_LIFETIME_MS = 5 * 60_000

interface NoncesOptions {
  db: Db
  clock: () => Date
  cap?: number
  sweepEvery?: number
}

/**
 * Keeps at most `cap` messages after every `sweepEvery` nonces. The oldest are removed rather than the newest refused,
 * so that signing in works during a flood.
 */
export class Nonces {
  readonly #options: NoncesOptions
  #issued = 0

  constructor(options: NoncesOptions) {
    this.#options = options
  }

  /** Stores the complete message with its nonce. */
  async issue(about: Omit<SignInInput, 'nonce' | 'issuedAt' | 'expirationTime'>): Promise<SignInInput> {
    const { db, clock, sweepEvery = 1_000 } = this.#options
    const createdAt = clock()
    const expiresAt = new Date(createdAt.getTime() + NONCE_LIFETIME_MS)
    const input: SignInInput = {
      ...about,
      // 160 bits in hex: the standard only allows letters and digits.
      nonce: randomBytes(20).toString('hex'),
      issuedAt: createdAt.toISOString(),
      expirationTime: expiresAt.toISOString(),
    }
    await insertNonce(db, input)
    this.#issued += 1
    if (this.#issued % sweepEvery === 0) await this.sweep()
    return input
  }

  /**
   * Uses up the nonce whatever the result: only one of several concurrent attempts gets the message.
   * @throws {Failure} `nonce_invalid` if it was not issued to this wallet, was used, or has expired
   */
  async take(nonce: string, address: string): Promise<SignInInput> {
    const { db, clock } = this.#options
    const message = await takeNonce(db, nonce, address)
    if (!message || new Date(message.expirationTime) <= clock())
      throw new Failure('nonce_invalid', 'This sign-in request was already used or has expired. Start again.')
    return message
  }

  /** Removes expired nonces, and the oldest above the cap. */
  sweep(): Promise<void> {
    const { db, clock, cap = 50_000 } = this.#options
    return removeNonces(db, clock(), cap)
  }
}
