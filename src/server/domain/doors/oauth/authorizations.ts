import { createHash, randomBytes } from 'node:crypto'
import { limits } from '../../../../shared/common/limits.ts'
import type { MadeApiKey } from '../../../../shared/doors/api-keys.ts'
import type {
  Authorization,
  AuthorizationClient,
  AuthorizationQuery,
} from '../../../../shared/doors/authorization.ts'
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
import { isLoopback, isRedirectUri, isRegistered, readClientId } from './client-ids.ts'

const DAY_MS = 24 * 3_600_000

/** How long a token is valid, in days. After that the person is asked again. */
export const TOKEN_DAYS = 90

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

/** The fields of a request for a token, as they came. */
export type TokenRequest = Readonly<Record<string, string | undefined>>

/**
 * Consents of wallets that programs use agents in their name. A token is an API key with the program's name, so it is
 * listed, counted and revoked as all keys are.
 */
export interface Authorizations {
  /** Reads what a program asks of a person. @param origin the place's own, which answers name as their issuer */
  read(query: AuthorizationQuery, origin: string): Authorization
  /**
   * What the wallet has to sign for a request.
   * @throws {Failure} `validation_failed` for a request that nobody can consent to
   */
  agreementOf(query: AuthorizationQuery, origin: string): SignedAgreement
  /**
   * Consents to a request in the name of a wallet, whose signature was checked.
   * @returns the address that the person is sent back to, with a code
   * @throws {Failure} `validation_failed`, or `quota_reached` if the wallet has too many keys
   */
  consent(wallet: string, query: AuthorizationQuery, origin: string): Promise<string>
  /**
   * Exchanges a code for a token. A code works once; a second use revokes the token of the first.
   * @throws {OAuthFailure}
   */
  redeem(request: TokenRequest, origin: string): Promise<{ token: string; seconds: number }>
  /** Removes old codes; to be called every few minutes. */
  sweep(): Promise<void>
}

/** A request that a person can consent to. */
interface Valid {
  client: AuthorizationClient
  clientId: string
  redirectUri: string
  challenge: string
  state: string | undefined
}

/** What is sent for a code's token, hashed where it is stored so. */
interface Attempt {
  hash: string
  clientHash: string
  redirectUri: string
  verifier: string
}

export function createAuthorizations(options: {
  db: Db
  clock: () => Date
  keys: Pick<ApiKeys, 'create' | 'list' | 'revoke'>
}): Authorizations {
  const { db, clock, keys } = options

  function requireValid(query: AuthorizationQuery, origin: string): Valid {
    const found = check(query, origin)
    if (found.kind !== 'valid') throw new Failure('validation_failed', found.message)
    return found
  }

  /**
   * Takes a code, makes its key and notes it there, all in one transaction, so that a second use finds the key to
   * revoke. Faults are returned and not thrown, since they use the code up as well.
   */
  async function exchange(
    transaction: Db,
    { hash, clientHash, redirectUri, verifier }: Attempt,
  ): Promise<MadeApiKey | OAuthFailure | 'not valid'> {
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

  return {
    read(query, origin) {
      const found = check(query, origin)
      if (found.kind !== 'valid') return found
      const refusal = { error: 'access_denied', error_description: 'The person refused.' }
      return {
        kind: 'asks',
        client: found.client,
        days: TOKEN_DAYS,
        request: found.challenge,
        refuse: back(found.redirectUri, { ...refusal, state: found.state, iss: origin }),
      }
    },

    agreementOf(query, origin) {
      const { client, challenge } = requireValid(query, origin)
      return { action: 'let-in', site: client.site, request: challenge }
    },

    async consent(wallet, query, origin) {
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
    },

    async redeem(request, origin) {
      const {
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
        resource,
      } = request
      if (request.grant_type !== 'authorization_code')
        throw new OAuthFailure('unsupported_grant_type', 'Only codes are exchanged here: authorization_code.')
      if (!code || !redirectUri || !clientId || !verifier)
        throw new OAuthFailure(
          'invalid_request',
          'A code comes with redirect_uri, client_id and code_verifier.',
        )
      if (!isOwnResource(resource, origin))
        throw new OAuthFailure('invalid_target', 'That is no resource of this place.')
      const hash = hashOf(code)
      const attempt = { hash, clientHash: hashOf(clientId), redirectUri, verifier }
      const made = await db.transaction((transaction) => exchange(transaction, attempt))
      if (made === 'not valid') {
        const stolen = await findKeyOfCode(db, hash)
        if (stolen) await keys.revoke(stolen.wallet, stolen.keyId).catch(ignoreMissing)
        throw new OAuthFailure('invalid_grant', 'The code is unknown, has expired, or was used.')
      }
      if (made instanceof OAuthFailure) throw made
      return { token: made.key, seconds: (TOKEN_DAYS * DAY_MS) / 1000 }
    },

    sweep: () => sweepOAuthCodes(db, new Date(clock().getTime() - KEPT_MS)),
  }
}

type Checked = (Valid & { kind: 'valid' }) | Exclude<Authorization, { kind: 'asks' }>

/** Checks first whom an error can be told, since an address that was not registered may belong to an attacker. */
function check(query: AuthorizationQuery, origin: string): Checked {
  const { client_id: clientId = '', redirect_uri: redirectUri = '', state } = query
  const registered = readClientId(clientId)
  if (!registered)
    return { kind: 'refused', message: 'The program did not register here, or its registration is damaged.' }
  if (!isRedirectUri(redirectUri) || !isRegistered(registered, redirectUri))
    return {
      kind: 'refused',
      message: 'The program wants the answer at an address that it did not register.',
    }
  const url = new URL(redirectUri)
  const client = { name: registered.name, site: url.origin, isLocal: isLoopback(url) }
  const faulty = (error: string, message: string): Checked => {
    const backTo = back(redirectUri, { error, error_description: message, state, iss: origin })
    return { kind: 'faulty', client, message, back: backTo }
  }
  if (query.response_type !== 'code')
    return faulty('unsupported_response_type', 'response_type must be code.')
  if (query.code_challenge_method !== 'S256')
    return faulty('invalid_request', 'code_challenge_method must be S256.')
  const challenge = query.code_challenge ?? ''
  if (!/^[\w-]{43}$/.test(challenge))
    return faulty('invalid_request', 'code_challenge must be a SHA-256 in base64url.')
  if (!isOwnResource(query.resource, origin))
    return faulty('invalid_target', 'That is no resource of this place.')
  return { kind: 'valid', client, clientId, redirectUri, challenge, state }
}

/** A token is for all doors of the place; a resource says which place is meant. */
function isOwnResource(resource: string | undefined, origin: string): boolean {
  return resource === undefined || URL.parse(resource)?.origin === origin
}

function back(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
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
