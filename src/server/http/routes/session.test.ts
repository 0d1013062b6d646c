import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createTestWallet, type TestWallet } from '../../../../test/wallet.ts'
import { type SignInInput, signInInputSchema, signInText } from '../../../shared/session/session.ts'
import { createLog } from '../../base/log.ts'
import { Identity } from '../../domain/session/identity.ts'
import type { AppEnv } from '../context.ts'
import { neverStored, requestContext } from '../edge/request-context.ts'
import { answerProblem } from '../problem.ts'
import { sessionRoutes } from './session.ts'

const { db } = await testDatabase()
const log = createLog('silent')

function createApp(publicUrl?: string) {
  const identity = new Identity({
    db,
    clock: () => new Date(),
    chainId: 'solana:devnet',
    publicUrl,
    log,
  })
  return new Hono<AppEnv>()
    .use(
      requestContext({ log, trustedProxies: 0, readSession: (headers) => identity.readSession(headers) }),
      neverStored,
    )
    .route('/api', sessionRoutes(identity))
    .onError(answerProblem)
}

const app = createApp()
const home = 'http://localhost:3000'

const post = (path: string, body: unknown, to = app, base = home) =>
  to.request(`${base}/api/session${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function issue(wallet: TestWallet, to = app, base = home): Promise<SignInInput> {
  const response = await post('/nonce', { address: wallet.address }, to, base)
  expect(response.status).toBe(200)
  return signInInputSchema.parse(await response.json())
}

const signIn = async (wallet: TestWallet, to = app, base = home) =>
  post('', wallet.signInProof(await issue(wallet, to, base)), to, base)

const cookieOf = (response: Response) => response.headers.get('set-cookie') ?? 'no cookie'
const send = (method: string, path: string, cookie: string, to = app, base = home) =>
  to.request(`${base}/api/session${path}`, { method, headers: { cookie: cookie.split(';', 1).join() } })

// §8.32
test('a visitor has no session, which is no error', async () => {
  const response = await app.request(`${home}/api/session`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ session: null })
  expect(response.headers.get('set-cookie')).toBeNull()
})

// §3.39
test('signing in, staying and leaving: who is signed in is told, the token only ever in the cookie', async () => {
  const wallet = createTestWallet()
  const session = { user: { address: wallet.address }, expiresAt: expect.any(String) }
  const signedIn = await signIn(wallet)
  const cookie = cookieOf(signedIn)
  const token = /=([\w-]{43});/.exec(cookie)?.[1]
  expect(token).toBeDefined()

  const current = await send('GET', '', cookie)
  const refreshed = await send('POST', '/refresh', cookie)
  const signedOut = await send('DELETE', '', cookie)
  const after = await send('GET', '', cookie)
  const answers = [signedIn, current, refreshed, signedOut, after]
  const bodies = await Promise.all(answers.map((answer) => answer.text()))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204, 200])
  for (const body of bodies.slice(0, 3)) expect(JSON.parse(body)).toEqual({ session })
  expect(bodies.slice(3)).toEqual(['', '{"session":null}'])
  for (const body of bodies) expect(body).not.toContain(token)
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
  expect(cookieOf(refreshed)).toMatch(new RegExp(`=${token}; Max-Age=604800;`))
  expect(cookieOf(signedOut)).toMatch(/^bionic_session=; Max-Age=0;/)
})

// §3.39
test('on http the cookie is out of reach of scripts and of other sites', async () => {
  expect(cookieOf(await signIn(createTestWallet()))).toMatch(
    /^bionic_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})

test('on https it is bound to the host and to encryption as well, and no other cookie is read', async () => {
  const secure = createApp('https://bionic.example')
  const cookie = cookieOf(await signIn(createTestWallet(), secure))
  expect(cookie).toMatch(
    /^__Host-bionic_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(await (await send('GET', '', cookie, secure)).json()).toMatchObject({ session: { user: {} } })
  const planted = cookie.replace('__Host-', '')
  expect(await (await send('GET', '', planted, secure)).json()).toEqual({ session: null })
})

test('with a public address messages are bound to it, whatever host the request names', async () => {
  const input = await issue(createTestWallet(), createApp('https://bionic.example'), 'http://10.0.0.7:3000')
  expect(input).toMatchObject({ domain: 'bionic.example', uri: 'https://bionic.example' })
})

test.each(['http://localhost:5000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'without a public address a wallet can sign in at %s',
  async (base) => {
    expect((await signIn(createTestWallet(), app, base)).status).toBe(200)
  },
)

const wallet = createTestWallet()
const other = createTestWallet()
const honest = async () => wallet.signInProof(await issue(wallet))
const signed = async (change: Partial<SignInInput>) =>
  wallet.prove(signInText({ ...(await issue(wallet)), ...change }))

/** Invalid input and the responses. */
// §8.34
test.each<[string, string, () => Promise<unknown>, number, string]>([
  ['a nonce for nobody', '/nonce', async () => ({}), 422, 'validation_failed'],
  ['a nonce for a number', '/nonce', async () => ({ address: 7 }), 422, 'validation_failed'],
  [
    'a nonce for what is not base58',
    '/nonce',
    async () => ({ address: '0'.repeat(40) }),
    422,
    'validation_failed',
  ],
  ['a nonce for 33 bytes', '/nonce', async () => ({ address: 'z'.repeat(44) }), 422, 'validation_failed'],
  [
    'a nonce for a key of zeros',
    '/nonce',
    async () => ({ address: '1'.repeat(32) }),
    422,
    'validation_failed',
  ],
  [
    'a nonce with a domain of its own',
    '/nonce',
    async () => ({ address: wallet.address, domain: 'x' }),
    422,
    'validation_failed',
  ],
  ['a nonce for no JSON', '/nonce', async () => '{', 400, 'malformed_json'],
  ['a proof of nothing', '', async () => ({}), 422, 'validation_failed'],
  ['a proof that is a list', '', async () => [], 422, 'validation_failed'],
  [
    'a proof with a forged user',
    '',
    async () => ({ ...(await honest()), user: other.address }),
    422,
    'validation_failed',
  ],
  [
    'a signature that is not base64',
    '',
    async () => ({ ...(await honest()), signature: '<>' }),
    422,
    'validation_failed',
  ],
  [
    'a message of 1 MB',
    '',
    async () => ({ ...(await honest()), signedMessage: 'A'.repeat(1e6) }),
    422,
    'validation_failed',
  ],
  [
    'a signature by another key',
    '',
    async () => ({ ...(await honest()), signature: other.prove('x').signature }),
    401,
    'sign_in_rejected',
  ],
  [
    'a signature of three bytes',
    '',
    async () => ({ ...(await honest()), signature: 'AAAA' }),
    401,
    'sign_in_rejected',
  ],
  [
    'the address of another wallet',
    '',
    async () => ({ ...(await honest()), address: other.address }),
    401,
    'sign_in_rejected',
  ],
  ['a message for another domain', '', () => signed({ domain: 'evil.example' }), 401, 'sign_in_rejected'],
  ['a message for another chain', '', () => signed({ chainId: 'solana:mainnet' }), 401, 'sign_in_rejected'],
  ['another statement', '', () => signed({ statement: 'Send all.' }), 401, 'sign_in_rejected'],
  [
    'a message with a longer life',
    '',
    () => signed({ expirationTime: '2099-01-01T00:00:00.000Z' }),
    401,
    'sign_in_rejected',
  ],
  ['a nonce that was never issued', '', () => signed({ nonce: '0'.repeat(40) }), 401, 'nonce_invalid'],
  ['a signed text that is no sign-in', '', async () => wallet.prove('Hello.'), 401, 'sign_in_rejected'],
  ['a refresh without a session', '/refresh', async () => ({}), 401, 'not_signed_in'],
])('%s', async (_, path, body, status, code) => {
  const response = await post(path, await body())
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({ code, status, requestId: expect.any(String) })
})

test('a proof that was used already', async () => {
  const proof = await honest()
  expect((await post('', proof)).status).toBe(200)
  const replay = await post('', proof)
  expect(replay.status).toBe(401)
  expect(await replay.json()).toMatchObject({ code: 'nonce_invalid' })
})

test('a host that nobody vouches for, with what to do about it', async () => {
  const response = await post('/nonce', { address: wallet.address }, app, 'http://bionic.evil.example')
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({
    code: 'sign_in_rejected',
    detail: expect.stringContaining('PUBLIC_URL'),
  })
})

test('an address that is no key names the field that is wrong', async () => {
  const response = await post('/nonce', { address: '1'.repeat(32) })
  expect(await response.json()).toMatchObject({ errors: { address: expect.any(String) } })
})
