import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { explain } from '../../../../test/explain.ts'
import { createTestWallet, type SigningForm, type TestWallet } from '../../../../test/wallet.ts'
import { type SignInInput, type SignInProof, signInText } from '../../../shared/session/session.ts'
import type { Db } from '../../db/connect/connect.ts'
import { SESSION_LIFETIME_MS } from '../../db/session/session-store.ts'
import { Identity } from './identity.ts'
import { NONCE_LIFETIME_MS } from './nonces.ts'

const { db, sql } = await testDatabase()

let now = Date.parse('2026-11-05T10:00:00Z')
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
const identityOn = (database: Db) =>
  new Identity({ db: database, clock: () => new Date(now), chainId: 'solana:devnet', log })
const identity = identityOn(db)

const origin = 'http://localhost:3000'
const from = { origin, headers: new Headers(), clientAddress: '127.0.0.1', userAgent: 'a test' }
const failure = (code: string) => expect.objectContaining({ name: 'Failure', code })

const signIn = (proof: SignInProof) => identity.signIn(proof, from)
const signInWith = async (wallet: TestWallet) =>
  signIn(wallet.signInProof(await identity.issueNonce(wallet.address, origin)))

/** The headers of a browser with this cookie. */
const browser = (setCookie: string) => new Headers({ cookie: setCookie.slice(0, setCookie.indexOf(';')) })
const tokenIn = (setCookie: string) => /=([\w-]{43});/.exec(setCookie)?.[1] ?? 'no token'

const sessionsOf = async (wallet: TestWallet) => [
  ...(await sql<{ token: string; user: string }[]>`
    select sessions.token_hash as token, accounts.user_id as user from sessions join accounts using (user_id)
    where accounts.subject = ${wallet.address}`),
]

// §6.1
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
    expect(await identity.readSession(browser(setCookie))).toMatchObject(session)
  },
)

// §7.25, §9.11
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
  const mainnet = new Identity({ db, clock: () => new Date(now), chainId: 'solana:mainnet', log })
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
  const read = (headers: Headers) => explain({ db }, (db) => identityOn(db).readSession(headers))
  for (const headers of [new Headers(), new Headers({ cookie: 'theme=dark; bionic_session=short' })])
    expect(await read(headers)).toEqual({ result: null, plans: [] })
  const { result, plans } = await read(browser(setCookie))
  expect(result).toMatchObject(session)
  expect(plans).toHaveLength(1)
})

// §5.38
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
  expect(await identity.readSession(browser(refreshed.setCookie))).toMatchObject(refreshed.session)
})

// §8.33
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
  expect(await identity.readSession(headers)).toMatchObject(extended.session ?? {})
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

const DAY = 24 * 3_600_000

// §3.39
test('however it is used, a session ends thirty days after the sign-in, and its cookie and its page know when', async () => {
  const opened = now
  const { setCookie } = await signInWith(createTestWallet())
  const headers = browser(setCookie)
  const end = opened + 30 * DAY
  for (let day = 3; day < 30; day += 3) {
    now = opened + day * DAY
    const expiresAt = new Date(Math.min(now + SESSION_LIFETIME_MS, end)).toISOString()
    const refreshed = await identity.refresh(headers)
    expect(refreshed.session.expiresAt).toBe(expiresAt)
    expect(refreshed.setCookie).toContain(`Max-Age=${(Date.parse(expiresAt) - now) / 1000};`)
    expect((await identity.resume(headers)).session?.expiresAt).toBe(expiresAt)
  }
  now = end - 1
  expect(await identity.readSession(headers)).not.toBeNull()
  expect((await identity.refresh(headers)).setCookie).toContain('Max-Age=1;')
  now = end
  expect(await identity.readSession(headers)).toBeNull()
  expect(await identity.resume(headers)).toEqual({ session: null })
  await expect(identity.refresh(headers)).rejects.toThrow(failure('not_signed_in'))
  await expect(identity.listSessions(headers)).rejects.toThrow(failure('not_signed_in'))
})

test('a session that was extended beyond thirty days before there was an end to it ends there as well', async () => {
  const opened = now
  const wallet = createTestWallet()
  const headers = browser((await signInWith(wallet)).setCookie)
  const beyond = new Date(opened + 35 * DAY)
  await sql`update sessions set expires_at = ${beyond.toISOString()}
    where token_hash = any(${(await sessionsOf(wallet)).map(({ token }) => token)})`
  now = opened + 29 * DAY
  const end = new Date(opened + 30 * DAY).toISOString()
  expect((await identity.resume(headers)).session?.expiresAt).toBe(end)
  expect(await identity.listSessions(headers)).toMatchObject([{ expiresAt: end }])
  expect((await identity.refresh(headers)).session.expiresAt).toBe(end)
  await sql`update sessions set expires_at = ${beyond.toISOString()}
    where token_hash = any(${(await sessionsOf(wallet)).map(({ token }) => token)})`
  now = opened + 30 * DAY
  expect(await identity.readSession(headers)).toBeNull()
  await expect(identity.refresh(headers)).rejects.toThrow(failure('not_signed_in'))
})

