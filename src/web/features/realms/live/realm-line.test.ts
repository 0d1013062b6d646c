import { expect, test } from 'vitest'
import { manualTime } from '../../../../../test/manual-time.ts'
import type { WireEvents } from '../../../lib/http/socket.ts'
import { createRealmLine, LINGER_MS, type RealmFrame } from './realm-line.ts'

const one = '00000000-0000-4000-8000-000000000001'
const two = '00000000-0000-4000-8000-000000000002'

function setting() {
  const time = manualTime()
  const wires: (WireEvents & { said: unknown[]; open: boolean })[] = []
  const line = createRealmLine({
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
  const ears = (version: number | undefined) => {
    const frames: RealmFrame[] = []
    return { frames, version: () => version, hear: (frame: RealmFrame) => void frames.push(frame) }
  }
  const tell = (frame: object) => last().heard(JSON.stringify(frame))
  return { ...time, line, wires, last, ears, tell }
}

test('nothing is opened before it is needed, and it is let go of a while after nobody needs it', async () => {
  const { line, wires, last, ears, pass } = setting()
  expect(wires).toHaveLength(0)
  const { leave } = line.enter(one, ears(0))
  last().opened()
  leave()
  expect(last().said.at(-1)).toEqual({ type: 'leave', realm: one })
  await pass(LINGER_MS - 1)
  expect(last().open).toBe(true)
  const again = line.enter(one, ears(0))
  again.leave()
  await pass(LINGER_MS)
  expect([wires.length, last().open]).toEqual([1, false])
  expect(line.connection()).toEqual({ state: 'connecting' })
  line.enter(one, ears(0))
  expect(wires).toHaveLength(2)
})

test('whenever it opens it says which realms are heard, from which version, and which are watched', async () => {
  const { line, last, ears, pass } = setting()
  let version = 7
  line.enter(one, { version: () => version, hear: () => {} })
  line.enter(two, ears(undefined))
  line.watch([one, two], () => {})
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
  const { line, last } = setting()
  let version: number | undefined
  const { again } = line.enter(one, { version: () => version, hear: () => {} })
  last().opened()
  expect(last().said).toEqual([])
  version = 3
  again()
  expect(last().said).toEqual([{ type: 'enter', realm: one, after: 3 }])
})

test('each hears its own realm, everybody who hears one hears it, and who left hears nothing', () => {
  const { line, last, ears, tell } = setting()
  const [first, second, other] = [ears(1), ears(2), ears(3)]
  const { leave } = line.enter(one, first)
  line.enter(one, second)
  line.enter(two, other)
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
  const { line, last, ears, tell } = setting()
  const hearing = ears(1)
  line.enter(one, hearing)
  last().opened()
  last().heard('{')
  tell({ type: 'confetti', realm: one })
  tell({ type: 'typing', realm: one })
  tell({ type: 'pong' })
  expect(hearing.frames).toEqual([])
})

test('several watch what they show, once all of it together, until the last one ends', () => {
  const { line, last, tell } = setting()
  const seen: Record<string, number>[] = []
  const endFirst = line.watch([one], (counts) => seen.push(counts))
  const endSecond = line.watch([one, two], () => {})
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
  const { line, wires, last, ears, pass } = setting()
  line.setViewer(undefined)
  line.enter(one, ears(0))
  last().opened()
  line.setViewer(null)
  line.setViewer(null)
  expect(wires).toHaveLength(1)
  line.setViewer('ada')
  expect(wires.map(({ open }) => open)).toEqual([false, true])
  last().opened()
  line.setViewer(null)
  expect(wires.map(({ open }) => open)).toEqual([false, false])
  await pass(1_000)
  last().opened()
  expect(last().said).toEqual([{ type: 'enter', realm: one, after: 0 }])
})

test('the connection is told as it is, and can be asked not to wait', () => {
  const { line, last, ears, date } = setting()
  const seen: string[] = []
  line.subscribe(() => seen.push(line.connection().state))
  line.enter(one, ears(0))
  last().opened()
  last().closed()
  expect(line.connection()).toEqual({ state: 'waiting', retryAt: date().getTime() + 1_000 })
  line.reconnect()
  expect(seen).toEqual(['connecting', 'live', 'waiting', 'connecting'])
})
