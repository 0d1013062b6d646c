import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../test/manual-time.ts'
import type { Session } from '../../../shared/session/session.ts'
import { SessionClient, type SessionHint } from './session.ts'
import type { SessionEvent } from './session-events.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const wallet = 'So11111111111111111111111111111111111111112'
const proof = { address: wallet, signedMessage: 'AA==', signature: 'AA==' }

const sessionFor = (ms: number, address = wallet): Session => ({
  user: { address },
  expiresAt: new Date(start + ms).toISOString(),
})
const json = (body: unknown, status = 200) => Response.json(body, { status })
const withSession = (session: Session | null) => () => json({ session })
const status = (code: number) => () => new Response(null, { status: code })
const unreachable = () => {
  throw new TypeError('Failed to fetch')
}

/** A tab of a browser: the test advances the time and scripts the server. */
function openTab(options: { hint?: ReturnType<SessionHint['get']> } = {}) {
  const { reconnecting, pass, sleep } = manualTime(start)
  let hinted = options.hint ?? null
  const requests: string[] = []
  const script: (() => Response | Promise<Response>)[] = []
  const events: SessionEvent[] = []
  const channel: {
    postMessage: (message: SessionEvent) => void
    onmessage: ((event: MessageEvent) => void) | null
  } = {
    postMessage: () => {},
    onmessage: null,
  }
  const client = new SessionClient({
    fetch: async (input, init) => {
      requests.push(`${init?.method} ${input}`)
      const { promise: aborted, reject } = Promise.withResolvers<never>()
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      const next = script.shift()
      if (!next) throw new Error(`Nothing is scripted for ${init?.method} ${input}`)
      return Promise.race([(async () => next())(), aborted])
    },
    clock: reconnecting.now,
    random: reconnecting.random,
    after: reconnecting.after,
    channel,
    hint: {
      get: () => hinted,
      set: (hint) => {
        hinted = hint
      },
      expect() {
        const before = hinted
        hinted = 'alive'
        return () => {
          hinted = before
        }
      },
    },
  })
  client.on((event) => events.push(event))
  return {
    client,
    channel,
    requests,
    script,
    types: () => events.map((event) => event.type),
    events,
    hint: () => hinted,
    pass,
    sleep,
  }
}

async function openSignedInTab(lifetime: number) {
  const tab = openTab({ hint: 'alive' })
  tab.script.push(withSession(sessionFor(lifetime)))
  await tab.client.load()
  tab.requests.length = 0
  tab.events.length = 0
  return tab
}

test('a browser that was never signed in asks nothing, and says that there is no session', async () => {
  const tab = openTab()
  expect(await tab.client.load()).toBeNull()
  expect(tab.requests).toEqual([])
  expect(tab.events).toEqual([{ type: 'initial session', session: null }])
})

// §4.37
test('a browser with a session asks once, however many want to know', async () => {
  const tab = openTab({ hint: 'alive' })
  tab.script.push(withSession(sessionFor(3_600_000)))
  const both = await Promise.all([tab.client.load(), tab.client.load()])
  await tab.client.load()
  expect(both.map((session) => session?.user.address)).toEqual([wallet, wallet])
  expect(tab.requests).toEqual(['GET /api/session'])
  expect(tab.types()).toEqual(['initial session'])
})

// §8.36
test('a session that the server no longer knows leaves no trace', async () => {
  const tab = openTab({ hint: 'alive' })
  tab.script.push(withSession(null))
  expect(await tab.client.load()).toBeNull()
  expect(tab.hint()).toBeNull()
})

test('a server that can’t be asked is an error, and the next call asks again', async () => {
  const tab = openTab({ hint: 'alive' })
  tab.script.push(status(500), withSession(sessionFor(3_600_000)))
  await expect(tab.client.load()).rejects.toMatchObject({ status: 500 })
  expect(await tab.client.load()).not.toBeNull()
})

// §4.40, §4.43, §9.29, §9.30
test('the session is refreshed at the first tick that finds three ticks or fewer left', async () => {
  // Ticks are at 30, 60, 90 ... seconds. At 90 there are 4 whole ticks left, at 120 there are 3.
  const tab = await openSignedInTab(90_000 + 4 * 30_000)
  tab.script.push(withSession(sessionFor(3_600_000)))
  await tab.pass(119_999)
  expect(tab.requests).toEqual([])
  await tab.pass(1)
  expect(tab.requests).toEqual(['POST /api/session/refresh'])
  expect(tab.events).toEqual([{ type: 'refreshed', session: sessionFor(3_600_000) }])
})

