import { setTimeout as wait } from 'node:timers/promises'
import { SingleFlight } from '../../../base/keyed-work.ts'
import type { Logger } from '../../../base/log.ts'
import type { ServerSecret } from '../../../base/secrets/server-secret.ts'
import type { Db } from '../../../db/connect/connect.ts'
import {
  addSignIn,
  beginRefresh,
  CLIENT,
  deleteSignIn,
  endRefresh,
  findSignIn,
  replaceSignIn,
  type SignInRow,
} from '../../../db/mcp/tokens.ts'
import type { SendRequest } from '../../../llm/model-address.ts'
import { McpFault } from '../mcp-fault.ts'
import { createOAuthFetch, OAUTH_PATIENCE_MS } from './oauth-fetch.ts'
import { revokeTokens } from './revoke-tokens.ts'
import { type Challenge, open, type SignInServer, type StoredSignIn, seal } from './stored-sign-in.ts'

export interface AccessTokensOptions {
  db: Db
  secret: ServerSecret
  clock: () => Date
  log: Logger
  /** Asks public addresses and those that the operator allows. */
  send: SendRequest
}

/** A token that is used now. */
export interface UsedToken {
  access: string
}

/** Longer than a request for a new token may take, so that only a server that died leaves it to another. */
const REFRESH_SECONDS = (2 * OAUTH_PATIENCE_MS) / 1_000
const WAIT_MS = 50

/** Tokens are renewed in the last part of their time, at most so long before its end, and not by all at one moment. */
const MARGIN = { part: 0.2, ms: 60_000 }

/** What an authorization server says when a refresh token or a client is not valid any more (RFC 6749, 5.2). */
const lasting = ['invalid_grant', 'invalid_client', 'unauthorized_client']
const ofClient = ['invalid_client', 'unauthorized_client']

interface Person {
  server: SignInServer
  wallet: string
}

interface Read {
  row: SignInRow
  stored: StoredSignIn
}

const idOf = ({ server, wallet }: Person) => ({ server: server.id, wallet })

/** The tokens of persons at servers: what is sent, what replaces it in time, and when nothing does any more. */
export class AccessTokens {
  readonly #options: AccessTokensOptions
  /** What this server renews now, by person. */
  readonly #renewing = new SingleFlight<UsedToken | null>()

  constructor(options: AccessTokensOptions) {
    this.#options = options
  }

