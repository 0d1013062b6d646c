import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Account } from '../../../../test/app.ts'
import { anyDatabase } from '../../../../test/database.ts'
import { realmRequests } from '../../../../test/realm-requests.ts'
import { realtimeServer } from '../../../../test/realtime-server.ts'
import { requestInit } from '../../../../test/sign-in.ts'
import { REALTIME_PATH } from '../../../shared/realms/realtime.ts'
import { realmQuery } from '../../../web/features/realms/api/realm.ts'
import { askPage, mergeMessages, realmLogQuery } from '../../../web/features/realms/api/realm-log.ts'
import { FollowedRealm, nothingReceived } from '../../../web/features/realms/live/follow-realm.ts'
import { knownRealm } from '../../../web/features/realms/live/known-realm.ts'
import { RealmConnection } from '../../../web/features/realms/live/realm-connection.ts'
import { learnPage } from '../../../web/features/realms/log/realm-log.ts'
import { Outbox } from '../../../web/features/realms/outbox/outbox.ts'
import { createApi, unwrap } from '../../../web/lib/http/api.ts'
import { explainError } from '../../../web/lib/http/explain-error.ts'
import type { Reconnecting } from '../../../web/lib/http/reconnecting.ts'

const server = await realtimeServer(await anyDatabase())
const { signIn, send } = server
const { make, said } = realmRequests(send)
afterAll(server.close)
const open = new Set<() => void>()
afterEach(() => {
  for (const close of open) close()
  open.clear()
})

/** A page in a realm, of an account or of a visitor, with a network that can be cut. */
async function openPage(realmId: string, as?: Account) {
  const client = new QueryClient()
  let online = true
  let live = nothingReceived
  const sockets = new Set<WebSocket>()
  const wakers = new Set<(why: 'online') => void>()
  const time: Reconnecting = {
    after: (ms, call) => {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    },
    now: () => Date.now(),
    random: () => 0.5,
    onWake: (listener) => {
      wakers.add(listener)
      return () => wakers.delete(listener)
    },
  }
  const api = createApi(server.address, async (input, init) => {
    if (!online) throw new TypeError('Failed to fetch')
    const { headers } = requestInit('GET', { as, headers: Object.fromEntries(new Headers(init?.headers)) })
    return fetch(input, { ...init, ...(headers && { headers }) })
  })
  const realmConnection = new RealmConnection({
    open: ({ opened, received, closed }) => {
      const url = online ? server.address.replace('http', 'ws') + REALTIME_PATH : 'ws://127.0.0.1:1'
      const socket = new WebSocket(url, { headers: as ? { cookie: as.cookie } : {} })
      sockets.add(socket)
      socket.on('open', opened)
      socket.on('message', (data) => received(String(data)))
      socket.on('close', closed)
      socket.on('error', () => {})
      return { send: (text) => socket.send(text), close: () => socket.close() }
    },
    time,
    network: { isOnline: () => true, onChange: () => () => {} },
  })
  await Promise.all([
    client.fetchQuery(realmQuery(api, realmId)),
    client.fetchQuery(realmLogQuery(api, realmId)),
  ])
  const followed = new FollowedRealm({
    realmId,
    realmConnection,
    known: knownRealm(client, api, realmId),
    time,
    onChange: (next) => {
      live = next
    },
  })
  const writing = new Outbox({
    memory: { recall: () => undefined, remember: () => {} },
    post: async ({ id, content, replyTo }, signal) => {
      const stored = await unwrap(
        api.realms[':id'].messages.$post(
          { param: { id: realmId }, json: { id, content, replyTo } },
          { init: { signal } },
        ),
      )
      mergeMessages(client, api, realmId, [stored])
      return stored
    },
    signIn: async () => as?.address ?? null,
    viewer: async () => as?.address ?? null,
    sendTyping: () => realmConnection.typing(realmId),
    newId: () => crypto.randomUUID(),
    time,
    explain: explainError,
    report: () => {},
  })
  const log = () => client.getQueryData(realmLogQuery(api, realmId).queryKey)
  open.add(() => {
    followed.close()
    for (const socket of sockets) socket.terminate()
    client.clear()
  })
  return {
    realmConnection,
    writing,
    live: () => live,
    log,
    realm: () => client.getQueryData(realmQuery(api, realmId).queryKey),
    contents: () => log()?.messages.map(({ content }) => content) ?? [],
    async loadEarlier() {
      const page = await askPage(api, realmId, { before: (log()?.since ?? 0) + 1 })
      client.setQueryData(realmLogQuery(api, realmId).queryKey, (known) => known && learnPage(known, page))
    },
    say(content: string) {
      writing.setDraft(content)
      writing.submit(as?.address ?? '')
    },
    sending: () => writing.getView().sending.state,
    cut() {
      online = false
      for (const socket of sockets) socket.terminate()
    },
    mend() {
      online = true
      for (const waker of [...wakers]) waker('online')
    },
  }
}

