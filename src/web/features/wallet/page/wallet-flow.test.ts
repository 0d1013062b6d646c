import { getWallets } from '@wallet-standard/app'
import { expect, onTestFinished, test } from 'vitest'
import { inMemoryWallet } from '../../../../../test/in-memory-wallet.ts'
import type { Session, SignInProof } from '../../../../shared/session/session.ts'
import type { Identity } from '../../../lib/http/identity.ts'
import { SessionClient } from '../../../lib/session/session.ts'
import { ModalState } from '../modal/modal-state.ts'
import { PasskeyError } from '../passkey/ceremonies.ts'
import type { Device } from '../wallets/device.ts'
import { WalletFlow } from './wallet-flow.ts'
import { WalletStore } from './wallet-store.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A server with one session, with the behaviour of `/api/session`. */
function openServer(session: Session | null = null) {
  const server = {
    session,
    requests: [] as string[],
    /** Called before each request, which waits for it and fails if it rejects. */
    before: async (_request: string): Promise<Response | undefined> => undefined,
  }
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = `${init?.method} ${input}`
    server.requests.push(request)
    const instead = await server.before(request)
    if (instead) return instead
    const body = init?.body ? JSON.parse(String(init.body)) : undefined
    if (request === 'POST /api/session/signature' && !server.session)
      return Response.json({ code: 'not_signed_in' }, { status: 401 })
    if (request === 'POST /api/session/nonce' || request === 'POST /api/session/signature')
      return Response.json({
        domain: 'bionic.example',
        address: body.address ?? server.session?.user.address,
        statement: body.action ? 'Delete all.' : 'Sign in to Bionic.',
        uri: 'https://bionic.example',
        version: '1',
        chainId: 'solana:devnet',
        nonce: `nonce${server.requests.length}`,
        issuedAt: '2026-11-20T12:00:00.000Z',
        expirationTime: '2026-11-20T12:05:00.000Z',
      })
    if (request === 'DELETE /api/session') server.session = null
    if (request === 'POST /api/session')
      server.session = {
        user: { address: (body as SignInProof).address },
        expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      }
    return Response.json({ session: server.session })
  }
  return { server, fetch }
}

function openPage(
  options: { session?: Session; remembered?: string; device?: Device; forgotten?: boolean } = {},
) {
  const { server, fetch } = openServer(options.session)
  const kept = new Map(options.remembered ? [['walletName', JSON.stringify(options.remembered)]] : [])
  const store = new WalletStore({
    wallets: getWallets(),
    chain: 'solana:devnet',
    device: options.device ?? { kind: 'desktop', webView: false },
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    wait: () => new Promise(() => {}),
  })
  let hint: 'alive' | 'ending' | null = options.session && !options.forgotten ? 'alive' : null
  const session = new SessionClient({
    fetch,
    clock: Date.now,
    after: () => () => {},
    random: () => 0,
    channel: { postMessage: () => {}, onmessage: null },
    hint: {
      get: () => hint,
      set: (next) => {
        hint = next
      },
      expect() {
        const before = hint
        hint = 'alive'
        return () => {
          hint = before
        }
      },
    },
  })
  const modal = new ModalState()
  const seen = {
    identities: [] as Identity[],
    opened: [] as string[],
    redirects: [] as string[],
    said: [] as string[],
  }
  const flow = new WalletFlow({
    store,
    session,
    modal,
    chain: 'solana:devnet',
    setIdentity: (identity) => seen.identities.push(identity),
    page: {
      address: () => new URL('https://bionic.example/create'),
      openTab: (url) => seen.opened.push(url),
      redirect: (url) => seen.redirects.push(url),
      sayError: (message, detail) => seen.said.push(detail ? `${message} ${detail}` : message),
    },
  })
  onTestFinished(() => {
    flow.close()
    store.close()
    session.close()
  })
  return { ...seen, server, store, session, modal, flow, identity: () => seen.identities.at(-1) }
}

