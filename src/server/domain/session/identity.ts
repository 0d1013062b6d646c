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
  createSessionStore,
  type LiveSession,
  NOTE_USE_MS,
  SESSION_LIFETIME_MS,
  SESSION_MAX_AGE_MS,
} from '../../db/session/session-store.ts'
import { databaseFailure } from '../database-failure.ts'
import { Failure } from '../failure.ts'
import { deviceOf, networkOf } from './device-and-network.ts'
import { readAddress } from './ed25519.ts'
import { createFreshSignatures, type FreshSignatures } from './fresh-signatures.ts'
import { createNonces } from './nonces.ts'
import { createSessionCookie } from './session-cookie.ts'
import { requireSame, termsOf } from './signed-terms.ts'
import { verifyProof } from './verify-proof.ts'

export interface SignedIn {
  session: Session
  /** The value of the matching `Set-Cookie` header. */
  setCookie: string
}

/** The session of a request. Its id is only for its owner and this server; the other fields are sent to pages. */
export interface RequestSession extends Session {
  id: string
}

/** Identifies people (decisions 1-6): a wallet signs in once and is then identified by its session's cookie. */
export interface Identity {
  /**
   * Starts a sign-in: creates the message that the wallet is asked to sign.
   * @param origin the origin of the request, by its Host header
   * @throws {Failure} `validation_failed` if it is not a wallet's address, `sign_in_rejected` for an untrusted origin
   */
  issueNonce(address: string, origin: string): Promise<SignInInput>
  /**
   * Completes a sign-in. The signature is checked before the nonce is looked up, so that only the wallet's own
   * signature uses up a nonce; it is then used up whatever else is wrong with the message. The session that the request
   * carries, whoever it belongs to, ends, because a browser has only one.
   * @throws {Failure} `sign_in_rejected` or `nonce_invalid`
   */
  signIn(
    proof: SignInProof,
    from: { origin: string; headers: Headers; clientAddress: string; userAgent: string },
  ): Promise<SignedIn>
  /** Finds the session of a request. This needs one query, and none without a cookie. */
  readSession(headers: Headers): Promise<RequestSession | null>
  /** A key that identifies the session of a request by its cookie alone, valid or not; null if there is none. */
  sessionKey(headers: Headers): string | null
  /**
   * Finds the session of a request when a page starts. A session in the second half of its lifetime is extended
   * together with its cookie, and its last use is updated, at most every few minutes.
   */
  resume(headers: Headers): Promise<{ session: Session | null; setCookie?: string }>
  /**
   * Extends the session of a request.
   * @throws {Failure} `not_signed_in` if there is no live session to extend
   */
  refresh(headers: Headers): Promise<SignedIn>
  /** Ends the session for every holder of its cookie. Without a session this has no effect and is no error. */
  signOut(headers: Headers): Promise<{ setCookie: string }>
  /**
   * Lists the live sessions of the request's wallet.
   * @throws {Failure} `not_signed_in`
   */
  listSessions(headers: Headers): Promise<OwnSession[]>
  /**
   * Ends one of them at once, wherever it is used; if it is the request's own, its cookie is cleared as well.
   * @throws {Failure} `not_signed_in`, or `not_found`, also for a session of another wallet
   */
  endSession(headers: Headers, id: string): Promise<{ setCookie?: string }>
  /**
   * Ends all of them except the request's own.
   * @returns how many live ones were ended
   * @throws {Failure} `not_signed_in`
   */
  endOtherSessions(headers: Headers): Promise<number>
  /** For actions that need the wallet's signature in addition to its session. */
  signatures: FreshSignatures
  /** Removes expired sessions and nonces; to be called every few minutes. */
  sweepExpired(): Promise<void>
}

/**
 * @param options.chainId the Wallet Standard's name of the chain, such as `solana:devnet`
 * @param options.publicUrl the address that people use; without it, sign-in is only possible at loopback addresses
 */
