import { expect, test } from 'vitest'
import { manualTime } from '../../../../test/manual-time.ts'
import { Socket, type SocketState, type WireEvents } from './socket.ts'

const SECOND = 1_000

/** The other side, controlled by the test: all connections that were opened, newest last. */
function setting(
  options: { online?: boolean; random?: number; explain?: () => Promise<string | undefined> } = {},
) {
  const time = manualTime()
  const wires: (WireEvents & { sent: string[]; open: boolean })[] = []
  const states: SocketState[] = []
  const texts: string[] = []
  const networkListeners = new Set<() => void>()
  let online = options.online ?? true
  let opened = 0
  const socket = new Socket({
    open(events) {
      const wire = { ...events, sent: [] as string[], open: true }
      wires.push(wire)
      return {
        send: (text) => void wire.sent.push(text),
        close: () => {
          wire.open = false
        },
      }
    },
    ping: 'ping',
    ...(options.explain && { explain: options.explain }),
    time: { ...time.reconnecting, random: () => options.random ?? 0 },
    network: {
      isOnline: () => online,
      onChange: (listener) => {
        networkListeners.add(listener)
        return () => networkListeners.delete(listener)
      },
    },
    onLive: () => opened++,
    onText: (text) => texts.push(text),
    onState: (state) => states.push(state),
  })
  const last = () => {
    const wire = wires.at(-1)
    if (!wire) throw new Error('Nothing was opened')
    return wire
  }
  return {
    ...time,
    socket,
    wires,
    texts,
    last,
    opened: () => opened,
    names: () => states.map(({ state }) => state),
    network(now: boolean) {
      online = now
      for (const listener of [...networkListeners]) listener()
    },
    listening: () => networkListeners.size + time.waiting(),
    /** The pause before another connection is opened, in milliseconds. */
    async pause() {
      const before = wires.length
      let waited = 0
      while (wires.length === before && waited < 60 * SECOND) {
        await time.pass(100)
        waited += 100
      }
      return waited
    },
  }
}

// §9.36
test('it comes back after 1, 2, 5, then 10 seconds, and after a while of life after 1 again', async () => {
  const { last, pause, pass, socket } = setting()
  const pauses: number[] = []
  for (let tries = 0; tries < 6; tries++) {
    last().closed()
    pauses.push(await pause())
  }
  expect(pauses).toEqual([1, 2, 5, 10, 10, 10].map((seconds) => seconds * SECOND))
  last().opened()
  await pass(10 * SECOND)
  last().closed()
  expect(socket.state()).toMatchObject({ state: 'waiting' })
  expect(await pause()).toBe(SECOND)
})

test('a server that takes it and lets go of it at once is not run down', async () => {
  const { last, pause } = setting()
  const pauses: number[] = []
  for (let tries = 0; tries < 4; tries++) {
    last().opened()
    last().received('hello')
    last().closed()
    pauses.push(await pause())
  }
  expect(pauses).toEqual([1, 2, 5, 10].map((seconds) => seconds * SECOND))
})

test('a page whose server leaves looks for another one at once, and then as ever', async () => {
  const { last, pause } = setting({ random: 0.5 })
  last().opened()
  last().closed(undefined, true)
  expect(await pause()).toBeLessThanOrEqual(200)
  last().opened()
  last().closed(undefined, true)
  expect(await pause()).toBe(1_800)
})

// §9.36
test('pages that lost the same server come back spread over the last fifth of the wait', async () => {
  const { last, pause, date, socket } = setting({ random: 0.999 })
  last().closed()
  const state = socket.state()
  expect(state.state === 'waiting' && state.retryAt - date().getTime()).toBeCloseTo(800.2)
  expect(await pause()).toBe(900)
})

// §9.34
test('what does not open within 10 seconds is given up', async () => {
  const { wires, pass, names } = setting()
  await pass(9.9 * SECOND)
  expect(wires[0]?.open).toBe(true)
  await pass(0.2 * SECOND)
  expect(wires[0]?.open).toBe(false)
  expect(names()).toEqual(['connecting', 'waiting'])
})

// §9.35
test('every 30 seconds it asks whether the other side is there, and gives up 10 seconds without a word', async () => {
  const { last, pass, names, texts } = setting()
  const wire = last()
  wire.opened()
  await pass(30 * SECOND)
  expect(wire.sent).toEqual(['ping'])
  await pass(9 * SECOND)
  wire.received('pong')
  expect(texts).toEqual(['pong'])
  await pass(29 * SECOND)
  expect(wire.sent).toEqual(['ping'])
  await pass(SECOND)
  expect(wire.sent).toEqual(['ping', 'ping'])
  await pass(10 * SECOND)
  expect(wire.open).toBe(false)
  expect(names()).toEqual(['connecting', 'live', 'waiting'])
})

