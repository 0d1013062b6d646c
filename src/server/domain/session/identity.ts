import { createHash } from 'node:crypto'
import type { OwnSession } from '../../../shared/session/own-sessions.ts'
import {
  type Session,
  SIGN_IN_STATEMENT,
  type SignInInput,
  type SignInProof,
} from '../../../shared/session/session.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  type LiveSession,
  NOTE_USE_MS,
  SESSION_LIFETIME_MS,
  SESSION_MAX_AGE_MS,
  SessionStore,
} from '../../db/session/session-store.ts'
import { databaseFailure } from '../database-failure.ts'
import { Failure } from '../failure.ts'
import { deviceOf, networkOf } from './device-and-network.ts'
import { readAddress } from './ed25519.ts'
import { FreshSignatures } from './fresh-signatures.ts'
import { Nonces } from './nonces.ts'
import { createSessionCookie, type SessionCookie } from './session-cookie.ts'
import { requireSame, termsOf } from './signed-terms.ts'
import { verifyProof } from './verify-proof.ts'

interface SignedIn {
  session: Session
  setCookie: string
}

/** Its id is only for its owner and this server; the other fields are sent to pages. */
export interface RequestSession extends Session {
  id: string
}

interface IdentityOptions {
  db: Db
  clock: () => Date
  /** The Wallet Standard's name of the chain, such as `solana:devnet`. */
  chainId: string
  /** Without it, sign-in is only possible at loopback addresses. */
  publicUrl?: string | undefined
  log: Pick<Logger, 'info'>
  /** Called with the ids of ended sessions, so that what depends on them ends, too. */
  onEnded?: (ids: readonly string[]) => void
}

/** Identifies people by their session's cookie (decisions 1-6). */
export class Identity {
  readonly #options: IdentityOptions
  readonly #place: { publicUrl: string | undefined; chainId: string }
  readonly #nonces: Nonces
  readonly #store: SessionStore
  readonly #signatures: FreshSignatures
  readonly #cookie: SessionCookie

  constructor(options: IdentityOptions) {
    const { publicUrl, chainId, db, clock, log } = options
    this.#options = options
    this.#place = { publicUrl, chainId }
    this.#nonces = new Nonces({ db, clock })
    this.#store = new SessionStore({ db, clock })
    const secure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'
    this.#cookie = createSessionCookie({ secure })
    this.#signatures = new FreshSignatures({ nonces: this.#nonces, place: this.#place, log })
  }

  get signatures(): FreshSignatures {
    return this.#signatures
  }

  /** @throws {Failure} `validation_failed` for what is no address, `sign_in_rejected` for an untrusted origin */
  async issueNonce(address: string, origin: string): Promise<SignInInput> {
    if (!readAddress(address)) {
      const errors = { address: 'This is not the address of a Solana wallet.' }
      throw new Failure('validation_failed', 'Something in the request is not valid.', { errors })
    }
    return this.#nonces.issue({ ...termsOf(this.#place, origin, SIGN_IN_STATEMENT), address })
  }

