import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createTestWallet, type SigningForm, type TestWallet } from '../../../../test/wallet.ts'
import { type SignInInput, type SignInProof, signInText } from '../../../shared/session.ts'
import { SESSION_LIFETIME_MS } from '../../db/session-store.ts'
import { createIdentity } from './identity.ts'
import { NONCE_LIFETIME_MS } from './nonces.ts'

const { db, sql } = await testDatabase()

let now = Date.parse('2026-11-05T10:00:00Z')
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const identity = createIdentity({ db, clock: () => new Date(now), chainId: 'solana:devnet', log })

const origin = 'http://localhost:3000'
const from = { origin, clientAddress: '127.0.0.1', userAgent: 'a test' }
const failure = (code: string) => expect.objectContaining({ name: 'Failure', code })

const signIn = (proof: SignInProof) => identity.signIn(proof, from)
const signInWith = async (wallet: TestWallet) =>
  signIn(wallet.signInProof(await identity.issueNonce(wallet.address, origin)))

/** The headers of a browser that was given this cookie. */
const browser = (setCookie: string) => new Headers({ cookie: setCookie.slice(0, setCookie.indexOf(';')) })
const tokenIn = (setCookie: string) => /=([\w-]{43});/.exec(setCookie)?.[1] ?? 'no token'

const sessionsOf = async (wallet: TestWallet) => [
  ...(await sql<{ token: string; user: string }[]>`
    select sessions.token_hash as token, accounts.user_id as user from sessions join accounts using (user_id)
    where accounts.subject = ${wallet.address}`),
]

test.each<SigningForm>(['plain', 'short-header', 'version-0', 'version-1'])(
  'a wallet that signs what was issued is signed in for seven days: %s',
  async (form) => {
    const wallet = createTestWallet()
    const input = await identity.issueNonce(wallet.address, origin)
    const { session, setCookie } = await signIn(wallet.signInProof(input, form))
    expect(session).toEqual({
      user: { address: wallet.address },
      expiresAt: new Date(now + SESSION_LIFETIME_MS).toISOString(),
    })
    expect(await identity.readSession(browser(setCookie))).toEqual(session)
  },
)

test('what is issued names this server, this chain and the next five minutes', async () => {
  const { address } = createTestWallet()
  expect(await identity.issueNonce(address, origin)).toMatchObject({
    domain: 'localhost:3000',
    uri: 'http://localhost:3000',
    address,
    version: '1',
    chainId: 'solana:devnet',
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + NONCE_LIFETIME_MS).toISOString(),
  })
})

test.each<[string, Partial<SignInInput>, string]>([
  ['domain', { domain: 'evil.example' }, 'sign_in_rejected'],
  ['port', { domain: 'localhost:3001' }, 'sign_in_rejected'],
  ['statement', { statement: 'Give everything away.' }, 'sign_in_rejected'],
  ['URI', { uri: 'https://evil.example' }, 'sign_in_rejected'],
  ['chain', { chainId: 'solana:mainnet' }, 'sign_in_rejected'],
  ['time of issue', { issuedAt: '2026-11-05T09:59:59.000Z' }, 'sign_in_rejected'],
  ['expiry', { expirationTime: '2036-11-05T10:05:00.000Z' }, 'sign_in_rejected'],
  ['spelling of a time', { issuedAt: '2026-11-05T10:00:00Z' }, 'sign_in_rejected'],
  ['nonce', { nonce: '0'.repeat(40) }, 'nonce_invalid'],
  ['address', { address: createTestWallet().address }, 'sign_in_rejected'],
])("a wallet's good signature over another %s signs nobody in", async (_, change, code) => {
  const wallet = createTestWallet()
  const input = await identity.issueNonce(wallet.address, origin)
  await expect(signIn(wallet.prove(signInText({ ...input, ...change })))).rejects.toThrow(failure(code))
  expect(await sessionsOf(wallet)).toEqual([])
})

