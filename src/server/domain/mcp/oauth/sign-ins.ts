import { createHash, randomBytes } from 'node:crypto'
import type { AuthProvider } from '@modelcontextprotocol/client'
import { deleteSignIn, listSignedIn, putPending, putSignIn, takePending } from '../../../db/mcp/tokens.ts'
import { Failure, noSuch } from '../../failure.ts'
import { createSemaphore } from '../../semaphore.ts'
import { AccessTokens, type AccessTokensOptions, expiryOf } from './access-tokens.ts'
import { beginSignIn, probeChallenge } from './begin-sign-in.ts'
import { asPerson } from './credentials.ts'
import { createOAuthFetch } from './oauth-fetch.ts'
import { PlaceClients } from './place-clients.ts'
import { revokeTokens } from './revoke-tokens.ts'
import {
  type Challenge,
  open,
  type SignInServer,
  type StoredPending,
  type StoredSignIn,
  seal,
} from './stored-sign-in.ts'

/** So long a person may take at the other place, in milliseconds. */
const PENDING_MS = 10 * 60_000

/** Sign-ins that are begun at once: each asks a stranger's server up to six times. */
const PLACES = { inside: 8, waiting: 40, each: 2 }

export interface SignInsOptions extends AccessTokensOptions {
  /** What may be signed in at by a person under an id; null for nothing. */
  findServer: (wallet: string, id: string) => Promise<SignInServer | null>
  /** Whether somebody may be sent to an address, as far as its text says. @throws otherwise */
  check: (url: URL) => void
  /** Is told that what waits for this sign-in can go on. */
  onSignedIn?: (wallet: string, server: SignInServer) => void | Promise<void>
}

/** Who comes back, from where, with what. */
interface SignInAnswer {
  /** Of the browser that came back; null for a visitor. */
  session: { id: string; wallet: string } | null
  state: string | undefined
  code: string | undefined
  /** Who says that it answers (RFC 9207). */
  issuer: string | undefined
  error: string | undefined
}

export type SignInEnd =
  | { kind: 'signed-in'; host: string }
  /** The person did not allow it there. */
  | { kind: 'declined'; host: string }
  /** It was begun too long ago, somewhere else, or is over already. */
  | { kind: 'unknown' }
  | { kind: 'failed'; host: string }

/** The sign-ins of persons at servers of the Model Context Protocol (record 0083). Tokens are encrypted, and go to their server alone. */
export class SignIns {
  readonly #options: SignInsOptions
  readonly #tokens: AccessTokens
  readonly #clients: PlaceClients
  readonly #pass = createSemaphore(PLACES, 'sign-ins')

  constructor(options: SignInsOptions) {
    this.#options = options
    this.#tokens = new AccessTokens(options)
    this.#clients = new PlaceClients(options)
  }