  /**
   * Checks the signature first, so that only the wallet's own uses up the nonce, whatever else is wrong. The request's
   * earlier session ends: a browser has only one.
   * @throws {Failure} `sign_in_rejected` or `nonce_invalid`
   */
  async signIn(
    proof: SignInProof,
    {
      origin,
      headers,
      ...from
    }: { origin: string; headers: Headers; clientAddress: string; userAgent: string },
  ): Promise<SignedIn> {
    const { log } = this.#options
    const expected = termsOf(this.#place, origin, SIGN_IN_STATEMENT)
    const message = verifyProof(proof)
    const issued = await this.#nonces.take(message.nonce, message.address)
    requireSame(message, { ...issued, ...expected })
    const earlier = this.#cookie.readAll(headers)
    const { token, ended, ...live } = await this.#store.open(message.address, { ...from, earlier })
    this.#tellEnded(ended)
    log.info({ wallet: live.address }, 'signed in')
    return this.#signedIn(token, live)
  }

  /** Needs one query, and none without a cookie. */
  async readSession(headers: Headers): Promise<RequestSession | null> {
    const live = await this.#find(headers)
    return live && { id: live.id, ...present(live) }
  }

  /** Identifies a request's session by its cookie alone, valid or not; null without a cookie. */
  sessionKey(headers: Headers): string | null {
    const token = this.#cookie.read(headers)
    return token && createHash('sha256').update(token).digest('base64url')
  }

  /** Extends a session in the second half of its lifetime, and updates its last use at most every few minutes. */
  async resume(headers: Headers): Promise<{ session: Session | null; setCookie?: string }> {
    const { clock } = this.#options
    const token = this.#cookie.read(headers)
    const live = token && (await this.#store.find(token))
    if (!live) return { session: null }
    const now = clock().getTime()
    const remaining = live.expiresAt.getTime() - now
    const last = live.createdAt.getTime() + SESSION_MAX_AGE_MS
    try {
      if (remaining <= SESSION_LIFETIME_MS / 2 && live.expiresAt.getTime() < last)
        return (await this.#extend(token)) ?? { session: null }
      if (now - live.lastUsedAt.getTime() >= NOTE_USE_MS) await this.#store.noteUse(token)
    } catch (error) {
      // It will be extended when the database accepts writes again.
      if (!databaseFailure(error)) throw error
    }
    return { session: present(live) }
  }

  /** @throws {Failure} `not_signed_in` if there is no live session to extend */
  async refresh(headers: Headers): Promise<SignedIn> {
    const token = this.#cookie.read(headers)
    const extended = token && (await this.#extend(token))
    if (!extended) throw new Failure('not_signed_in', 'Your session has ended. Sign in again.')
    return extended
  }

  /** Ends the session for every holder of its cookie; without one it has no effect. */
  async signOut(headers: Headers): Promise<{ setCookie: string }> {
    const tokens = this.#cookie.readAll(headers)
    if (tokens.length > 0) this.#tellEnded(await this.#store.close(tokens))
    return { setCookie: this.#cookie.clear() }
  }

  /** @throws {Failure} `not_signed_in` */
  async listSessions(headers: Headers): Promise<OwnSession[]> {
    const own = await this.#requireSession(headers)
    const all = (await this.#store.list(own.address)).map(
      (listed): OwnSession => ({
        id: listed.id,
        device: deviceOf(listed.userAgent),
        network: networkOf(listed.clientAddress),
        signedInAt: listed.createdAt.toISOString(),
        lastUsedAt: listed.lastUsedAt.toISOString(),
        expiresAt: listed.expiresAt.toISOString(),
        current: listed.id === own.id,
      }),
    )
    return [...all.filter(({ current }) => current), ...all.filter(({ current }) => !current)]
  }

  /** Ends it wherever it is used. @throws {Failure} `not_signed_in`, `not_found`, also for another wallet's session */
  async endSession(headers: Headers, id: string): Promise<{ setCookie?: string }> {
    const { log } = this.#options
    const own = await this.#requireSession(headers)
    if (!(await this.#store.end(own.address, id)))
      throw new Failure('not_found', 'There is no such session. It may already have ended.')
    this.#tellEnded([id])
    log.info({ wallet: own.address }, 'ended a session')
    return id === own.id ? { setCookie: this.#cookie.clear() } : {}
  }

  /** Returns how many live ones were ended. @throws {Failure} `not_signed_in` */
  async endOtherSessions(headers: Headers): Promise<number> {
    const { log } = this.#options
    const own = await this.#requireSession(headers)
    const ended = await this.#store.endOthers(own.address, own.id)
    this.#tellEnded(ended)
    log.info({ wallet: own.address, ended: ended.length }, 'ended all other sessions')
    return ended.length
  }

  /** To be called every few minutes. */
  async sweepExpired(): Promise<void> {
    await this.#nonces.sweep()
    await this.#store.sweep()
  }

  #signedIn(token: string, live: LiveSession): SignedIn {
    const { clock } = this.#options
    return {
      session: present(live),
      setCookie: this.#cookie.give(token, live.expiresAt.getTime() - clock().getTime()),
    }
  }

  async #extend(token: string): Promise<SignedIn | null> {
    const live = await this.#store.extend(token)
    return live && this.#signedIn(token, live)
  }

  async #find(headers: Headers): Promise<LiveSession | null> {
    const token = this.#cookie.read(headers)
    return token ? this.#store.find(token) : null
  }

  /** @throws {Failure} `not_signed_in` */
  async #requireSession(headers: Headers): Promise<LiveSession> {
    const live = await this.#find(headers)
    if (!live) throw new Failure('not_signed_in', 'Sign in with a wallet first.')
    return live
  }

  #tellEnded(ids: readonly string[]): void {
    const { onEnded = () => {} } = this.#options
    if (ids.length > 0) onEnded(ids)
  }
}

function present({ address, expiresAt }: LiveSession): Session {
  return { user: { address }, expiresAt: expiresAt.toISOString() }
}
