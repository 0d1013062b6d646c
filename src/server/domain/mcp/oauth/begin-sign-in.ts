import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
} from '@modelcontextprotocol/client'
import type { SendRequest } from '../../../llm/model-address.ts'
import { Failure } from '../../failure.ts'
import { readChallenge } from './credentials.ts'
import { createOAuthFetch, type OAuthFetch } from './oauth-fetch.ts'
import { type AuthorizationPlace, type Challenge, metadataOf, type StoredClient } from './stored-sign-in.ts'

/** What this place says of itself where people sign in (RFC 7591), and at its own address, which is its name then. */
const clientMetadata = (origin: string, redirect: string) => ({
  client_name: 'Bionic',
  client_uri: origin,
  redirect_uris: [redirect],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})

export const CLIENT_METADATA_PATH = '/client-metadata.json'

/** The client's address is its id there, so it keeps no secret. */
export const clientMetadataDocument = (origin: string, redirect: string) => ({
  client_id: origin + CLIENT_METADATA_PATH,
  ...clientMetadata(origin, redirect),
  token_endpoint_auth_method: 'none',
})

interface Wanted {
  address: string
  /** Of this place. */
  origin: string
  redirect: string
  state: string
  challenge: Challenge
  /** The client that this place is there, if it is known for an issuer already. */
  findClient: (issuer: string) => Promise<StoredClient | null>
  send: SendRequest
}

interface BegunSignIn {
  /** Where the person goes. */
  url: URL
  verifier: string
  at: AuthorizationPlace
}

/**
 * Finds where people sign in at a server, becomes a client there, and makes the address that a person opens.
 * @throws {Failure} `server_failed`
 */
export async function beginSignIn(wanted: Wanted): Promise<BegunSignIn> {
  const { auth, ...sdk } = await import('@modelcontextprotocol/client')
  const { host } = new URL(wanted.address)
  const asked = createOAuthFetch(wanted.send)
  const provider = new BeginningClient(wanted)
  const { metadataUrl, scope } = wanted.challenge
  try {
    await auth(provider, {
      serverUrl: wanted.address,
      ...(metadataUrl !== undefined && { resourceMetadataUrl: new URL(metadataUrl) }),
      ...(scope !== undefined && { scope }),
      fetchFn: asked.fetch,
      forceReauthorization: true,
    })
  } catch (error) {
    throw new Failure('server_failed', reasonOf(error, { host, asked, sdk }), { cause: error })
  }
  // What could not be asked was left out, and the sign-in would be somewhere else than the server says.
  if (asked.fault?.kind === 'not-public') throw new Failure('server_failed', notPublic(host))
  return provider.begun(host)
}

const notPublic = (host: string) =>
  `${host} names an address for its sign-in that is not a public one, so it was not asked.`

const noSignIn = (host: string) => `${host} offers no sign-in that this place can use.`

function reasonOf(
  error: unknown,
  { host, asked, sdk }: { host: string; asked: OAuthFetch; sdk: SdkErrors },
): string {
  if (asked.fault?.kind === 'not-public') return notPublic(host)
  if (error instanceof Failure) return error.message
  if (error instanceof sdk.RegistrationRejectedError)
    return `Where people sign in for ${host}, this place was refused as a program.`
  if (error instanceof sdk.IssuerMismatchError)
    return `Where people sign in for ${host} says that it is somewhere else, so nothing was sent there.`
  return noSignIn(host)
}

type SdkErrors = Pick<
  typeof import('@modelcontextprotocol/client'),
  'RegistrationRejectedError' | 'IssuerMismatchError'
>

/** What the client's package asks for and finds on the way to the address that a person opens. */
class BeginningClient implements OAuthClientProvider {
  readonly #wanted: Wanted
  #discovered: OAuthDiscoveryState | undefined
  #client: StoredClient | undefined
  #resource: string | undefined
  #verifier = ''
  #url: URL | undefined

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  get redirectUrl(): string {
    return this.#wanted.redirect
  }

  get clientMetadataUrl(): string {
    const { origin } = this.#wanted
    return origin.startsWith('https:') ? origin + CLIENT_METADATA_PATH : ''
  }

  get clientMetadata(): OAuthClientMetadata {
    return clientMetadata(this.#wanted.origin, this.#wanted.redirect)
  }

  state(): string {
    return this.#wanted.state
  }

  async clientInformation(context?: { issuer: string }) {
    this.#client ??= (context && (await this.#wanted.findClient(context.issuer))) ?? undefined
    return this.#client
  }

  saveClientInformation(
    client: Omit<StoredClient, 'redirect' | 'issuer'>,
    context?: { issuer: string },
  ): void {
    const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = client
    this.#client = {
      client_id,
      ...(client_secret !== undefined && { client_secret }),
      ...(client_secret_expires_at !== undefined && { client_secret_expires_at }),
      ...(token_endpoint_auth_method !== undefined && { token_endpoint_auth_method }),
      issuer: context?.issuer ?? '',
      redirect: this.#wanted.redirect,
    }
  }

  tokens(): undefined {}

  saveTokens(): void {}

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveResourceUrl(resource: string): void {
    this.#resource = resource
  }

  /** Before anything is sent there. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    const { host } = new URL(this.#wanted.address)
    const metadata = state.authorizationServerMetadata
    if (!metadata) throw new Failure('server_failed', noSignIn(host))
    // What is not said to be supported is not to be relied on (MCP, authorization).
    if (!metadata.code_challenge_methods_supported?.includes('S256'))
      throw new Failure(
        'server_failed',
        `Where people sign in for ${host} does not protect its codes, so nobody is sent there.`,
      )
    this.#discovered = state
  }

  redirectToAuthorization(url: URL): void {
    this.#url = url
  }

  /** @throws {Failure} `server_failed` */
  begun(host: string): BegunSignIn {
    const metadata = metadataOf(this.#discovered?.authorizationServerMetadata)
    if (!this.#url || !this.#client || !this.#discovered || !metadata)
      throw new Failure('server_failed', noSignIn(host))
    const scope = this.#url.searchParams.get('scope')
    return {
      url: this.#url,
      verifier: this.#verifier,
      at: {
        authorizationServer: this.#discovered.authorizationServerUrl,
        metadata,
        client: this.#client,
        ...(this.#resource !== undefined && { resource: this.#resource }),
        ...(scope !== null && { scope }),
      },
    }
  }
}

/** Asks a server something that needs a sign-in, to learn what it wants for it. */
export async function probeChallenge(address: string, send: SendRequest): Promise<Challenge> {
  const response = await createOAuthFetch(send)
    .fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    .catch(() => null)
  await response?.body?.cancel()
  if (response?.status !== 401) return {}
  const { isOfScope: _, ...challenge } = await readChallenge(response.headers.get('www-authenticate'))
  return challenge
}
