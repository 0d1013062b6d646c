import type { Session, SignInInput, SignInProof } from '../../../shared/session.ts'
import type { Db } from '../../db/connect.ts'
import { createSessionStore, type LiveSession, SESSION_LIFETIME_MS } from '../../db/session-store.ts'
import type { Logger } from '../../log.ts'
import { databaseFailure } from '../database-failure.ts'
import { Failure } from '../failure.ts'
import { readAddress } from './ed25519.ts'
import { createNonces } from './nonces.ts'
import { createSessionCookie } from './session-cookie.ts'
import { signInOrigin } from './sign-in-origin.ts'
import { verifyProof } from './verify-proof.ts'

/** What the wallet shows above the technical fields. */
const STATEMENT =
  'Sign in to Bionic. This proves that the wallet is yours; it sends no transaction and costs nothing.'

export interface SignedIn {
  session: Session
  /** The value of the `Set-Cookie` header that belongs to it. */
  setCookie: string
}

/** Who somebody is (decisions 1-6): a wallet proves itself once and is then known by its session's cookie. */
export interface Identity {
  /**
   * Begins a sign-in: what the wallet is asked to sign.
   * @param origin where the request went, as its Host header says
   * @throws {Failure} `validation_failed` for what is no wallet's address, `sign_in_rejected` for an untrusted origin
   */
  issueNonce(address: string, origin: string): Promise<SignInInput>
  /**
   * Ends it. The signature is checked before the nonce is looked for, so that only the wallet's own signature uses a
   * nonce up; from then on it is gone, whatever else is wrong with the message.
   * @throws {Failure} `sign_in_rejected` or `nonce_invalid`
   */
  signIn(
    proof: SignInProof,
    from: { origin: string; clientAddress: string; userAgent: string },
  ): Promise<SignedIn>
  /** The session that a request carries; asks the database once, and only where there is a cookie. */
  readSession(headers: Headers): Promise<Session | null>
  /** The same as a page starts, when a session in the second half of its life is extended along with its cookie. */
  resume(headers: Headers): Promise<{ session: Session | null; setCookie?: string }>
  /** @throws {Failure} `not_signed_in` where there is no living session to extend */
  refresh(headers: Headers): Promise<SignedIn>
  /** Ends the session for every holder of its cookie; without one there is nothing to end, which is no error. */
  signOut(headers: Headers): Promise<{ setCookie: string }>
  /** Removes expired sessions and nonces; to be called every few minutes. */
  sweepExpired(): Promise<void>
}

/**
 * @param options.chainId the Wallet Standard's name of the chain, such as `solana:devnet`
 * @param options.publicUrl the address people use; without it only loopback addresses can sign in
 */
export function createIdentity(options: {
  db: Db
  clock: () => Date
  chainId: string
  publicUrl?: string | undefined
  log: Pick<Logger, 'info'>
}): Identity {
  const { db, clock, chainId, publicUrl, log } = options
  const nonces = createNonces({ db, clock })
  const store = createSessionStore({ db, clock })
  const secure = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'
  const cookie = createSessionCookie({ secure, lifetime: SESSION_LIFETIME_MS })

  /** What every message signed for this origin must say besides its nonce and times. */
  function terms(origin: string) {
    const uri = signInOrigin(publicUrl, origin)
    return { domain: new URL(uri).host, statement: STATEMENT, uri, version: '1', chainId } as const
  }

  const signedIn = (token: string, live: LiveSession): SignedIn => ({
    session: present(live),
    setCookie: cookie.give(token),
  })

  async function extend(token: string): Promise<SignedIn | null> {
    const live = await store.extend(token)
    return live && signedIn(token, live)
  }

  return {
    async issueNonce(address, origin) {
      if (!readAddress(address)) {
        const errors = { address: 'That is not the address of a Solana wallet.' }
        throw new Failure('validation_failed', 'Something in the request is not valid.', { errors })
      }
      return nonces.issue({ ...terms(origin), address })
    },

    async signIn(proof, { origin, ...from }) {
      const expected = terms(origin)
      const message = verifyProof(proof)
      const issued = await nonces.take(message.nonce, message.address)
      requireSame(message, { ...issued, ...expected })
      const { token, ...live } = await store.open(message.address, from)
      log.info({ wallet: live.address }, 'signed in')
      return signedIn(token, live)
    },

    async readSession(headers) {
      const token = cookie.read(headers)
      const live = token && (await store.find(token))
      return live ? present(live) : null
    },

    async resume(headers) {
      const token = cookie.read(headers)
      const live = token && (await store.find(token))
      if (!live) return { session: null }
      const remaining = live.expiresAt.getTime() - clock().getTime()
      if (remaining > SESSION_LIFETIME_MS / 2) return { session: present(live) }
      try {
        return (await extend(token)) ?? { session: null }
      } catch (error) {
        // It lives as it is; it will be extended when the database takes something in again.
        if (!databaseFailure(error)) throw error
        return { session: present(live) }
      }
    },

    async refresh(headers) {
      const token = cookie.read(headers)
      const extended = token && (await extend(token))
      if (!extended) throw new Failure('not_signed_in', 'The session has ended. Sign in with a wallet again.')
      return extended
    },

    async signOut(headers) {
      const token = cookie.read(headers)
      if (token) await store.close(token)
      return { setCookie: cookie.clear() }
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

const fieldNames: Record<keyof SignInInput, string> = {
  domain: 'domain',
  address: 'address',
  statement: 'statement',
  uri: 'URI',
  version: 'version',
  chainId: 'chain ID',
  nonce: 'nonce',
  issuedAt: 'issued-at time',
  expirationTime: 'expiration time',
}

/** @throws {Failure} `sign_in_rejected`, naming the first field in which the signed message differs */
function requireSame(signed: SignInInput, expected: SignInInput): void {
  for (const field of Object.keys(fieldNames) as (keyof SignInInput)[])
    if (signed[field] !== expected[field])
      throw new Failure(
        'sign_in_rejected',
        `The signed ${fieldNames[field]} is not the one that was asked for.`,
      )
}