test('a nonce that came with a wrong but well-signed message is used up', async () => {
  const wallet = createTestWallet()
  const input = await identity.issueNonce(wallet.address, origin)
  await expect(signIn(wallet.prove(signInText({ ...input, statement: 'Other.' })))).rejects.toThrow(
    failure('sign_in_rejected'),
  )
  await expect(signIn(wallet.signInProof(input))).rejects.toThrow(failure('nonce_invalid'))
})

test("nobody but the wallet can use its nonce up: not by a bad signature, not by a key of one's own", async () => {
  const [wallet, thief] = [createTestWallet(), createTestWallet()]
  const input = await identity.issueNonce(wallet.address, origin)
  const proof = wallet.signInProof(input)
  await expect(signIn({ ...proof, signature: thief.signInProof(input).signature })).rejects.toThrow(
    failure('sign_in_rejected'),
  )
  await expect(signIn(thief.signInProof({ ...input, address: thief.address }))).rejects.toThrow(
    failure('nonce_invalid'),
  )
  expect((await signIn(proof)).session.user.address).toBe(wallet.address)
})

test('a message issued at one origin is not good at another', async () => {
  const wallet = createTestWallet()
  const proof = wallet.signInProof(await identity.issueNonce(wallet.address, origin))
  await expect(identity.signIn(proof, { ...from, origin: 'http://localhost:4000' })).rejects.toThrow(
    failure('sign_in_rejected'),
  )
})

test('a message issued for one chain is not good at a server of another on the same database', async () => {
  const mainnet = createIdentity({ db, clock: () => new Date(now), chainId: 'solana:mainnet', log })
  const wallet = createTestWallet()
  const proof = wallet.signInProof(await mainnet.issueNonce(wallet.address, origin))
  await expect(signIn(proof)).rejects.toThrow(failure('sign_in_rejected'))
})

test('of many sign-ins at once with one nonce exactly one succeeds, and a replay does not', async () => {
  const wallet = createTestWallet()
  const proof = wallet.signInProof(await identity.issueNonce(wallet.address, origin))
  const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => signIn(proof)))
  const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
  expect(refused).toEqual(new Array(5).fill(failure('nonce_invalid')))
  await expect(signIn(proof)).rejects.toThrow(failure('nonce_invalid'))
  expect(await sessionsOf(wallet)).toHaveLength(1)
})

test('an expired message is refused', async () => {
  const wallet = createTestWallet()
  const proof = wallet.signInProof(await identity.issueNonce(wallet.address, origin))
  now += NONCE_LIFETIME_MS
  await expect(signIn(proof)).rejects.toThrow(failure('nonce_invalid'))
})

test('first sign-ins of one wallet at the same time make one user', async () => {
  const wallet = createTestWallet()
  const signedIn = await Promise.all(Array.from({ length: 5 }, () => signInWith(wallet)))
  for (const { session } of signedIn) expect(session.user.address).toBe(wallet.address)
  const opened = await sessionsOf(wallet)
  expect(opened).toHaveLength(5)
  expect(new Set(opened.map(({ user }) => user)).size).toBe(1)
  const strays =
    await sql`select id from users where not exists (select from accounts where user_id = users.id)`
  expect(strays).toHaveLength(0)
})

test('reading the session costs one query with a cookie of ours and none without', async () => {
  const { session, setCookie } = await signInWith(createTestWallet())
  const queries = vi.spyOn(sql, 'unsafe')
  expect(await identity.readSession(new Headers())).toBeNull()
  expect(await identity.readSession(new Headers({ cookie: 'theme=dark; bionic_session=short' }))).toBeNull()
  expect(queries).not.toHaveBeenCalled()
  expect(await identity.readSession(browser(setCookie))).toEqual(session)
  expect(queries).toHaveBeenCalledOnce()
  queries.mockRestore()
})

test('an unknown token is nobody', async () => {
  expect(await identity.readSession(new Headers({ cookie: `bionic_session=${'A'.repeat(43)}` }))).toBeNull()
})

