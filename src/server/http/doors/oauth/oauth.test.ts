import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Account } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { doorServer } from '../../../../../test/door-server.ts'
import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
} from '../../../../../tools/referees/mcp-client.ts'
import type { ApiKey } from '../../../../shared/doors/api-keys.ts'
import type { Authorization } from '../../../../shared/doors/authorization.ts'

const server = await doorServer(await testDatabase())
const person = await server.signIn()
const agent = await server.newAgent(person)
afterAll(() => server.close())

const CALLBACK = 'http://127.0.0.1:49152/callback'

/** What the page does: it reads what is asked, has the wallet sign, and consents. */
async function consent(query: Record<string, string>, as: Account = person) {
  const found = await server.send('GET', `/api/authorization?${new URLSearchParams(query)}`)
  const asked = (await found.json()) as Authorization
  if (asked.kind !== 'asks') throw new Error(asked.message)
  const headers = await server.sign(as, { action: 'let-in', site: asked.client.site, request: asked.request })
  const answer = await server.send('POST', '/api/authorization', { as, json: query, headers })
  const { back } = (await answer.json()) as { back: string }
  return { asked, back: new URL(back) }
}

async function register(metadata: object = { client_name: 'Notebook', redirect_uris: [CALLBACK] }) {
  const answer = await fetch(`${server.address}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

/** A request as a client makes it, with the secret behind its challenge. */
async function request(more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const { body } = await register()
  const query: Record<string, string> = {
    response_type: 'code',
    client_id: body.client_id ?? '',
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'of the client',
    ...more,
  }
  return { verifier, query }
}

async function token(form: Record<string, string>) {
  const answer = await fetch(`${server.address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const exchange = ({ verifier, query }: Awaited<ReturnType<typeof request>>, back: URL) => ({
  grant_type: 'authorization_code',
  code: back.searchParams.get('code') ?? '',
  redirect_uri: query.redirect_uri ?? '',
  client_id: query.client_id ?? '',
  code_verifier: verifier,
})

const keysOf = async (as: Account) =>
  ((await (await server.send('GET', '/api/me/keys', { as })).json()) as { keys: ApiKey[] }).keys

test('a client of the SDK finds its way from 401 to an answer', async () => {
  let information: OAuthClientInformationMixed | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ''
  let discovered: OAuthDiscoveryState | undefined
  let sentTo: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Editor', redirect_uris: [CALLBACK] },
    state: () => 'a state',
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    discoveryState: () => discovered,
    saveDiscoveryState: (given) => {
      discovered = given
    },
    redirectToAuthorization: (url) => {
      sentTo = url
    },
  }
  const connected = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), {
      authProvider: provider,
    })
    const client = new Client({ name: 'Editor', version: '1.0.0' })
    await client.connect(transport)
    return { client, transport }
  }
  const ask = { name: 'ask_agent', arguments: { agent: agent.id, message: 'Hello' } }
  const { client, transport } = await connected()
  await expect(client.callTool(ask)).rejects.toThrow()
  expect(sentTo?.href).toContain(`${server.address}/authorize?`)

  const { asked, back } = await consent(Object.fromEntries(sentTo?.searchParams ?? []))
  expect(asked).toMatchObject({ client: { name: 'Editor', site: 'http://127.0.0.1:49152', isLocal: true } })
  expect(back.searchParams.get('state')).toBe('a state')
  expect(back.searchParams.get('iss')).toBe(server.address)
  await transport.finishAuth(back.searchParams)
  const answer = await (await connected()).client.callTool(ask)
  expect(answer.structuredContent).toMatchObject({ reply: 'Hello from the scripted model.' })
  const [key] = await keysOf(person)
  expect(key).toMatchObject({ name: 'Editor', agent: null })
  expect(Date.parse(key?.expiresAt ?? '')).toBeGreaterThan(Date.now())
})