test.each(['online', 'visible'] as const)('it tries at once when the page is %s again', async (why) => {
  const { last, wires, wake, names } = setting()
  last().closed()
  await wake(why)
  expect(wires).toHaveLength(2)
  expect(names()).toEqual(['connecting', 'waiting', 'connecting'])
})

test('a connection that may have died in its sleep is asked as soon as the page wakes', async () => {
  const { last, wires, wake, sleep, pass } = setting()
  last().opened()
  sleep(3_600 * SECOND)
  await wake('visible')
  expect(last().sent).toEqual(['ping'])
  await wake('online')
  expect(last().sent).toEqual(['ping'])
  await pass(11 * SECOND)
  expect(wires).toHaveLength(2)
})

test('without a network it rests, says so, and comes back with the network', async () => {
  const { last, wires, network, wake, pass, socket } = setting()
  const wire = last()
  wire.opened()
  network(false)
  expect(socket.state()).toEqual({ state: 'offline' })
  expect(wire.open).toBe(false)
  await pass(120 * SECOND)
  await wake('visible')
  expect(wires).toHaveLength(1)
  network(true)
  await wake('online')
  expect(wires).toHaveLength(2)
})

test('a page that is opened without a network opens nothing, unless a person asks', async () => {
  const { wires, socket, last } = setting({ online: false })
  expect(socket.state()).toEqual({ state: 'offline' })
  expect(wires).toHaveLength(0)
  socket.reconnect()
  expect(wires).toHaveLength(1)
  last().closed()
  expect(socket.state()).toEqual({ state: 'offline' })
})

test('asked to, it does not wait; where it is live or on its way already, nothing changes', async () => {
  const { last, wires, socket } = setting()
  socket.reconnect()
  expect(wires).toHaveLength(1)
  last().closed()
  socket.reconnect()
  expect(wires).toHaveLength(2)
  last().opened()
  socket.reconnect()
  expect(wires).toHaveLength(2)
})

test('opened anew, the old connection is let go of and means nothing any more', async () => {
  const { wires, socket, texts, opened, pause, last } = setting()
  wires[0]?.opened()
  socket.reopen('now')
  expect(wires.map(({ open }) => open)).toEqual([false, true])
  wires[0]?.received('late')
  wires[0]?.closed()
  expect(texts).toEqual([])
  last().opened()
  expect([opened(), socket.state()]).toEqual([2, { state: 'live' }])
  socket.reopen('soon')
  expect(await pause()).toBe(SECOND)
})

test('one that does not open a second time asks the server why, and says it; the waits stay as they are', async () => {
  let asked = 0
  const explain = async () => {
    asked++
    return 'Your network has too many live connections open.'
  }
  const { last, pause, pass, socket } = setting({ explain })
  last().closed()
  await pass(0)
  expect([asked, socket.state()]).toEqual([0, expect.objectContaining({ problem: undefined })])
  const pauses = [await pause()]
  for (let tries = 0; tries < 3; tries++) {
    last().closed()
    await pass(0)
    expect(socket.state()).toMatchObject({ state: 'waiting', problem: expect.stringContaining('too many') })
    pauses.push(await pause())
  }
  expect(asked).toBe(3)
  expect(pauses).toEqual([1, 2, 5, 10].map((seconds) => seconds * SECOND))
})

test('what is heard too late of why it did not open changes nothing', async () => {
  let answer = (_why: string) => {}
  const explain = () => new Promise<string>((resolve) => (answer = resolve))
  const { last, pause, pass, socket } = setting({ explain })
  for (let tries = 0; tries < 2; tries++) {
    last().closed()
    await pause()
  }
  last().opened()
  answer('Too many')
  await pass(0)
  expect(socket.state()).toEqual({ state: 'live' })
})

test('what the server said as it closed the connection is said', () => {
  const { last, socket } = setting()
  last().opened()
  last().closed('This connection was too slow.')
  expect(socket.state()).toMatchObject({ state: 'waiting', problem: 'This connection was too slow.' })
})

test('it sends while it is live, and nothing for later', () => {
  const { socket, last } = setting()
  socket.send('too early')
  last().opened()
  socket.send('now')
  expect(last().sent).toEqual(['now'])
})

test('closed, it leaves nothing under way', async () => {
  const { socket, last, listening, wires, pass } = setting()
  last().opened()
  socket.close()
  expect(listening()).toBe(0)
  expect(wires[0]?.open).toBe(false)
  await pass(60 * SECOND)
  expect(wires).toHaveLength(1)
})