const sessionOf = (address = ''): Session => ({
  user: { address },
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
})

// §4.3
test('a person without a wallet is asked to choose one, connects, signs in, and the asker gets the address', async () => {
  const { accounts, calls } = inMemoryWallet()
  const address = accounts[0]?.address
  const { flow, modal, identity, said } = openPage()
  const asked = flow.requireSignIn()
  await settle()
  expect(modal.isOpen()).toBe(true)
  modal.end('Test Wallet')
  expect(await asked).toBe(address)
  expect(identity()).toEqual({ state: 'signed-in', address })
  expect(calls).toEqual(['connect', 'signIn'])
  expect(said).toEqual([])
  expect(await flow.requireSignIn()).toBe(address)
  expect(calls).toEqual(['connect', 'signIn'])
})

test('closing the modal is an answer too', async () => {
  const { flow, modal } = openPage()
  const asked = flow.requireSignIn()
  await settle()
  modal.end(null)
  expect(await asked).toBeNull()
})

test('many who ask at once make one modal and one signature', async () => {
  const { calls, accounts } = inMemoryWallet()
  const { flow, modal } = openPage()
  flow.press()
  const asked = [flow.requireSignIn(), flow.requireSignIn()]
  await settle()
  modal.end('Test Wallet')
  expect(await Promise.all(asked)).toEqual([accounts[0]?.address, accounts[0]?.address])
  expect(calls).toEqual(['connect', 'signIn'])
})

test('the same wallet with a living session is not asked for a signature again', async () => {
  const { accounts, calls } = inMemoryWallet()
  const address = accounts[0]?.address
  const { flow, identity, server } = openPage({ session: sessionOf(address), remembered: 'Test Wallet' })
  expect(await flow.requireSignIn()).toBe(address)
  expect(identity()).toEqual({ state: 'signed-in', address })
  expect(calls).toEqual(['connect'])
  expect(server.requests).toEqual(['GET /api/session'])
})

test('another wallet than the session’s ends that session before it signs in', async () => {
  const { accounts } = inMemoryWallet()
  const { flow, server } = openPage({
    session: sessionOf('11111111111111111111111111111111'),
    remembered: 'Test Wallet',
  })
  expect(await flow.requireSignIn()).toBe(accounts[0]?.address)
  expect(server.requests).toEqual([
    'GET /api/session',
    'DELETE /api/session',
    'POST /api/session/nonce',
    'POST /api/session',
  ])
})

test('refusing the signature leaves the wallet connected and says so; the next protected action asks again', async () => {
  const { accounts, answers, calls } = inMemoryWallet()
  const address = accounts[0]?.address
  answers.sign = () => Promise.reject({ code: 4001 })
  const { flow, identity, said, server, store } = openPage({ remembered: 'Test Wallet' })
  expect(await flow.requireSignIn()).toBeNull()
  expect(store.getState().state).toBe('connected')
  expect(identity()).toEqual({ state: 'connected', address })
  expect(said).toEqual([expect.stringContaining('You are not signed in.')])
  expect(server.requests).not.toContain('POST /api/session')
  answers.sign = async () => {}
  expect(await flow.requireSignIn()).toBe(address)
  expect(calls).toEqual(['connect', 'signIn', 'signIn'])
})

test('a wallet that can sign nothing is never offered as usable, and one whose account can’t says so clearly', async () => {
  const { share, accounts } = inMemoryWallet({ features: ['solana:signMessage'] })
  if (accounts[0]) share({ ...accounts[0], features: [] })
  const { flow, said } = openPage({ remembered: 'Test Wallet' })
  expect(await flow.requireSignIn()).toBeNull()
  expect(said).toEqual([
    'Test Wallet can’t sign messages, so it can’t sign in. Please choose another wallet.',
  ])
})

