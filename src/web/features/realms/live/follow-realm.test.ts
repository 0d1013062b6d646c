import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../../test/manual-time.ts'
import { said } from '../../../../../test/model-realm.ts'
import type { RealmMessage, RealmMessagePage } from '../../../../shared/realms/realm-messages.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { newestLog } from '../log/realm-log.ts'
import { FollowedRealm, type LivePart, nothingReceived } from './follow-realm.ts'
import type { RealmConnection, RealmFrame, RealmListener } from './realm-connection.ts'
import type { Connection } from './realm-room.ts'

const realm = '00000000-0000-4000-8000-00000000beef'

function setting(begin: RealmMessagePage = { messages: [said(1, 1)], hasMore: false, version: 1 }) {
  const time = manualTime()
  let log = newestLog(begin)
  let held = 0
  let live: LivePart = nothingReceived
  let connection: Connection = { state: 'live' }
  let realmListener: RealmListener | undefined
  let listener = () => {}
  const entered: (number | undefined)[] = []
  const details: RealmDetail[] = []
  const speakers: string[] = []
  const pages: (() => Promise<RealmMessagePage>)[] = []
  const realmConnection: Pick<RealmConnection, 'connection' | 'subscribe' | 'enter'> = {
    connection: () => connection,
    subscribe(given) {
      listener = given
      return () => {
        listener = () => {}
        return true
      }
    },
    enter(_, given) {
      realmListener = given
      entered.push(given.version())
      return {
        again: () => void entered.push(given.version()),
        leave: () => {
          realmListener = undefined
        },
      }
    },
  }
  const followed = new FollowedRealm({
    realmId: realm,
    realmConnection,
    time: time.reconnecting,
    known: {
      log: () => log,
      setLog: (next) => {
        log = next
      },
      setDetail: (detail) => details.push(detail),
      heldChanged: () => {
        held += 1
      },
      addSpeakers: (messages) => speakers.push(...messages.map(({ author }) => author)),
      askNewest: () => pages.shift()?.() ?? Promise.reject(new TypeError('Failed to fetch')),
    },
    onChange: (next) => {
      live = next
    },
  })
  const tell = (frame: RealmFrame) => realmListener?.receive(frame)
  return {
    ...time,
    end: () => followed.close(),
    tell,
    log: (from: number, to: number, ...messages: RealmMessage[]) =>
      tell({ type: 'log', realm, from, to, messages }),
    numbers: () => log.messages.map(({ number }) => number),
    version: () => log.version,
    live: () => live,
    held: () => held,
    connect(next: Connection) {
      connection = next
      listener()
    },
    isHeard: () => realmListener !== undefined,
    entered,
    details,
    speakers,
    pages,
  }
}

test('it enters with the version that is known, and takes in what it is told', () => {
  const { entered, log, numbers, tell, live } = setting()
  expect(entered).toEqual([1])
  tell({ type: 'entered', realm, muted: true })
  log(1, 3, said(2, 2), said(3, 3))
  expect(numbers()).toEqual([1, 2, 3])
  expect(live()).toMatchObject({ muted: true, gone: false, caughtUpAt: 3 })
  tell({ type: 'entered', realm, muted: false })
  expect(live().muted).toBe(false)
})

test('whoever is banned is told so, is in nobody’s list, and comes in again once that is over', async () => {
  const { entered, tell, live, pass } = setting()
  tell({ type: 'entered', realm, muted: false })
  tell({ type: 'typing', realm, who: 'bob' })
  tell({ type: 'banned', realm, until: null, message: 'You are banned.' })
  expect(live()).toMatchObject({ banned: 'You are banned.', presence: undefined, typing: [] })
  await pass(60_000)
  expect(entered).toEqual([1, 1])
  tell({ type: 'entered', realm, muted: false })
  expect(live().banned).toBeUndefined()
})

test('a mute ends when the server said, and held messages are asked for when it says that they changed', async () => {
  const { tell, live, pass, held } = setting()
  tell({ type: 'entered', realm, muted: true, mutedUntil: new Date(5_000).toISOString() })
  expect(live()).toMatchObject({ muted: true, mutedUntil: new Date(5_000).toISOString() })
  await pass(10 * 60_000)
  expect(live().muted).toBe(false)
  tell({ type: 'held', realm })
  expect(held()).toBe(1)
})