test('a clock that is hours off neither ends nor overstays a session', async () => {
  const tab = openTab({ hint: 'alive' })
  const ahead = 5 * 3_600_000
  const date = new Date(start + ahead).toUTCString()
  tab.script.push(() => Response.json({ session: sessionFor(ahead + 600_000) }, { headers: { date } }))
  await tab.client.load()
  expect(tab.requests).toEqual(['GET /api/session'])
  tab.script.push(withSession(sessionFor(ahead + 3_600_000)))
  await tab.pass(600_000 - 4 * 30_000)
  expect(tab.requests).toEqual(['GET /api/session'])
  await tab.pass(30_000)
  expect(tab.requests).toEqual(['GET /api/session', 'POST /api/session/refresh'])
})

// §8.37, §9.32
test.each([502, 503, 504])(
  'a refresh that meets %i waits 200 ms, then twice as long each time',
  async (code) => {
    const tab = await openSignedInTab(100_000)
    tab.script.push(status(code), unreachable, status(code), withSession(sessionFor(3_600_000)))
    await tab.pass(30_000)
    expect(tab.requests).toHaveLength(1)
    await tab.pass(199)
    expect(tab.requests).toHaveLength(1)
    await tab.pass(1)
    expect(tab.requests).toHaveLength(2)
    await tab.pass(400)
    expect(tab.requests).toHaveLength(3)
    await tab.pass(800)
    expect(tab.requests).toHaveLength(4)
    expect(tab.types()).toEqual(['refreshed'])
  },
)

test('retries end with the tick, and the session stays for the next one', async () => {
  const tab = await openSignedInTab(100_000)
  tab.script.push(...new Array(8).fill(status(503)), withSession(sessionFor(3_600_000)))
  await tab.pass(30_000 + 29_999)
  expect(tab.requests).toHaveLength(8)
  expect(tab.client.current()).not.toBeNull()
  await tab.pass(1)
  expect(tab.types()).toEqual(['refreshed'])
})

// §4.44
test.each([400, 401, 403, 404, 500])('a refresh refused with %i drops the session', async (code) => {
  const tab = await openSignedInTab(100_000)
  tab.script.push(status(code))
  await tab.pass(30_000)
  expect(tab.client.current()).toBeNull()
  expect(tab.types()).toEqual(['signed out'])
  expect(tab.hint()).toBeNull()
  await tab.pass(600_000)
  expect(tab.requests).toHaveLength(1)
})

test.each([
  [429, 'rate limited'],
  [507, 'refused by a full disk'],
])('a refresh that is only %i, %s, drops nothing and tries at the next tick', async (code) => {
  const tab = await openSignedInTab(100_000)
  tab.script.push(status(code), withSession(sessionFor(3_600_000)))
  await tab.pass(59_999)
  expect(tab.requests).toHaveLength(1)
  await tab.pass(1)
  expect(tab.types()).toEqual(['refreshed'])
})

// §4.41
test('a refresh that answers for another wallet is an updated user', async () => {
  const tab = await openSignedInTab(100_000)
  const other = sessionFor(3_600_000, '11111111111111111111111111111111')
  tab.script.push(withSession(other))
  await tab.pass(30_000)
  expect(tab.events).toEqual([{ type: 'user updated', session: other }])
})

test('after sleep, waking refreshes a session with ten seconds or less to live at once', async () => {
  const tab = await openSignedInTab(600_000)
  tab.script.push(withSession(sessionFor(3_600_000)))
  tab.sleep(590_000)
  tab.client.wake()
  await settle()
  expect(tab.types()).toEqual(['refreshed'])
  tab.client.wake()
  await settle()
  expect(tab.requests).toHaveLength(1)
})

// §9.31
test('a session met within ten seconds of its end is refreshed before anybody relies on it', async () => {
  const tab = openTab({ hint: 'alive' })
  tab.script.push(withSession(sessionFor(10_000)), status(401))
  expect(await tab.client.load()).toBeNull()
  expect(tab.events.at(-1)).toEqual({ type: 'initial session', session: null })
})

test('waking often does not pile up ticks', async () => {
  const tab = await openSignedInTab(10 * 3_600_000)
  for (let count = 0; count < 50; count++) tab.client.wake()
  tab.script.push(withSession(sessionFor(20 * 3_600_000)))
  await tab.pass(10 * 3_600_000 - 60_000)
  expect(tab.requests).toHaveLength(1)
})

// §4.38
test('signing in sends the proof once and tells of it', async () => {
  const tab = openTab()
  await tab.client.load()
  tab.script.push(withSession(sessionFor(3_600_000)))
  await tab.client.signIn(proof)
  expect(tab.requests).toEqual(['POST /api/session'])
  expect(tab.types()).toEqual(['initial session', 'signed in'])
  expect(tab.hint()).toBe('alive')
})

test('a refused proof is an error and leaves nobody signed in', async () => {
  const tab = openTab()
  const problem = { type: 'about:blank', title: 'No', status: 401, code: 'nonce_invalid', requestId: '1' }
  tab.script.push(() => json(problem, 401))
  await expect(tab.client.signIn(proof)).rejects.toMatchObject({
    status: 401,
    problem: { code: 'nonce_invalid' },
  })
  expect(tab.client.current()).toBeNull()
  expect(tab.hint()).toBeNull()
})

