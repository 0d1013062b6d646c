import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What the fixture does otherwise than a good server would, and how long its tokens live, in seconds. */
export interface OAuthManner {
  seconds: number | null
  /** In place of what its metadata would say. */
  metadata: Record<string, unknown>
  /** In place of the address of its metadata as a protected resource. */
  metadataUrl: string | null
  authorizationServers: string[] | null
  registers: boolean
  /** Whether it takes the address of a client's metadata as its id. */
  takesAddresses: boolean
  /** Who it says it is when somebody comes back; null for nobody. */
  answersAs: string | null
  /** Whether its server takes tokens at all. */
  takesTokens: boolean
  /** What a token has to allow for a call of a tool. */
  scope: string | null
  /** Is waited for before a token is given. */
  before: (grant: string) => Promise<unknown>
}

interface Family {
  client: string
  scope: string
  resource: string
  refresh: string
  used: Set<string>
  isRevoked: boolean
}

interface Code {
  client: string
  challenge: string
  redirect: string
  scope: string
  resource: string
}

/**
 * A server of tools and the authorization server that it names, in one, on a socket: refresh tokens rotate, and one that
 * is used twice ends everything that came of it (RFC 9700, 4.14.2).
 */
export async function startOAuthFixture() {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const address = `${issuer}/mcp`

  const usual = (): OAuthManner => ({
    ...{ seconds: 3_600, metadata: {}, metadataUrl: null, authorizationServers: null },
    ...{ registers: true, takesAddresses: false, answersAs: issuer, takesTokens: true, scope: null },
    before: async () => {},
  })
  let manner = usual()
  const clients = new Map<string, string[]>()
  const codes = new Map<string, Code>()
  const families: Family[] = []
  const tokens = new Map<string, { family: Family; until: number }>()
  /** What was asked, as `METHOD /path` and for tokens the grant. */
  const requests: string[] = []
  const forms: URLSearchParams[] = []
  const revoked: string[] = []
  let calls = 0
  let ahead = 0
  const now = () => Date.now() + ahead

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const body = await text(request)
    requests.push(`${request.method} ${url.pathname}`)
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return json(response, 200, {
          resource: address,
          authorization_servers: manner.authorizationServers ?? [issuer],
          scopes_supported: ['read'],
        })
      case '/.well-known/oauth-authorization-server':
        return json(response, 200, { ...metadata(), ...manner.metadata })
      case '/register':
        return register(response, JSON.parse(body))
      case '/token':
        return giveToken(response, new URLSearchParams(body))
      case '/revoke':
        return revoke(response, new URLSearchParams(body))
      case '/mcp':
        return use(request, response, body)
      default:
        return json(response, 404, {})
    }
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: manner.takesAddresses,
  })

  function register(response: ServerResponse, { redirect_uris: uris }: { redirect_uris: string[] }) {
    if (!manner.registers) return json(response, 403, { error: 'access_denied' })
    const id = randomUUID()
    clients.set(id, uris)
    return json(response, 201, { client_id: id, redirect_uris: uris, token_endpoint_auth_method: 'none' })
  }

  async function giveToken(response: ServerResponse, form: URLSearchParams): Promise<void> {
    const grant = form.get('grant_type') ?? ''
    forms.push(form)
    await manner.before(grant)
    const family = grant === 'refresh_token' ? familyOf(form) : await redeem(form)
    if (!family) return json(response, 400, { error: 'invalid_grant' })
    const access = randomBytes(16).toString('hex')
    family.refresh = randomBytes(16).toString('hex')
    tokens.set(access, { family, until: now() + (manner.seconds ?? 3_600) * 1_000 })
    return json(response, 200, {
      ...{ access_token: access, token_type: 'Bearer', refresh_token: family.refresh, scope: family.scope },
      ...(manner.seconds !== null && { expires_in: manner.seconds }),
    })
  }

  function redeem(form: URLSearchParams): Family | null {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      code?.challenge === challenge &&
      code.redirect === form.get('redirect_uri') &&
      code.client === form.get('client_id') &&
      code.resource === form.get('resource')
    if (!isRight) return null
    const { client, scope, resource } = code
    const family = { client, scope, resource, refresh: '', used: new Set<string>(), isRevoked: false }
    families.push(family)
    return family
  }

  function familyOf(form: URLSearchParams): Family | null {
    const token = form.get('refresh_token') ?? ''
    const family = families.find((one) => one.refresh === token || one.used.has(token))
    if (family?.used.has(token)) family.isRevoked = true
    if (!family || family.isRevoked || family.resource !== form.get('resource')) return null
    family.used.add(token)
    return family
  }

  function revoke(response: ServerResponse, form: URLSearchParams) {
    revoked.push(`${form.get('token_type_hint')} ${form.get('token')}`)
    const family = families.find(({ refresh }) => refresh === form.get('token'))
    if (family) family.isRevoked = true
    return json(response, 200, {})
  }

  function use(request: IncomingMessage, response: ServerResponse, body: string) {
    const token = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    const metadataUrl = manner.metadataUrl ?? `${issuer}/.well-known/oauth-protected-resource/mcp`
    const challenge = (more: string) => ({
      'www-authenticate': `Bearer resource_metadata="${metadataUrl}"${more}`,
    })
    if (!token || token.family.isRevoked || token.until <= now() || !manner.takesTokens)
      return json(response, 401, {}, challenge(''))
    const message = body === '' ? {} : (JSON.parse(body) as { id?: number; method?: string })
    const { scope } = manner
    if (message.method === 'tools/call' && scope !== null && !token.family.scope.split(' ').includes(scope))
      return json(response, 403, {}, challenge(`, error="insufficient_scope", scope="${scope}"`))
    if (message.id === undefined) return json(response, 202, {})
    if (message.method === 'tools/call') calls++
    const result = results[message.method ?? '']
    return json(response, 200, {
      ...{ jsonrpc: '2.0', id: message.id },
      ...(result ? { result } : { error: { code: -32_601, message: 'There is no such method.' } }),
    })
  }

  return {
    address,
    issuer,
    requests,
    forms,
    revoked,
    families,
    clients,
    /** How often its tool was called. */
    calls: () => calls,
    behave(more: Partial<OAuthManner> = {}) {
      manner = { ...usual(), ...more }
    },
    /** Moves its clock on. */
    advance(milliseconds: number) {
      ahead += milliseconds
    },
    /** What a person does there: allows what is asked. The address that they are sent back to. */
    allow(url: string, more: Record<string, string> = {}): URL {
      const asked = new URL(url).searchParams
      const given = (name: string) => asked.get(name) ?? ''
      const client = given('client_id')
      const redirect = given('redirect_uri')
      if (given('code_challenge_method') !== 'S256' || given('response_type') !== 'code')
        throw new Error('the request is not one for a code')
      if (!client.startsWith('https:') && !clients.get(client)?.includes(redirect))
        throw new Error('the client is not registered')
      const code = randomBytes(16).toString('hex')
      const { challenge, scope, resource } = {
        ...{ challenge: given('code_challenge'), scope: given('scope'), resource: given('resource') },
      }
      codes.set(code, { client, challenge, redirect, scope, resource })
      const back = new URL(redirect)
      back.search = String(
        new URLSearchParams({
          ...{ code, state: given('state') },
          ...(manner.answersAs !== null && { iss: manner.answersAs }),
          ...more,
        }),
      )
      return back
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const results: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'fixture', version: '1' },
    capabilities: { tools: {} },
  },
  'tools/list': { tools: [{ name: 'say', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'said' }] },
}

function json(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(status === 202 ? '' : JSON.stringify(body))
}