test('a message that is held makes nobody a participant', () => {
  const { log, tell, speakers } = setting()
  tell({ type: 'entered', realm, muted: false })
  log(1, 1)
  log(1, 2, { ...said(2, 2), withheld: true, author: '' })
  expect(speakers).toEqual([''])
})

test('who missed too much begins anew at the newest page, however often it has to be asked for', async () => {
  const { entered, tell, pages, numbers, pass, held } = setting()
  const fails = () => Promise.reject(new TypeError('Failed to fetch'))
  pages.push(fails, fails, async () => ({ messages: [said(90, 95)], hasMore: true, version: 100 }))
  tell({ type: 'begin-anew', realm })
  await pass(0)
  expect(entered).toEqual([1])
  await pass(3_000)
  expect(numbers()).toEqual([90])
  expect(entered).toEqual([1, 100])
  // What the page had of held messages is lost with it.
  expect(held()).toBe(1)
})

test('whoever speaks from now on takes part; of what was missed the realm itself says who does', () => {
  const { log, speakers } = setting()
  log(1, 2, said(2, 2, 'bob'))
  expect(speakers).toEqual([])
  log(2, 3, said(3, 3, 'cyd'))
  expect(speakers).toEqual(['cyd'])
})

test('who types is known for five seconds after they last said so, and until their words are here', async () => {
  const { tell, log, live, pass } = setting()
  tell({ type: 'typing', realm, who: 'ada' })
  await pass(3_000)
  tell({ type: 'typing', realm, who: 'bob' })
  tell({ type: 'typing', realm, who: 'ada' })
  await pass(3_000)
  expect([...live().typing].sort()).toEqual(['ada', 'bob'])
  log(1, 2, said(2, 2, 'ada'))
  expect(live().typing).toEqual(['bob'])
  await pass(2_000)
  expect(live().typing).toEqual([])
})

test('who takes words back does not speak: they go on typing, and are no participant again', async () => {
  const { tell, log, live } = setting()
  tell({ type: 'typing', realm, who: 'ada' })
  log(1, 2, { ...said(1, 2, 'ada'), content: '', removed: true })
  expect(live().typing).toEqual(['ada'])
})

test('who is here is known only while the line is', () => {
  const { tell, live, connect } = setting()
  tell({ type: 'presence', realm, people: ['ada'], peopleCount: 1, visitors: 2 })
  tell({ type: 'typing', realm, who: 'bob' })
  expect(live().presence).toEqual({ people: ['ada'], peopleCount: 1, visitors: 2 })
  connect({ state: 'connecting' })
  expect(live().presence).toBeDefined()
  connect({ state: 'waiting', retryAt: 0 })
  expect([live().presence, live().typing]).toEqual([undefined, []])
})

test('a realm that was deleted is gone, until the deletion is undone', () => {
  const { tell, live, details, numbers } = setting()
  const detail = { id: realm, name: 'Orbit' } as RealmDetail
  tell({ type: 'gone', realm })
  expect([live().gone, numbers()]).toEqual([true, [1]])
  tell({ type: 'realm', realm, detail })
  expect([live().gone, details]).toEqual([false, [detail]])
})

test('ended, it leaves nothing under way', async () => {
  const { tell, end, waiting, isHeard, pages, version } = setting()
  pages.push(async () => ({ messages: [], hasMore: false, version: 50 }))
  tell({ type: 'typing', realm, who: 'bob' })
  tell({ type: 'begin-anew', realm })
  end()
  await settle()
  expect([waiting(), isHeard(), version()]).toEqual([0, false, 1])
})

test('a realm that it may not enter yet is said to be so, and tried again after ten seconds or when asked to', async () => {
  const { tell, live, entered, pass, connect, end, waiting } = setting()
  const refuse = () =>
    tell({ type: 'refused', realm, code: 'too_many_realms', message: 'Your network is in too many realms.' })
  refuse()
  expect(live().refused).toMatchObject({ problem: 'Your network is in too many realms.' })
  await pass(9_000)
  expect(entered).toHaveLength(1)
  await pass(1_100)
  expect(entered).toHaveLength(2)
  refuse()
  live().refused?.retry()
  expect(entered).toHaveLength(3)
  await pass(20_000)
  expect(entered).toHaveLength(3)
  refuse()
  tell({ type: 'entered', realm, muted: false })
  expect(live().refused).toBeUndefined()
  refuse()
  // A new connection enters the realm by itself.
  connect({ state: 'waiting', retryAt: 0 })
  expect(live().refused).toBeUndefined()
  end()
  expect(waiting()).toBe(0)
})