test('a server that refuses the proof is quoted, and the wallet stays connected', async () => {
  inMemoryWallet()
  const { flow, said, server, store } = openPage({ remembered: 'Test Wallet' })
  const detail = 'The sign-in request has expired.'
  const problem = {
    type: 'about:blank',
    title: 'No',
    status: 401,
    code: 'nonce_invalid',
    requestId: '1',
    detail,
  }
  server.before = async (request) =>
    request === 'POST /api/session' ? Response.json(problem, { status: 401 }) : undefined
  expect(await flow.requireSignIn()).toBeNull()
  expect(said).toEqual([`Signing in failed. ${detail}`])
  expect(store.getState().state).toBe('connected')
})

// §8.1
test('a wallet that fails to connect makes the specification’s toast', async () => {
  const { answers } = inMemoryWallet()
  answers.connect = () => Promise.reject(new Error('odd'))
  const { flow, said, store } = openPage({ remembered: 'Test Wallet' })
  flow.press()
  await settle()
  expect(said).toEqual(['Failed to connect wallet. Please try again.'])
  expect(store.getState()).toEqual({ state: 'no-wallet' })
})

test('what the page’s own wallet says of its failure stands beneath the toast', async () => {
  const { answers } = inMemoryWallet()
  answers.connect = () => Promise.reject(new PasskeyError('No passkey was used.', { refused: true }))
  const { flow, said } = openPage({ remembered: 'Test Wallet' })
  flow.press()
  await settle()
  expect(said).toEqual(['Failed to connect wallet. Please try again. No passkey was used.'])
})

test('choosing a wallet that is not installed opens its install page, and nothing else', async () => {
  const { flow, modal, opened, said } = openPage()
  flow.press()
  modal.end('Phantom')
  await settle()
  expect(opened).toEqual(['https://phantom.com/download'])
  expect(said).toEqual([])
})

test('choosing Phantom in a phone’s browser opens this page in Phantom', async () => {
  const { flow, modal, redirects } = openPage({ device: { kind: 'ios', webView: false } })
  flow.press()
  modal.end('Phantom')
  await settle()
  expect(redirects).toEqual([
    'https://phantom.app/ul/browse/https%3A%2F%2Fbionic.example%2Fcreate?ref=https%3A%2F%2Fbionic.example',
  ])
})

test('disconnecting signs out', async () => {
  inMemoryWallet()
  const { flow, identity, server } = openPage({ remembered: 'Test Wallet' })
  await flow.requireSignIn()
  await flow.disconnect()
  await settle()
  expect(identity()).toEqual({ state: 'visitor' })
  expect(server.session).toBeNull()
})

test('changing the wallet signs the old one out before the new one signs in', async () => {
  inMemoryWallet({ name: 'A' })
  const b = inMemoryWallet({ name: 'B' })
  const { flow, modal, identity, server } = openPage({ remembered: 'A' })
  await flow.requireSignIn()
  server.requests.length = 0
  flow.changeWallet()
  expect(identity()?.state).toBe('signed-in')
  modal.end('B')
  await settle()
  expect(await flow.requireSignIn()).toBe(b.accounts[0]?.address)
  expect(server.requests).toEqual(['DELETE /api/session', 'POST /api/session/nonce', 'POST /api/session'])
  expect(server.session?.user.address).toBe(b.accounts[0]?.address)
})

test('another account in the wallet signs the old one out and is asked for nothing until it must be', async () => {
  const { accounts, tell, calls } = inMemoryWallet()
  const { flow, identity, server } = openPage({ remembered: 'Test Wallet' })
  await flow.requireSignIn()
  if (accounts[1]) tell(accounts[1])
  await settle()
  expect(identity()).toEqual({ state: 'connected', address: accounts[1]?.address })
  expect(server.session).toBeNull()
  expect(calls).toEqual(['connect', 'signIn'])
  expect(await flow.requireSignIn()).toBe(accounts[1]?.address)
})