test('signing in ends the session that the browser had, whoever it was of, under a new token', async () => {
  const [before, after] = [createTestWallet(), createTestWallet()]
  const elsewhere = browser((await signInWith(before)).setCookie)
  const first = await signInWith(before)
  const second = await identity.signIn(
    before.signInProof(await identity.issueNonce(before.address, origin)),
    {
      ...from,
      headers: browser(first.setCookie),
    },
  )
  expect(tokenIn(second.setCookie)).not.toBe(tokenIn(first.setCookie))
  expect(await identity.readSession(browser(first.setCookie))).toBeNull()
  expect(await sessionsOf(before)).toHaveLength(2)

  const third = await identity.signIn(after.signInProof(await identity.issueNonce(after.address, origin)), {
    ...from,
    headers: browser(second.setCookie),
  })
  expect(await identity.readSession(browser(second.setCookie))).toBeNull()
  expect(await identity.readSession(elsewhere)).toMatchObject({ user: { address: before.address } })
  expect(await identity.readSession(browser(third.setCookie))).toMatchObject({
    user: { address: after.address },
  })
})

test('a session that somebody planted in the browser before the sign-in is worth nothing after it', async () => {
  const [thief, victim] = [createTestWallet(), createTestWallet()]
  const planted = [await signInWith(thief), await signInWith(thief)].map(({ setCookie }) =>
    tokenIn(setCookie),
  )
  const headers = new Headers({ cookie: planted.map((token) => `bionic_session=${token}`).join('; ') })
  const proof = victim.signInProof(await identity.issueNonce(victim.address, origin))
  const signedIn = await identity.signIn(proof, { ...from, headers })
  expect(planted).not.toContain(tokenIn(signedIn.setCookie))
  expect(await sessionsOf(thief)).toEqual([])
})

test('a sign-in that is refused leaves the session that the browser had', async () => {
  const wallet = createTestWallet()
  const headers = browser((await signInWith(wallet)).setCookie)
  const input = await identity.issueNonce(wallet.address, origin)
  const bad = wallet.prove(signInText({ ...input, statement: 'Other.' }))
  await expect(identity.signIn(bad, { ...from, headers })).rejects.toThrow(failure('sign_in_rejected'))
  expect(await identity.readSession(headers)).not.toBeNull()
})

test('a wallet has fifty sessions at most: the one that was opened first ends for another, also among many at once', async () => {
  const wallet = createTestWallet()
  const opened: Headers[] = []
  for (let count = 0; count < 50; count++) {
    now += 1_000
    opened.push(browser((await signInWith(wallet)).setCookie))
  }
  expect(await sessionsOf(wallet)).toHaveLength(50)
  now += 1_000
  const newest = await Promise.all([signInWith(wallet), signInWith(wallet), signInWith(wallet)])
  expect(await sessionsOf(wallet)).toHaveLength(50)
  const living = await Promise.all(
    opened.map(async (headers) => (await identity.readSession(headers)) !== null),
  )
  expect(living.indexOf(true)).toBe(3)
  expect(living.lastIndexOf(false)).toBe(2)
  for (const { setCookie } of newest) expect(await identity.readSession(browser(setCookie))).not.toBeNull()
})

test('that a session is used is written down as a page starts, once in ten minutes, and not by other requests', async () => {
  const opened = now
  const headers = browser((await signInWith(createTestWallet())).setCookie)
  const lastUsed = async () => (await identity.listSessions(headers))[0]?.lastUsedAt
  now = opened + 10 * 60_000 - 1
  await identity.resume(headers)
  expect(await lastUsed()).toBe(new Date(opened).toISOString())
  now = opened + 10 * 60_000
  for (let count = 0; count < 3; count++) await identity.readSession(headers)
  expect(await lastUsed()).toBe(new Date(opened).toISOString())
  await identity.resume(headers)
  expect(await lastUsed()).toBe(new Date(now).toISOString())
  now += SESSION_LIFETIME_MS / 2
  await identity.resume(headers)
  expect(await lastUsed()).toBe(new Date(now).toISOString())
})
