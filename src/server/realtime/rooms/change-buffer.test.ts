import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { type ServerFrame, serverFrameSchema } from '../../../shared/realms/realtime.ts'
import type { Frame } from '../sockets/frame.ts'
import { ChangeBuffer } from './change-buffer.ts'

const realm = crypto.randomUUID()
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const message = (number: number, version = number, content = `${number}`): RealmMessage => ({
  id: id(number),
  conversationId: realm,
  kind: 'said',
  number,
  version,
  author: 'ada',
  content,
  createdAt: '2026-11-21T14:02:00.000Z',
  removed: false,
  authorName: null,
  authorPictureUrl: null,
  replyTo: null,
})
const upTo = (last: number) => Array.from({ length: last }, (_, index) => message(index + 1))

function read(frame: Frame | null): Extract<ServerFrame, { type: 'log' }> {
  const head = { 126: 4, 127: 10 }[frame?.[1] ?? 0] ?? 2
  const said = serverFrameSchema.parse(JSON.parse(String(frame?.subarray(head))))
  if (said.type !== 'log') throw new Error(`not a log: ${said.type}`)
  return said
}
const versions = (messages: readonly RealmMessage[]) => messages.map(({ version }) => version)

test('announcements in any order, some of them twice, are known in the order of their versions', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }).chain((last) =>
        fc.record({
          last: fc.constant(last),
          order: fc.shuffledSubarray([...upTo(last), ...upTo(last)], { minLength: 2 * last }),
        }),
      ),
      ({ last, order }) => {
        const window = new ChangeBuffer(realm, 0)
        const learnt = order.flatMap((one) => window.announce([one]))
        expect(versions(learnt)).toEqual(versions(upTo(last)))
        expect(window.known()).toBe(last)
        expect(window.hasGap()).toBe(false)
      },
    ),
  )
})

test('what waits for something lost is known as soon as the database has told that', () => {
  const window = new ChangeBuffer(realm, 0)
  expect(versions(window.announce([message(1), message(4), message(3)]))).toEqual([1])
  expect(window.hasGap()).toBe(true)
  expect(versions(window.fill(1, 3, [message(2), message(3)]))).toEqual([2, 3, 4])
  expect(window.hasGap()).toBe(false)
  expect(versions(read(window.frameAfter(0)).messages)).toEqual([1, 2, 3, 4])
})

test('somebody who comes back is told everything after what they know, and of each message the newest state', () => {
  const window = new ChangeBuffer(realm, 0)
  window.announce(upTo(3))
  window.announce([message(1, 4, '')])
  expect(read(window.frameAfter(1))).toMatchObject({
    from: 1,
    to: 4,
    messages: [{ number: 2 }, { number: 3 }, { number: 1 }],
  })
  expect(versions(read(window.frameAfter(0)).messages)).toEqual([2, 3, 4])
  expect(read(window.frameAfter(4))).toMatchObject({ from: 4, to: 4, messages: [] })
})

test('what is further back comes before what is known, whatever was announced meanwhile', () => {
  const window = new ChangeBuffer(realm, 10)
  window.announce([message(11), message(12), message(3, 13, 'changed')])
  expect(versions(window.fill(5, 11, upTo(11).slice(5)))).toEqual([])
  expect(window.floor()).toBe(5)
  expect(window.known()).toBe(13)
  expect(versions(read(window.frameAfter(5)).messages)).toEqual([6, 7, 8, 9, 10, 11, 12, 13])
})

test('an answer of the database that is older than what was announced takes nothing back', () => {
  const window = new ChangeBuffer(realm, 0)
  window.announce(upTo(5))
  expect(window.fill(2, 4, upTo(4).slice(2))).toEqual([])
  expect(window.known()).toBe(5)
})

test('a gap in the versions is none once the database says that there is nothing', () => {
  const window = new ChangeBuffer(realm, 0)
  window.fill(0, 9, [message(1, 3), message(2, 9)])
  expect(read(window.frameAfter(0))).toMatchObject({ from: 0, to: 9 })
  expect(versions(window.announce([message(3, 10)]))).toEqual([10])
})

test('it keeps as many changes as it is asked to, and all that is above its floor', () => {
  const window = new ChangeBuffer(realm, 0)
  window.announce(upTo(1_000))
  window.fill(0, 1_000, upTo(1_000))
  window.trim(300)
  expect(window.floor()).toBe(700)
  expect(window.find(id(700))).toBeUndefined()
  expect(window.find(id(701))).toMatchObject({ number: 701, runs: false })
  expect(read(window.frameAfter(700)).messages).toHaveLength(300)
})

test('it keeps less of what is long, and refuses to tell too much at once', () => {
  const window = new ChangeBuffer(realm, 0)
  window.fill(
    0,
    200,
    upTo(200).map((one) => ({ ...one, content: 'x'.repeat(8_000) })),
  )
  expect(window.frameAfter(0)).toBeNull()
  const others = new ChangeBuffer(realm, 0)
  // What counts is what is sent: as many characters of other scripts are three times as long.
  others.fill(
    0,
    60,
    upTo(60).map((one) => ({ ...one, content: '字'.repeat(4_000) })),
  )
  expect(others.frameAfter(0)).toBeNull()
  window.trim(300)
  expect(window.floor()).toBeGreaterThan(150)
  expect(read(window.frameAfter(window.floor())).messages.length).toBe(200 - window.floor())
})