test('disconnecting while the signature is being asked for lets nobody in', async () => {
  const { answers } = inMemoryWallet()
  const { promise, resolve } = Promise.withResolvers<void>()
  answers.sign = () => promise
  const { flow, identity, server, said } = openPage({ remembered: 'Test Wallet' })
  const asked = flow.requireSignIn()
  await settle()
  await flow.disconnect()
  resolve()
  expect(await asked).toBeNull()
  await settle()
  expect(identity()).toEqual({ state: 'visitor' })
  expect(server.session).toBeNull()
  expect(said).toEqual([])
})

test('disconnecting while the proof is on its way ends the session that it opens', async () => {
  inMemoryWallet()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { flow, identity, server } = openPage({ remembered: 'Test Wallet' })
  server.before = async (request) => (request === 'POST /api/session' ? promise : undefined)
  const asked = flow.requireSignIn()
  await settle()
  await flow.disconnect()
  resolve(undefined)
  expect(await asked).toBeNull()
  await settle()
  expect(identity()).toEqual({ state: 'visitor' })
  expect(server.session).toBeNull()
})

test('a session that ends by itself leaves the wallet connected', async () => {
  const { accounts } = inMemoryWallet()
  const { flow, identity, server, session } = openPage({ remembered: 'Test Wallet' })
  await flow.requireSignIn()
  server.before = async () => new Response(null, { status: 401 })
  await session.refresh()
  expect(identity()).toEqual({ state: 'connected', address: accounts[0]?.address })
})

test('a sign-in is under way from the press until it is signed or refused, through whatever replaces it', async () => {
  const { answers } = inMemoryWallet()
  const held = Promise.withResolvers<void>()
  answers.sign = async () => {
    await held.promise
    throw { code: 4001, message: 'No.' }
  }
  const { flow, store } = openPage({ remembered: 'Test Wallet' })
  expect(flow.signingIn()).toBeNull()
  flow.press()
  let isOver = false
  const over = flow.signingIn()?.then(() => {
    isOver = true
  })
  await settle()
  expect([store.getState().state, isOver]).toEqual(['connected', false])
  held.resolve()
  await over
  expect(flow.signingIn()).toBeNull()
})

test('who asks while one wallet is being replaced by another gets the other’s answer', async () => {
  const slow = inMemoryWallet({ name: 'Slow' })
  const quick = inMemoryWallet({ name: 'Quick' })
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.answers.connect = () => promise
  const { flow, modal } = openPage({ remembered: 'Slow' })
  const asked = flow.requireSignIn()
  await settle()
  flow.changeWallet()
  modal.end('Quick')
  resolve()
  expect(await asked).toBe(quick.accounts[0]?.address)
})

const signed = {
  state: 'signed',
  headers: { 'x-wallet-signature': expect.stringMatching(/^[\w+/=]+\.[\w+/=]+$/) },
}

test('the connected wallet signs for an action, and nothing else is asked of it', async () => {
  const { calls } = inMemoryWallet()
  const { flow, server } = openPage({ remembered: 'Test Wallet' })
  await flow.requireSignIn()
  server.requests.length = 0
  expect(await flow.confirm({ action: 'delete-conversations' })).toEqual(signed)
  expect(calls).toEqual(['connect', 'signIn', 'signIn'])
  expect(server.requests).toEqual(['POST /api/session/signature'])
})

test.each([false, true])(
  'after a reload the wallet is connected first, and signs for the action alone (browser forgot its session: %s)',
  async (forgotten) => {
    const { accounts, calls } = inMemoryWallet()
    const session = sessionOf(accounts[0]?.address)
    const { flow, modal, identity, server } = openPage({ session, forgotten })
    const asked = flow.confirm({ action: 'delete-conversations' })
    await settle()
    modal.end('Test Wallet')
    expect(await asked).toEqual(signed)
    expect(calls).toEqual(['connect', 'signIn'])
    expect(identity()).toEqual({ state: 'signed-in', address: accounts[0]?.address })
    expect(server.requests).toEqual(['GET /api/session', 'POST /api/session/signature'])
  },
)