test('a session ends after seven days to the millisecond, and an ended one is not refreshed', async () => {
  const headers = browser((await signInWith(createTestWallet())).setCookie)
  now += SESSION_LIFETIME_MS - 1
  expect(await identity.readSession(headers)).not.toBeNull()
  now += 1
  expect(await identity.readSession(headers)).toBeNull()
  expect(await identity.resume(headers)).toEqual({ session: null })
  await expect(identity.refresh(headers)).rejects.toThrow(failure('not_signed_in'))
})

test('a refresh gives the session and its cookie seven days from now', async () => {
  const wallet = createTestWallet()
  const { setCookie } = await signInWith(wallet)
  now += SESSION_LIFETIME_MS - 90_000
  const refreshed = await identity.refresh(browser(setCookie))
  expect(refreshed.session).toEqual({
    user: { address: wallet.address },
    expiresAt: new Date(now + SESSION_LIFETIME_MS).toISOString(),
  })
  expect(refreshed.setCookie).toBe(setCookie)
  now += SESSION_LIFETIME_MS - 1
  expect(await identity.readSession(browser(refreshed.setCookie))).toEqual(refreshed.session)
})

test("a visitor's refresh is refused", async () => {
  await expect(identity.refresh(new Headers())).rejects.toThrow(failure('not_signed_in'))
})

test('a page that starts in the second half of a session extends it with its cookie; before that nothing is written', async () => {
  const { session, setCookie } = await signInWith(createTestWallet())
  const headers = browser(setCookie)
  now += SESSION_LIFETIME_MS / 2 - 1
  expect(await identity.resume(headers)).toEqual({ session })
  now += 1
  const extended = await identity.resume(headers)
  expect(extended).toEqual({
    session: { ...session, expiresAt: new Date(now + SESSION_LIFETIME_MS).toISOString() },
    setCookie,
  })
  expect(await identity.readSession(headers)).toEqual(extended.session)
})

test('signing out ends the session in every client that has its cookie, and no other session', async () => {
  const wallet = createTestWallet()
  const [here, elsewhere] = [await signInWith(wallet), await signInWith(wallet)]
  const { setCookie } = await identity.signOut(browser(here.setCookie))
  expect(setCookie).toMatch(/^bionic_session=; Max-Age=0; Path=\//)
  expect(await identity.readSession(browser(here.setCookie))).toBeNull()
  await expect(identity.refresh(browser(here.setCookie))).rejects.toThrow(failure('not_signed_in'))
  expect(await identity.readSession(browser(elsewhere.setCookie))).not.toBeNull()
})

test('signing out twice, or without a session, succeeds', async () => {
  const headers = browser((await signInWith(createTestWallet())).setCookie)
  const first = await identity.signOut(headers)
  expect(await identity.signOut(headers)).toEqual(first)
  expect(await identity.signOut(new Headers())).toEqual(first)
})

test('a sweep removes ended sessions and leaves living ones', async () => {
  const [ended, living] = [createTestWallet(), createTestWallet()]
  await signInWith(ended)
  now += SESSION_LIFETIME_MS - 1
  await signInWith(living)
  now += 1
  await identity.sweepExpired()
  expect(await sessionsOf(ended)).toEqual([])
  expect(await sessionsOf(living)).toHaveLength(1)
})

test('neither the database nor the log knows a token that signs in; the log knows no nonce and no signature', async () => {
  const wallet = createTestWallet()
  const input = await identity.issueNonce(wallet.address, origin)
  const proof = wallet.signInProof(input)
  const token = tokenIn((await signIn(proof)).setCookie)
  await expect(signIn(proof)).rejects.toThrow(failure('nonce_invalid'))
  const kept = (await sessionsOf(wallet)).map((row) => row.token)
  expect(kept).toHaveLength(1)
  expect(kept).not.toContain(token)
  const lines = logged.join('')
  expect(lines).toContain(wallet.address)
  for (const secret of [token, input.nonce, proof.signature, proof.signedMessage])
    expect(lines).not.toContain(secret)
})