test('a code works once, and a second use revokes its token', async () => {
  const asked = await request()
  const { back } = await consent(asked.query)
  const first = await token(exchange(asked, back))
  expect(first).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'agents' } })
  const authorization = `Bearer ${first.body.access_token}`
  const listTasks = () =>
    fetch(`${server.address}/a2a/${agent.id}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }),
    })
  expect((await listTasks()).status).toBe(200)
  expect(await token(exchange(asked, back))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect((await listTasks()).status).toBe(401)
})

test.for([
  ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ['no verifier', { code_verifier: '' }, 'invalid_request'],
  ['another address', { redirect_uri: 'http://127.0.0.1:49152/other' }, 'invalid_grant'],
  ['another client', { client_id: 'bc_other' }, 'invalid_grant'],
  ['another code', { code: 'x'.repeat(43) }, 'invalid_grant'],
  ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['another place', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
] as const)('a code is not exchanged for %s', async ([, more, error]) => {
  const asked = await request()
  const { back } = await consent(asked.query)
  const before = (await keysOf(person)).length
  expect(await token({ ...exchange(asked, back), ...more })).toMatchObject({ status: 400, body: { error } })
  expect(await keysOf(person)).toHaveLength(before)
})

test('a code that was tried with a wrong verifier is used up, and one expires in a minute', async () => {
  const tried = await request()
  const { back } = await consent(tried.query)
  await token({ ...exchange(tried, back), code_verifier: 'x'.repeat(43) })
  expect((await token(exchange(tried, back))).body).toMatchObject({ error: 'invalid_grant' })

  const late = await request()
  const consented = await consent(late.query)
  server.advance(61_000)
  expect((await token(exchange(late, consented.back))).body).toMatchObject({ error: 'invalid_grant' })
})

test.for([
  ['an address that was not registered', { redirect_uri: 'https://evil.example/callback' }],
  ['the registered address with more behind it', { redirect_uri: `${CALLBACK}/more` }],
  ['another host of the own machine', { redirect_uri: 'http://localhost:49152/callback' }],
  ['no address', { redirect_uri: '' }],
  ['a script as address', { redirect_uri: 'javascript:alert(1)' }],
  ['a client that did not register', { client_id: 'somebody' }],
  [
    'a client id with other addresses put into it',
    { client_id: `bc_${Buffer.from('{"n":"x"}').toString('base64url')}` },
  ],
] as const)('%s gets no person sent back', async ([, more]) => {
  const { query } = await request(more)
  const answer = await server.send('GET', `/api/authorization?${new URLSearchParams(query)}`)
  expect(await answer.json()).toEqual({ kind: 'refused', message: expect.any(String) })
})

test.for([
  ['no PKCE', { code_challenge: '' }, 'invalid_request'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a token at once', { response_type: 'token' }, 'unsupported_response_type'],
  ['a token for elsewhere', { resource: 'https://elsewhere.example/' }, 'invalid_target'],
] as const)('a request for %s is told to the client, with its state', async ([, more, error]) => {
  const { query } = await request(more)
  const answer = await server.send('GET', `/api/authorization?${new URLSearchParams(query)}`)
  const found = (await answer.json()) as Extract<Authorization, { kind: 'faulty' }>
  const back = new URL(found.back)
  expect(found.kind).toBe('faulty')
  expect(back.origin + back.pathname).toBe(CALLBACK)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'of the client' })
  const refused = await server.send('POST', '/api/authorization', { as: person, json: query })
  expect(refused.status).toBe(422)
})

test('a port of the own machine need not be registered', async () => {
  const asked = await request({ redirect_uri: 'http://127.0.0.1:50000/callback' })
  const { back } = await consent(asked.query)
  expect(back.port).toBe('50000')
  expect((await token(exchange(asked, back))).status).toBe(200)
})

test('consent needs a session, and a signature of its wallet for this very request', async () => {
  const { query } = await request()
  const other = await request()
  const post = (as: Account | undefined, headers: Record<string, string> = {}) =>
    server.send('POST', '/api/authorization', { as, json: query, headers })
  expect((await post(undefined)).status).toBe(401)
  expect(await (await post(person)).json()).toMatchObject({ code: 'signature_required' })
  const signed = (site: string, request: string | undefined, as = person) =>
    server.sign(as, { action: 'let-in', site, request: request ?? '' })
  const [site, challenge] = ['http://127.0.0.1:49152', query.code_challenge]
  const stranger = await server.signIn()
  for (const headers of [
    await signed(site, other.query.code_challenge),
    await signed('https://other.example', challenge),
    await signed(site, challenge, stranger),
    await server.sign(person, { action: 'delete-everything' }),
  ])
    expect(await (await post(person, headers)).json()).toMatchObject({ code: 'signature_rejected' })
  const right = await signed(site, challenge)
  expect((await post(person, { ...right, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await post(person, right)).status).toBe(200)
  expect(await (await post(person, right)).json()).toMatchObject({ code: 'signature_required' })
})

test.for([
  ['no addresses', {}, 'invalid_redirect_uri'],
  ['an empty list', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['http elsewhere', { redirect_uris: ['http://example.com/'] }, 'invalid_redirect_uri'],
  ['a scheme of its own', { redirect_uris: ['app://callback'] }, 'invalid_redirect_uri'],
  ['a fragment', { redirect_uris: ['https://example.com/#a'] }, 'invalid_redirect_uri'],
  ['a password', { redirect_uris: ['https://a:b@example.com/'] }, 'invalid_redirect_uri'],
  [
    'too many addresses',
    { redirect_uris: Array.from({ length: 6 }, (_, n) => `https://example.com/${n}`) },
    'invalid_client_metadata',
  ],
  ['a name of several lines', { client_name: 'A\nB', redirect_uris: [CALLBACK] }, 'invalid_client_metadata'],
  [
    'a name without an end',
    { client_name: 'x'.repeat(61), redirect_uris: [CALLBACK] },
    'invalid_client_metadata',
  ],
] as const)('a registration with %s is refused', async ([, metadata, error]) => {
  expect(await register(metadata)).toMatchObject({ status: 400, body: { error } })
})

test('the metadata names every part, and is there for pages of all sites', async () => {
  const read = async (path: string) => {
    const answer = await fetch(server.address + path, { headers: { origin: 'https://elsewhere.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    return (await answer.json()) as Record<string, unknown>
  }
  expect(await read('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
    resource: `${server.address}/mcp`,
    authorization_servers: [server.address],
  })
  expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
    issuer: server.address,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  })
})