test('who closes the modal, or declines to sign, has agreed to nothing and is still signed in', async () => {
  const { accounts, answers } = inMemoryWallet()
  const { flow, modal, said, server } = openPage({ session: sessionOf(accounts[0]?.address) })
  const asked = flow.confirm({ action: 'delete-conversations' })
  await settle()
  modal.end(null)
  expect(await asked).toEqual({ state: 'declined' })
  answers.sign = () => Promise.reject({ code: 4001 })
  const again = flow.confirm({ action: 'delete-conversations' })
  await settle()
  modal.end('Test Wallet')
  expect(await again).toEqual({ state: 'declined' })
  expect(said).toEqual([])
  expect(server.session).not.toBeNull()
})

test('words are signed with the time of the server, since the clock of the browser can be wrong', async () => {
  const { accounts } = inMemoryWallet()
  const session = sessionOf(accounts[0]?.address)
  const { flow, server } = openPage({ session, remembered: 'Test Wallet' })
  server.before = async () =>
    Response.json({ session }, { headers: { date: 'Fri, 20 Nov 2026 12:00:00 GMT' } })
  const times: string[] = []
  const write = (time: string) => {
    times.push(time.slice(0, 'yyyy-mm-ddThh:mm'.length))
    return `Time: ${time}`
  }
  const signed = await flow.signWords(write, session.user.address)
  expect([signed.state, times]).toEqual(['signed', ['2026-11-20T12:00']])
})

test('another wallet than the session’s is not asked to sign, is let go of, and ends no session', async () => {
  const { calls } = inMemoryWallet()
  const { flow, server, store } = openPage({
    session: sessionOf('11111111111111111111111111111111'),
    remembered: 'Test Wallet',
  })
  expect(await flow.confirm({ action: 'delete-conversations' })).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('1111..1111'),
  })
  expect(calls).toEqual(['connect', 'disconnect'])
  expect(store.getState()).toEqual({ state: 'no-wallet' })
  expect(server.session).not.toBeNull()
  expect(server.requests).not.toContain('DELETE /api/session')
})

test('a session that has ended says so in place of asking for a signature', async () => {
  const { calls } = inMemoryWallet()
  const { flow } = openPage({ remembered: 'Test Wallet' })
  expect(await flow.confirm({ action: 'delete-conversations' })).toEqual({
    state: 'failed',
    problem: 'Your session has ended. Sign in again, then confirm.',
  })
  expect(calls).toEqual(['connect'])
})

test('a server that can’t be asked for what to sign says so, and a wallet that fails too', async () => {
  const { accounts, answers } = inMemoryWallet()
  const { flow, server } = openPage({ session: sessionOf(accounts[0]?.address), remembered: 'Test Wallet' })
  server.before = async (request) =>
    request.endsWith('/signature') ? new Response(null, { status: 500 }) : undefined
  expect(await flow.confirm({ action: 'delete-conversations' })).toMatchObject({
    problem: expect.stringContaining('went wrong on the server'),
  })
  server.before = async () => undefined
  answers.sign = () => Promise.reject(new Error())
  expect(await flow.confirm({ action: 'delete-conversations' })).toEqual({
    state: 'failed',
    problem: 'The wallet did not sign. Please try again.',
  })
})

test.each([true, false])(
  'signing out ends the session with a wallet connected or not: %s',
  async (connected) => {
    const { accounts } = inMemoryWallet()
    const { flow, server, store, identity } = openPage({
      session: sessionOf(accounts[0]?.address),
      remembered: 'Test Wallet',
      forgotten: true,
    })
    if (connected) {
      await store.connect()
      expect(identity()?.state).toBe('connected')
    }
    await flow.signOut()
    await settle()
    expect(server.session).toBeNull()
    expect(store.getState()).toEqual({ state: 'no-wallet' })
  },
)