/** A long timeout, because the duration is not what is tested. */
const eventually = <Value>(what: () => Value) => expect.poll(what)

test('pages of several people and of a visitor have in the end one realm, in one order', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { id } = await make(ada)
  const pages = [await openPage(id, ada), await openPage(id, bob), await openPage(id)] as const
  const [first, second, visitor] = pages
  for (let round = 1; round <= 5; round++) {
    first.say(`ada ${round}`)
    second.say(`bob ${round}`)
    await eventually(() => [first.sending(), second.sending()].includes('sending')).toBe(false)
  }
  for (const page of pages) await eventually(() => page.contents().length).toBe(10)
  expect(second.contents()).toEqual(first.contents())
  expect(visitor.contents()).toEqual(first.contents())
  expect(first.log()?.messages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  for (const page of pages) expect(page.realm()?.participants).toEqual([ada.address, bob.address])
  await eventually(() => visitor.live().presence).toMatchObject({ peopleCount: 2, visitors: 1 })
})

test('who was offline gets the rest, and what they said meanwhile goes by itself, once', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { id } = await make(ada)
  const [first, second] = [await openPage(id, ada), await openPage(id, bob)]
  first.say('Anybody?')
  await eventually(() => second.contents()).toEqual(['Anybody?'])
  second.cut()
  second.say('Here, but offline')
  await eventually(second.sending).toBe('waiting')
  for (const words of ['One', 'Two', 'Three']) await said(id, words, ada)
  await eventually(() => first.contents().length).toBe(4)
  expect(second.contents()).toEqual(['Anybody?'])
  second.mend()
  const whole = ['Anybody?', 'One', 'Two', 'Three', 'Here, but offline']
  await eventually(second.contents).toEqual(whole)
  await eventually(first.contents).toEqual(whole)
})

test('earlier messages load upwards, as they are now, whenever they were changed', async () => {
  const ada = await signIn()
  const { id } = await make(ada)
  const messages = []
  for (let number = 1; number <= 60; number++) messages.push(await said(id, `${number}`, ada))
  const page = await openPage(id, ada)
  expect(page.log()).toMatchObject({ since: 10 })
  await eventually(() => page.live().caughtUpAt).toBe(60)
  await send('DELETE', `/api/realms/${id}/messages/${messages[3]?.id}`, { as: ada })
  await send('DELETE', `/api/realms/${id}/messages/${messages[30]?.id}`, { as: ada })
  await eventually(() => page.log()?.version).toBe(62)
  await page.loadEarlier()
  const expected = messages.map(({ content }, index) => (index === 3 || index === 30 ? '' : content))
  expect(page.contents()).toEqual(expected)
})

test('somebody muted is told so, and keeps the words that are refused', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { id } = await make(ada)
  const page = await openPage(id, bob)
  await eventually(() => page.live().caughtUpAt).toBe(0)
  await send('PUT', `/api/realms/${id}/mutes/${bob.address}`, { as: ada })
  await eventually(() => page.live().muted).toBe(true)
  page.say('But I')
  await eventually(page.sending).toBe('failed')
  expect(page.writing.getView().draft).toBe('But I')
})

test('who types is seen by the others', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { id } = await make(ada)
  const [first, second] = [await openPage(id, ada), await openPage(id, bob)]
  await eventually(() => second.live().presence?.peopleCount).toBe(2)
  first.writing.setDraft('Well')
  await eventually(() => second.live().typing).toEqual([ada.address])
  expect(first.live().typing).toEqual([])
  first.writing.submit(ada.address)
  await eventually(() => second.live().typing).toEqual([])
})

test('a realm that is deleted is gone with its messages in sight, and comes back undone', async () => {
  const ada = await signIn()
  const { id } = await make(ada)
  const page = await openPage(id)
  await said(id, 'Still here', ada)
  await eventually(page.contents).toEqual(['Still here'])
  await send('DELETE', `/api/realms/${id}`, { as: ada })
  await eventually(() => page.live().gone).toBe(true)
  expect(page.contents()).toEqual(['Still here'])
  await send('POST', `/api/realms/${id}/restore`, { as: ada })
  await eventually(() => page.live().gone).toBe(false)
  await said(id, 'Again', ada)
  await eventually(page.contents).toEqual(['Still here', 'Again'])
})