  /** Null for somebody who has to sign in. A token that ends soon is renewed first, as long as that can be done. */
  async current(person: Person): Promise<UsedToken | null> {
    const read = await this.read(person)
    if (!read?.stored.tokens || read.row.refused) return null
    const used = { access: read.stored.tokens.access }
    const left = this.#leftOf(read.row)
    if (left > this.#marginOf(read.row) || read.stored.tokens.refresh === undefined) return used
    const isOver = left <= 0
    try {
      const renewed = await this.renew(person, used, { waits: isOver })
      return renewed ?? (isOver ? null : used)
    } catch (error) {
      if (isOver) throw error
      this.#options.log.debug({ err: error, server: person.server.id }, 'a token could not be renewed yet')
      return used
    }
  }

  /**
   * A token in place of one that is over or was refused; null if there will be none without the person. Of all requests
   * at once, on any server, one asks for it.
   * @param waits whether to wait for another server that asks for it now
   * @throws {McpFault} if it may succeed later
   */
  renew(person: Person, used: UsedToken, { waits = true } = {}): Promise<UsedToken | null> {
    const key = JSON.stringify([person.server.id, person.wallet, waits])
    return this.#renewing.run(key, () => this.#renew(person, used, waits))
  }

  /** Nothing is sent for this person any more until they have signed in. A newer token than the refused one stays. */
  async refuse(person: Person, used: UsedToken | null, wants: Challenge): Promise<void> {
    const { db, secret, clock } = this.#options
    const read = await this.read(person)
    if (read && (read.stored.tokens?.access ?? null) !== (used?.access ?? null)) return
    const stored: StoredSignIn = { tokens: null, at: null, ...read?.stored, wants }
    const next = {
      ...seal(await secret.box(), 'signIn', stored, person),
      ...{ refused: true, updatedAt: clock() },
    }
    if (read) await replaceSignIn(db, read.row, next)
    else await addSignIn(db, { ...idOf(person), ...next, expiresAt: null })
  }

  /** Notes that a person has to allow more before a tool can be used; others go on with what was allowed. */
  async want(person: Person, wants: Challenge): Promise<void> {
    const read = await this.read(person)
    if (!read) return
    const next = seal(await this.#options.secret.box(), 'signIn', { ...read.stored, wants }, person)
    await replaceSignIn(this.#options.db, read.row, next)
  }

  /** What is stored of a person; null if there is nothing, or nothing that this server can decrypt. */
  async read(person: Person): Promise<Read | null> {
    const { db, secret } = this.#options
    const row = await findSignIn(db, idOf(person))
    const stored = row && open(await secret.box(), 'signIn', row, person)
    return row && stored && { row, stored }
  }

  async #renew(person: Person, used: UsedToken, waits: boolean): Promise<UsedToken | null> {
    const { db } = this.#options
    const ends = performance.now() + REFRESH_SECONDS * 1_000
    for (;;) {
      const there = await this.#newerThan(person, used)
      if (there !== 'same') return there
      if (await beginRefresh(db, idOf(person), REFRESH_SECONDS)) break
      if (!waits) return null
      if (performance.now() > ends)
        throw new McpFault('too-slow', 'Where people sign in for it did not answer in time.')
      await wait(WAIT_MS)
    }
    try {
      // Another server may have renewed it just before.
      const there = await this.#newerThan(person, used)
      return there === 'same' ? await this.#askForToken(person) : there
    } finally {
      await endRefresh(db, idOf(person))
    }
  }

  async #newerThan(person: Person, used: UsedToken): Promise<UsedToken | null | 'same'> {
    const read = await this.read(person)
    if (!read?.stored.tokens?.refresh || read.row.refused) return null
    const { access } = read.stored.tokens
    return access === used.access ? 'same' : { access }
  }

  async #askForToken(person: Person): Promise<UsedToken | null> {
    const { db, secret, clock, send } = this.#options
    const read = await this.read(person)
    const { tokens, at } = read?.stored ?? {}
    if (!read || !at || tokens?.refresh === undefined) return null
    const { refreshAuthorization } = await import('@modelcontextprotocol/client')
    const given = await refreshAuthorization(at.authorizationServer, {
      metadata: at.metadata,
      clientInformation: at.client,
      refreshToken: tokens.refresh,
      ...(at.resource !== undefined && { resource: at.resource }),
      fetchFn: createOAuthFetch(send).fetch,
    }).catch((error: unknown) => this.#unlessLasting(person, read, error))
    if (!given) return null
    const now = clock()
    const stored: StoredSignIn = {
      ...read.stored,
      tokens: { access: given.access_token, refresh: given.refresh_token },
    }
    const next = {
      ...seal(await secret.box(), 'signIn', stored, person),
      ...{ expiresAt: expiryOf(given.expires_in, now), updatedAt: now },
    }
    if (await replaceSignIn(db, read.row, next)) return { access: given.access_token }
    // The person signed out or signed in anew meanwhile: nobody keeps what was just given.
    await revokeTokens(stored, this.#options)
    const after = await this.read(person)
    return after?.stored.tokens && !after.row.refused ? { access: after.stored.tokens.access } : null
  }

  /** Null for what will not succeed again: the person has to sign in. */
  async #unlessLasting(person: Person, read: Read, error: unknown): Promise<null> {
    const { OAuthError } = await import('@modelcontextprotocol/client')
    const { db, log } = this.#options
    if (!(error instanceof OAuthError) || !lasting.includes(error.code)) {
      log.info({ err: error, server: person.server.id }, 'a token was not renewed')
      throw new McpFault('unreachable', 'Where people sign in for it does not answer.')
    }
    log.info({ server: person.server.id, code: error.code }, 'a sign-in at a server is over')
    await replaceSignIn(db, read.row, { refused: true })
    if (ofClient.includes(error.code)) await deleteSignIn(db, { server: person.server.id, wallet: CLIENT })
    return null
  }

  /** In milliseconds; without end if nobody said when it ends. */
  #leftOf({ expiresAt }: SignInRow): number {
    return expiresAt ? expiresAt.getTime() - this.#options.clock().getTime() : Number.POSITIVE_INFINITY
  }

  #marginOf({ expiresAt, updatedAt }: SignInRow): number {
    const lifetime = expiresAt ? expiresAt.getTime() - updatedAt.getTime() : 0
    return Math.min(MARGIN.ms, lifetime * MARGIN.part) * (0.5 + Math.random() / 2)
  }
}

/** An hour longer than any clock's fault would be a year that nobody meant: such lifetimes are cut. */
const LONGEST_SECONDS = 400 * 24 * 3_600

export function expiryOf(seconds: number | undefined, now: Date): Date | null {
  if (seconds === undefined || !Number.isFinite(seconds)) return null
  return new Date(now.getTime() + Math.min(Math.max(seconds, 0), LONGEST_SECONDS) * 1_000)
}
