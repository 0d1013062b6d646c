import { expect, test } from 'vitest'
import { manualTime } from '../../../../../test/manual-time.ts'
import type { WireEvents } from '../../../lib/http/socket.ts'
import { LINGER_MS, RealmConnection, type RealmFrame } from './realm-connection.ts'

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'

function setting() {
  const time = manualTime()
  const wires: (WireEvents & { said: unknown[]; open: boolean })[] = []
  const realmConnection = new RealmConnection({
    open(events) {
      const wire = { ...events, said: [] as unknown[], open: true }
      wires.push(wire)
      return {
        send: (text) => void wire.said.push(JSON.parse(text)),
        close: () => {
          wire.open = false
        },
      }
    },
    time: { ...time.reconnecting, random: () => 0 },
    network: { isOnline: () => true, onChange: () => () => {} },
  })
  const last = () => {
    const wire = wires.at(-1)
    if (!wire) throw new Error('Nothing was opened')
    return wire
  }
  const realmListener = (version: number | undefined) => {
    const frames: RealmFrame[] = []
    return { frames, version: () => version, receive: (frame: RealmFrame) => void frames.push(frame) }
  }
  const tell = (frame: object) => last().received(JSON.stringify(frame))
  return { ...time, realmConnection, wires, last, realmListener, tell }
}

test('nothing is opened before it is needed, and it is let go of a while after nobody needs it', async () => {
  const { realmConnection, wires, last, realmListener, pass } = setting()
  expect(wires).toHaveLength(0)
  const { leave } = realmConnection.enter(one, realmListener(0))
  last().opened()
  leave()
  expect(last().said.at(-1)).toEqual({ type: 'leave', realm: one })
  await pass(LINGER_MS - 1)
  expect(last().open).toBe(true)
  const again = realmConnection.enter(one, realmListener(0))
  again.leave()
  await pass(LINGER_MS)
  expect([wires.length, last().open]).toEqual([1, false])
  expect(realmConnection.connection()).toEqual({ state: 'connecting' })
  realmConnection.enter(one, realmListener(0))
  expect(wires).toHaveLength(2)
})

test('whenever it opens it says which realms are heard, from which version, and which are watched', async () => {
  const { realmConnection, last, realmListener, pass } = setting()
  let version = 7
  realmConnection.enter(one, { version: () => version, receive: () => {} })
  realmConnection.enter(two, realmListener(undefined))
  realmConnection.watch([one, two], () => {})
  last().opened()
  const all = (after: number) => [
    { type: 'enter', realm: one, after },
    { type: 'watch', realms: [one, two] },
  ]
  expect(last().said).toEqual(all(7))
  version = 9
  last().closed()
  await pass(1_000)
  last().opened()
  expect(last().said).toEqual(all(9))
})

test('a realm that begins to be known while it is heard is entered then', () => {
  const { realmConnection, last } = setting()
  let version: number | undefined
  const { again } = realmConnection.enter(one, { version: () => version, receive: () => {} })
  last().opened()
  expect(last().said).toEqual([])
  version = 3
  again()
  expect(last().said).toEqual([{ type: 'enter', realm: one, after: 3 }])
})

test('each hears its own realm, everybody who hears one hears it, and who left hears nothing', () => {
  const { realmConnection, last, realmListener, tell } = setting()
  const [first, second, other] = [realmListener(1), realmListener(2), realmListener(3)]
  const { leave } = realmConnection.enter(one, first)
  realmConnection.enter(one, second)
  realmConnection.enter(two, other)
  last().opened()
  expect(last().said).toContainEqual({ type: 'enter', realm: one, after: 1 })
  const frame = { type: 'typing', realm: one, who: 'ada' }
  tell(frame)
  leave()
  expect(last().said).not.toContainEqual({ type: 'leave', realm: one })
  tell(frame)
  expect([first.frames, second.frames, other.frames]).toEqual([[frame], [frame, frame], []])
})

test('what is no frame of this protocol is passed over', () => {
  const { realmConnection, last, realmListener, tell } = setting()
  const hearing = realmListener(1)
  realmConnection.enter(one, hearing)
  last().opened()
  last().received('{')
  tell({ type: 'confetti', realm: one })
  tell({ type: 'typing', realm: one })
  tell({ type: 'pong' })
  expect(hearing.frames).toEqual([])
})

test('several watch what they show, once all of it together, until the last one ends', () => {
  const { realmConnection, last, tell } = setting()
  const seen: Record<string, number>[] = []
  const endFirst = realmConnection.watch([one], (counts) => seen.push(counts))
  const endSecond = realmConnection.watch([one, two], () => {})
  last().opened()
  expect(last().said).toEqual([{ type: 'watch', realms: [one, two] }])
  tell({ type: 'here', counts: { [one]: 4 } })
  endSecond()
  endFirst()
  tell({ type: 'here', counts: { [one]: 5 } })
  expect(seen).toEqual([{ [one]: 4 }])
  expect(last().said.slice(1)).toEqual([
    { type: 'watch', realms: [one] },
    { type: 'watch', realms: [] },
  ])
})

test('for another viewer it opens anew: at once who signed in, a moment later who signed out', async () => {
  const { realmConnection, wires, last, realmListener, pass } = setting()
  realmConnection.setViewer(undefined)
  realmConnection.enter(one, realmListener(0))
  last().opened()
  realmConnection.setViewer(null)
  realmConnection.setViewer(null)
  expect(wires).toHaveLength(1)
  realmConnection.setViewer('ada')
  expect(wires.map(({ open }) => open)).toEqual([false, true])
  last().opened()
  realmConnection.setViewer(null)
  expect(wires.map(({ open }) => open)).toEqual([false, false])
  await pass(1_000)
  last().opened()
  expect(last().said).toEqual([{ type: 'enter', realm: one, after: 0 }])
})

test('the connection is told as it is, and can be asked not to wait', () => {
  const { realmConnection, last, realmListener, date } = setting()
  const seen: string[] = []
  realmConnection.subscribe(() => seen.push(realmConnection.connection().state))
  realmConnection.enter(one, realmListener(0))
  last().opened()
  last().closed()
  expect(realmConnection.connection()).toEqual({ state: 'waiting', retryAt: date().getTime() + 1_000 })
  realmConnection.reconnect()
  expect(seen).toEqual(['connecting', 'live', 'waiting', 'connecting'])
})
