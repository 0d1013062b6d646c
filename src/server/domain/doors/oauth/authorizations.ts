import { createHash, randomBytes } from 'node:crypto'
import { limits } from '../../../../shared/common/limits.ts'
import type { MadeApiKey } from '../../../../shared/doors/api-keys.ts'
import type { Authorization, AuthorizationQuery } from '../../../../shared/doors/authorization.ts'
import type { SignedAgreement } from '../../../../shared/session/fresh-signature.ts'
import type { Db } from '../../../db/connect/connect.ts'
import {
  findKeyOfCode,
  insertOAuthCode,
  noteKeyOfCode,
  sweepOAuthCodes,
  takeOAuthCode,
} from '../../../db/doors/oauth-codes.ts'
import { Failure } from '../../failure.ts'
import type { ApiKeys } from '../api-keys.ts'
import { back, checkRequest, isOwnResource, type ValidRequest } from './check-request.ts'

const DAY_MS = 24 * 3_600_000

/** How long a token is valid, in days. After that the person is asked again. */
const TOKEN_DAYS = 90

/** How long a client may take to exchange a code, in milliseconds. */
const CODE_MS = 60_000

/** How long used codes are kept, in milliseconds, to notice a second use. */
const KEPT_MS = 3_600_000

/** An error that OAuth has a name for (RFC 6749, section 5.2). */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure'
  readonly code:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'invalid_target'
    | 'unsupported_grant_type'

  constructor(code: OAuthFailure['code'], message: string) {
    super(message)
    this.code = code
  }
}

type TokenRequest = Readonly<Record<string, string | undefined>>

/** What is sent for a code's token, hashed where it is stored so. */
interface Attempt {
  hash: string
  clientHash: string
  redirectUri: string
  verifier: string
}

interface AuthorizationsOptions {
  db: Db
  clock: () => Date
  keys: Pick<ApiKeys, 'create' | 'list' | 'revoke'>
}

/** Consents of wallets to programs. A token is an API key with the program's name: listed, counted and revoked as one. */
export class Authorizations {
  readonly #options: AuthorizationsOptions

  constructor(options: AuthorizationsOptions) {
    this.#options = options
  }

  /** Reads what a program asks of a person. @param origin the place's own, which answers name as their issuer */
  read(query: AuthorizationQuery, origin: string): Authorization {
    const found = checkRequest(query, origin)
    if (found.kind !== 'valid') return found
    const refusal = { error: 'access_denied', error_description: 'The person refused.' }
    return {
      kind: 'asks',
      client: found.client,
      days: TOKEN_DAYS,
      request: found.challenge,
      refuse: back(found.redirectUri, { ...refusal, state: found.state, iss: origin }),
    }
  }

  /** What the wallet has to sign. @throws {Failure} `validation_failed` for a request that nobody can consent to */
  agreementOf(query: AuthorizationQuery, origin: string): SignedAgreement {
    const { client, challenge } = requireValid(query, origin)
    return { action: 'let-in', site: client.site, request: challenge }
  }

  /**
   * Consents for a wallet whose signature was checked; returns where the person is sent back to, with a code.
   * @throws {Failure} `validation_failed`, or `quota_reached` if the wallet has too many keys
   */
  async consent(wallet: string, query: AuthorizationQuery, origin: string): Promise<string> {
    const { db, clock, keys } = this.#options
    const { client, clientId, redirectUri, challenge, state } = requireValid(query, origin)
    if ((await keys.list(wallet)).length >= limits.apiKeys)
      throw new Failure(
        'quota_reached',
        `A wallet can have ${limits.apiKeys} keys. Revoke one in your settings, and try again.`,
      )
    const code = randomBytes(32).toString('base64url')
    await insertOAuthCode(db, {
      hash: hashOf(code),
      wallet,
      clientName: client.name,
      clientHash: hashOf(clientId),
      redirectUri,
      challenge,
      expiresAt: new Date(clock().getTime() + CODE_MS),
    })
    return back(redirectUri, { code, state, iss: origin })
  }

  /** Exchanges a code for a token. A second use revokes the token of the first. @throws {OAuthFailure} */
  async redeem(request: TokenRequest, origin: string): Promise<{ token: string; seconds: number }> {
    const { db, keys } = this.#options
    const attempt = attemptOf(request, origin)
    const made = await db.transaction((transaction) => this.#exchange(transaction, attempt))
    if (made === 'not valid') {
      const stolen = await findKeyOfCode(db, attempt.hash)
      if (stolen) await keys.revoke(stolen.wallet, stolen.keyId).catch(ignoreMissing)
      throw new OAuthFailure('invalid_grant', 'The code is unknown, has expired, or was used.')
    }
    if (made instanceof OAuthFailure) throw made
    return { token: made.key, seconds: (TOKEN_DAYS * DAY_MS) / 1000 }
  }

  sweep(): Promise<void> {
    const { db, clock } = this.#options
    return sweepOAuthCodes(db, new Date(clock().getTime() - KEPT_MS))
  }

  /** One transaction, so that a second use finds the key to revoke. Faults are returned, since they use the code up, too. */
  async #exchange(
    transaction: Db,
    { hash, clientHash, redirectUri, verifier }: Attempt,
  ): Promise<MadeApiKey | OAuthFailure | 'not valid'> {
    const { clock, keys } = this.#options
    const found = await takeOAuthCode(transaction, hash, clock())
    if (!found) return 'not valid'
    if (found.clientHash !== clientHash || found.redirectUri !== redirectUri)
      return new OAuthFailure(
        'invalid_grant',
        'The code was given to another client, or for another address.',
      )
    if (!/^[\w.~-]{43,128}$/.test(verifier) || challengeOf(verifier) !== found.challenge)
      return new OAuthFailure('invalid_grant', 'The code_verifier is not the one of the code_challenge.')
    const expiresAt = new Date(clock().getTime() + TOKEN_DAYS * DAY_MS).toISOString()
    const made = await keys
      .create(found.wallet, { name: found.clientName, expiresAt }, transaction)
      .catch(asGrantFailure)
    if (!(made instanceof OAuthFailure)) await noteKeyOfCode(transaction, hash, made.apiKey.id)
    return made
  }
}

function requireValid(query: AuthorizationQuery, origin: string): ValidRequest {
  const found = checkRequest(query, origin)
  if (found.kind !== 'valid') throw new Failure('validation_failed', found.message)
  return found
}

function attemptOf(request: TokenRequest, origin: string): Attempt {
  const { code, redirect_uri: redirectUri, client_id: clientId, code_verifier: verifier } = request
  if (request.grant_type !== 'authorization_code')
    throw new OAuthFailure('unsupported_grant_type', 'Only codes are exchanged here: authorization_code.')
  if (!code || !redirectUri || !clientId || !verifier)
    throw new OAuthFailure('invalid_request', 'A code comes with redirect_uri, client_id and code_verifier.')
  if (!isOwnResource(request.resource, origin))
    throw new OAuthFailure('invalid_target', 'That is no resource of this place.')
  return { hash: hashOf(code), clientHash: hashOf(clientId), redirectUri, verifier }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'not_found')) throw error
}

/** Since the consent, the wallet made as many keys as it may have. */
function asGrantFailure(error: unknown): OAuthFailure {
  if (error instanceof Failure && error.code === 'quota_reached')
    return new OAuthFailure('invalid_grant', 'The wallet has as many keys as it may have.')
  throw error
}