  /** The ids of the servers at which a person is signed in. */
  async signedInAt(wallet: string): Promise<readonly string[]> {
    return listSignedIn(this.#options.db, wallet)
  }

  /** See `asPerson`. */
  asPerson<T>(
    person: { server: SignInServer; wallet: string },
    work: (credentials: AuthProvider) => Promise<T>,
  ): Promise<T> {
    return asPerson(this.#tokens, person, work)
  }

  /**
   * The address that a person opens to sign in at a server. It is theirs alone, of this session, and for ten minutes.
   * @param origin of this place, where the person comes back to `redirect`
   * @throws {Failure} `not_found`, `server_failed` with a sentence, or `rate_limited`
   */
  async begin(
    { wallet, session, server: id }: { wallet: string; session: string; server: string },
    { origin, redirect }: { origin: string; redirect: string },
  ): Promise<URL> {
    const { db, secret, clock, send, check } = this.#options
    const server = await this.#options.findServer(wallet, id)
    if (!server) noSuch('server')
    const state = randomBytes(32).toString('base64url')
    const { url, verifier, at } = await this.#pass(
      async () =>
        beginSignIn({
          ...{ origin, redirect, state, send },
          address: server.address,
          challenge: await this.#challengeOf({ server, wallet }),
          findClient: (issuer) => this.#clients.find(server, { issuer, redirect }),
        }),
      wallet,
    )
    try {
      check(url)
    } catch (cause) {
      const { host } = new URL(server.address)
      throw new Failure('server_failed', `${host} sends people to an address that is not a public one.`, {
        cause,
      })
    }
    await this.#clients.keep(server, at.client)
    const digest = digestOf(state)
    const pending = { server: server.id, address: server.address, wallet, session, verifier, at }
    const now = clock()
    await putPending(
      db,
      {
        ...{ digest, server: server.id, wallet, createdAt: now },
        ...seal(await secret.box(), 'pending', pending, { digest }),
      },
      new Date(now.getTime() - PENDING_MS),
    )
    return url
  }

  /** Takes what a person came back with, once. It says nothing of the reason to whoever may have made the address. */
  async finish(answer: SignInAnswer): Promise<SignInEnd> {
    const pending = await this.#take(answer.state)
    const { session } = answer
    if (!pending || session?.id !== pending.session || session.wallet !== pending.wallet)
      return { kind: 'unknown' }
    const { host } = new URL(pending.address)
    const server = await this.#options.findServer(pending.wallet, pending.server)
    if (server?.address !== pending.address) return { kind: 'unknown' }
    try {
      if (!(await this.#exchange(answer, pending, server))) return { kind: 'declined', host }
    } catch (error) {
      this.#options.log.info({ err: error, server: server.id }, 'a sign-in at a server failed')
      return { kind: 'failed', host }
    }
    try {
      await this.#options.onSignedIn?.(pending.wallet, server)
    } catch (error) {
      // They are signed in all the same, and can go on by hand.
      this.#options.log.warn({ err: error }, 'what waits for a sign-in did not go on')
    }
    return { kind: 'signed-in', host }
  }

  /** Forgets a person's tokens and what they allowed, and has them revoked. @throws {Failure} `not_found` */
  async end(wallet: string, id: string): Promise<void> {
    const { db, secret } = this.#options
    const server = await this.#options.findServer(wallet, id)
    const row = server && (await deleteSignIn(db, { server: id, wallet }))
    if (!server || !row) throw new Failure('not_found', 'You are not signed in there.')
    const stored = open(await secret.box(), 'signIn', row, { server, wallet })
    if (stored) await revokeTokens(stored, this.#options)
  }

  async #exchange(answer: SignInAnswer, { at, verifier, wallet }: StoredPending, server: SignInServer) {
    const { db, secret, clock, send } = this.#options
    const sdk = await import('@modelcontextprotocol/client')
    sdk.validateAuthorizationResponseIssuer({
      iss: answer.issuer,
      expectedIssuer: at.metadata.issuer,
      issParameterSupported: at.metadata.authorization_response_iss_parameter_supported === true,
    })
    if (answer.error === 'access_denied') return false
    if (answer.error !== undefined || answer.code === undefined)
      throw new Error('the sign-in came back without a code')
    const given = await sdk.exchangeAuthorization(at.authorizationServer, {
      metadata: at.metadata,
      clientInformation: at.client,
      authorizationCode: answer.code,
      ...(answer.issuer !== undefined && { iss: answer.issuer }),
      codeVerifier: verifier,
      redirectUri: at.client.redirect,
      ...(at.resource !== undefined && { resource: at.resource }),
      fetchFn: createOAuthFetch(send).fetch,
    })
    if (given.token_type.toLowerCase() !== 'bearer') throw new Error('the token is of another type')
    const now = clock()
    const stored: StoredSignIn = {
      tokens: { access: given.access_token, refresh: given.refresh_token },
      at,
      wants: null,
    }
    const isKept = await putSignIn(db, {
      ...{ server: server.id, wallet, refused: false, updatedAt: now },
      ...seal(await secret.box(), 'signIn', stored, { server, wallet }),
      expiresAt: expiryOf(given.expires_in, now),
    })
    if (isKept) return true
    await revokeTokens(stored, this.#options)
    throw new Error('the server was removed while a person signed in at it')
  }

  async #take(state: string | undefined): Promise<StoredPending | null> {
    if (state === undefined) return null
    const { db, secret, clock } = this.#options
    const digest = digestOf(state)
    const expired = new Date(clock().getTime() - PENDING_MS)
    const row = await takePending(db, { digest, expired })
    return row && open(await secret.box(), 'pending', row, { digest })
  }

  /** What the server wanted when it refused a request, with what the person has allowed before; else it is asked. */
  async #challengeOf(person: { server: SignInServer; wallet: string }): Promise<Challenge> {
    const stored = (await this.#tokens.read(person))?.stored
    const wants = stored?.wants ?? (await probeChallenge(person.server.address, this.#options.send))
    const scopes = [stored?.at?.scope, wants.scope].flatMap((scope) => scope?.split(' ') ?? [])
    return { ...wants, ...(scopes.length > 0 && { scope: [...new Set(scopes)].join(' ') }) }
  }
}

const digestOf = (state: string) => createHash('sha256').update(state).digest('base64url')