export function createIdentity(options: {
  db: Db
  clock: () => Date
  chainId: string
  publicUrl?: string | undefined
  log: Pick<Logger, 'info'>
  /** Is called with the ids of ended sessions, so that everything that depends on them can end, too. */
  onEnded?: (ids: readonly string[]) => void
}): Identity {
  const { db, clock, chainId, publicUrl, log, onEnded = () => {} } = options
  const place = { publicUrl, chainId }
  const nonces = createNonces({ db, clock })
  const store = createSessionStore({ db, clock })
  const secure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'
  const cookie = createSessionCookie({ secure })

  const signedIn = (token: string, live: LiveSession): SignedIn => ({
    session: present(live),
    setCookie: cookie.give(token, live.expiresAt.getTime() - clock().getTime()),
  })

  async function extend(token: string): Promise<SignedIn | null> {
    const live = await store.extend(token)
    return live && signedIn(token, live)
  }

  async function find(headers: Headers): Promise<LiveSession | null> {
    const token = cookie.read(headers)
    return token ? store.find(token) : null
  }

  /** @throws {Failure} `not_signed_in` */
  async function requireSession(headers: Headers): Promise<LiveSession> {
    const live = await find(headers)
    if (!live) throw new Failure('not_signed_in', 'Sign in with a wallet first.')
    return live
  }

  function tellEnded(ids: readonly string[]): void {
    if (ids.length > 0) onEnded(ids)
  }

  return {
    signatures: createFreshSignatures({ nonces, place, log }),

    async issueNonce(address, origin) {
      if (!readAddress(address)) {
        const errors = { address: 'This is not the address of a Solana wallet.' }
        throw new Failure('validation_failed', 'Something in the request is not valid.', { errors })
      }
      return nonces.issue({ ...termsOf(place, origin, SIGN_IN_STATEMENT), address })
    },

    async signIn(proof, { origin, headers, ...from }) {
      const expected = termsOf(place, origin, SIGN_IN_STATEMENT)
      const message = verifyProof(proof)
      const issued = await nonces.take(message.nonce, message.address)
      requireSame(message, { ...issued, ...expected })
      const earlier = cookie.readAll(headers)
      const { token, ended, ...live } = await store.open(message.address, { ...from, earlier })
      tellEnded(ended)
      log.info({ wallet: live.address }, 'signed in')
      return signedIn(token, live)
    },

    async readSession(headers) {
      const live = await find(headers)
      return live && { id: live.id, ...present(live) }
    },

    sessionKey(headers) {
      const token = cookie.read(headers)
      return token && createHash('sha256').update(token).digest('base64url')
    },

    async resume(headers) {
      const token = cookie.read(headers)
      const live = token && (await store.find(token))
      if (!live) return { session: null }
      const now = clock().getTime()
      const remaining = live.expiresAt.getTime() - now
      const last = live.createdAt.getTime() + SESSION_MAX_AGE_MS
      try {
        if (remaining <= SESSION_LIFETIME_MS / 2 && live.expiresAt.getTime() < last)
          return (await extend(token)) ?? { session: null }
        if (now - live.lastUsedAt.getTime() >= NOTE_USE_MS) await store.noteUse(token)
      } catch (error) {
        // The session stays as it is, and will be extended when the database accepts writes again.
        if (!databaseFailure(error)) throw error
      }
      return { session: present(live) }
    },

    async refresh(headers) {
      const token = cookie.read(headers)
      const extended = token && (await extend(token))
      if (!extended) throw new Failure('not_signed_in', 'Your session has ended. Sign in again.')
      return extended
    },

    async signOut(headers) {
      const tokens = cookie.readAll(headers)
      if (tokens.length > 0) tellEnded(await store.close(tokens))
      return { setCookie: cookie.clear() }
    },

    async listSessions(headers) {
      const own = await requireSession(headers)
      const all = (await store.list(own.address)).map(
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
    },

    async endSession(headers, id) {
      const own = await requireSession(headers)
      if (!(await store.end(own.address, id)))
        throw new Failure('not_found', 'There is no such session. It may already have ended.')
      tellEnded([id])
      log.info({ wallet: own.address }, 'ended a session')
      return id === own.id ? { setCookie: cookie.clear() } : {}
    },

    async endOtherSessions(headers) {
      const own = await requireSession(headers)
      const ended = await store.endOthers(own.address, own.id)
      tellEnded(ended)
      log.info({ wallet: own.address, ended: ended.length }, 'ended all other sessions')
      return ended.length
    },

    async sweepExpired() {
      await nonces.sweep()
      await store.sweep()
    },
  }
}

function present({ address, expiresAt }: LiveSession): Session {
  return { user: { address }, expiresAt: expiresAt.toISOString() }
}
