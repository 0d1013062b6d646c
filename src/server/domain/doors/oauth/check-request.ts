import type {
  Authorization,
  AuthorizationClient,
  AuthorizationQuery,
} from '../../../../shared/doors/authorization.ts'
import { isLoopback, isRedirectUri, isRegistered, readClientId } from './client-ids.ts'

export interface ValidRequest {
  client: AuthorizationClient
  clientId: string
  redirectUri: string
  challenge: string
  state: string | undefined
}

type Checked = (ValidRequest & { kind: 'valid' }) | Exclude<Authorization, { kind: 'asks' }>

/** Checks first whom an error can be told, since an address that was not registered may belong to an attacker. */
export function checkRequest(query: AuthorizationQuery, origin: string): Checked {
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
export function isOwnResource(resource: string | undefined, origin: string): boolean {
  return resource === undefined || URL.parse(resource)?.origin === origin
}

export function back(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