test('where the answer to a proof gets lost, the server is asked who is signed in, and the proof is not sent again', async () => {
  const tab = openTab()
  tab.script.push(unreachable, withSession(sessionFor(3_600_000)))
  await tab.client.signIn(proof)
  expect(tab.requests).toEqual(['POST /api/session', 'GET /api/session'])
  expect(tab.client.current()?.user.address).toBe(wallet)
})

// §8.38
test.each([204, 401, 403, 404])('signing out is done when the server says %i', async (code) => {
  const tab = await openSignedInTab(3_600_000)
  tab.script.push(status(code))
  await tab.client.signOut()
  expect(tab.requests).toEqual(['DELETE /api/session'])
  expect(tab.types()).toEqual(['signed out'])
  expect(tab.hint()).toBeNull()
})

test('a sign-out that the server missed is made good when the page wakes', async () => {
  const tab = await openSignedInTab(3_600_000)
  tab.script.push(status(500))
  await tab.client.signOut()
  expect(tab.client.current()).toBeNull()
  expect(tab.hint()).toBe('ending')
  tab.script.push(status(204))
  tab.client.wake()
  await settle()
  expect(tab.hint()).toBeNull()
})

test('a sign-out that the server missed is made good before the next visit signs anybody in', async () => {
  const tab = openTab({ hint: 'ending' })
  tab.script.push(status(204))
  expect(await tab.client.load()).toBeNull()
  expect(tab.requests).toEqual(['DELETE /api/session'])
})

test('signing out while a proof is on its way ends the session that it opens', async () => {
  const tab = openTab()
  const { promise, resolve } = Promise.withResolvers<Response>()
  tab.script.push(() => promise, status(204))
  const signingIn = tab.client.signIn(proof)
  await settle()
  const signingOut = tab.client.signOut()
  resolve(json({ session: sessionFor(3_600_000) }))
  await Promise.all([signingIn, signingOut])
  expect(tab.requests).toEqual(['POST /api/session', 'DELETE /api/session'])
  expect(tab.client.current()).toBeNull()
  expect(tab.hint()).toBeNull()
})

test('signing out does not wait for a refresh that is being retried, and its answer changes nothing any more', async () => {
  const tab = await openSignedInTab(100_000)
  tab.script.push(status(503), status(204))
  await tab.pass(30_000)
  await tab.client.signOut()
  await tab.pass(60_000)
  expect(tab.requests).toEqual(['POST /api/session/refresh', 'DELETE /api/session'])
  expect(tab.types()).toEqual(['signed out'])
})

test('a visitor who disconnects asks the server nothing', async () => {
  const tab = openTab()
  await tab.client.load()
  await tab.client.signOut()
  expect(tab.requests).toEqual([])
})

// §4.39
test('all tabs agree: what one learns, the others tell their own listeners and do not repeat', async () => {
  const [a, b] = [openTab(), openTab()]
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const)
    from.channel.postMessage = (data) =>
      to.channel.onmessage?.({ data: structuredClone(data) } as MessageEvent)
  await Promise.all([a.client.load(), b.client.load()])
  a.script.push(withSession(sessionFor(100_000)))
  await a.client.signIn(proof)
  expect(b.client.current()).toEqual(sessionFor(100_000))
  a.script.push(withSession(sessionFor(3_600_000)))
  await a.client.refresh()
  b.script.push(status(204))
  await b.client.signOut()
  expect(a.client.current()).toBeNull()
  const story = ['initial session', 'signed in', 'refreshed', 'signed out']
  expect(a.types()).toEqual(story)
  expect(b.types()).toEqual(story)
})

test('news of another tab is not overwritten by an answer that was on its way', async () => {
  const tab = await openSignedInTab(3_600_000)
  const { promise, resolve } = Promise.withResolvers<Response>()
  tab.script.push(() => promise)
  const refreshing = tab.client.refresh()
  await settle()
  const news = { type: 'refreshed', session: sessionFor(7_200_000) }
  tab.channel.onmessage?.({ data: news } as MessageEvent)
  resolve(json({ session: sessionFor(3_600_001) }))
  await refreshing
  expect(tab.client.current()).toEqual(news.session)
  expect(tab.events).toEqual([news])
})

test.each([null, 'text', {}, { type: 'signed in' }, { type: 'refreshed', session: { user: 1 } }])(
  'a message of another tab that is none of ours changes nothing: %j',
  async (data) => {
    const tab = await openSignedInTab(3_600_000)
    tab.channel.onmessage?.({ data } as MessageEvent)
    expect(tab.client.current()).not.toBeNull()
    expect(tab.events).toEqual([])
  },
)
