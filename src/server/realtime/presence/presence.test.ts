import { afterEach, expect, test, vi } from 'vitest'
import type { ServerEvent } from '../bus/bus-events.ts'
import { PresenceDirectory } from './presence.ts'

const realm = crypto.randomUUID()
let now = 0
const open: PresenceDirectory[] = []

/** Servers that receive each other's events immediately unless the network between them is cut. */
function network() {
  const listeners = new Map<string, (server: string, event: ServerEvent) => void>()
  const missed = new Map<string, () => void>()
  const cut = new Set<string>()
  return {
    server(name: string): PresenceDirectory {
      const bus: ConstructorParameters<typeof PresenceDirectory>[0]['bus'] = {
        sendToServers(event) {
          if (cut.has(name)) return
          for (const [other, receive] of listeners)
            if (
              other !== name &&
              !cut.has(other) &&
              (event.type !== 'ask' || (event.server ?? other) === other)
            )
              receive(name, event)
        },
        onServerEvent(receive) {
          listeners.set(name, receive)
          return () => listeners.delete(name)
        },
        onMissed(call) {
          missed.set(name, call)
          return () => missed.delete(name)
        },
        healthy: () => !cut.has(name),
      }
      const presence = new PresenceDirectory({ bus, now: () => now, sendEveryMs: 5, stateEveryMs: 1_000_000 })
      open.push(presence)
      // As when Redis becomes available for the first time.
      missed.get(name)?.()
      return presence
    },
    /** From now on the server neither sends nor receives, as if it had been killed. */
    cut: (name: string) => cut.add(name),
    mend(name: string) {
      cut.delete(name)
      missed.get(name)?.()
    },
  }
}

afterEach(() => {
  for (const presence of open.splice(0)) presence.close()
})

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 60_000 })
const here = (presence: PresenceDirectory) => {
  const { people, visitors } = presence.here(realm)
  return { people: new Set(people), visitors }
}

test('a wallet counts once however many connections it has, and each visitor counts', () => {
  const one = network().server('one')
  const changes: string[] = []
  one.onChange((changed) => changes.push(changed))
  for (const wallet of ['ada', 'ada', 'bob', null, null]) one.enter(realm, wallet)
  expect(one.here(realm)).toEqual({ people: ['ada', 'bob'], peopleCount: 2, visitors: 2 })
  expect(one.count(realm)).toBe(4)
  expect(changes).toHaveLength(4)
  for (const wallet of ['ada', 'bob', null]) one.leave(realm, wallet)
  expect(one.here(realm)).toEqual({ people: ['ada'], peopleCount: 1, visitors: 1 })
  for (const wallet of ['ada', null]) one.leave(realm, wallet)
  expect(one.count(realm)).toBe(0)
})

test('a hundred are named at most, and all are counted', () => {
  const one = network().server('one')
  for (let person = 0; person < 250; person++) one.enter(realm, `wallet ${person}`)
  expect(one.here(realm)).toMatchObject({ peopleCount: 250, visitors: 0 })
  expect(one.here(realm).people).toHaveLength(100)
})

test('people of all servers are in one room, each once', async () => {
  const servers = network()
  const [one, other] = [servers.server('one'), servers.server('other')]
  one.enter(realm, 'ada')
  one.enter(realm, null)
  other.enter(realm, 'ada')
  other.enter(realm, 'bob')
  for (const server of [one, other])
    await eventually(() => expect(here(server)).toEqual({ people: new Set(['ada', 'bob']), visitors: 1 }))
  one.leave(realm, 'ada')
  one.leave(realm, null)
  await eventually(() => expect(here(other)).toEqual({ people: new Set(['ada', 'bob']), visitors: 0 }))
  other.leave(realm, 'ada')
  await eventually(() => expect(here(one)).toEqual({ people: new Set(['bob']), visitors: 0 }))
})

test('a server that comes learns at once who is where', async () => {
  const servers = network()
  const one = servers.server('one')
  one.enter(realm, 'ada')
  const late = servers.server('late')
  await eventually(() => expect(here(late)).toEqual({ people: new Set(['ada']), visitors: 0 }))
})

test('people of a server that ended are gone at once', async () => {
  const servers = network()
  const [one, other] = [servers.server('one'), servers.server('other')]
  one.enter(realm, 'ada')
  await eventually(() => expect(other.count(realm)).toBe(1))
  one.close()
  expect(other.count(realm)).toBe(0)
})

test('people of a server that died are gone within 45 seconds, and not after a short silence', async () => {
  vi.useFakeTimers()
  try {
    const servers = network()
    const [one, other] = [servers.server('one'), servers.server('other')]
    one.enter(realm, 'ada')
    other.enter(realm, 'bob')
    await vi.advanceTimersByTimeAsync(50)
    expect(other.count(realm)).toBe(2)
    servers.cut('one')
    now += 30_000
    await vi.advanceTimersByTimeAsync(2_000)
    expect(other.count(realm)).toBe(2)
    now += 12_900
    await vi.advanceTimersByTimeAsync(2_000)
    expect(other.here(realm).people).toEqual(['bob'])
  } finally {
    vi.useRealTimers()
  }
})

test('what was missed while servers did not hear each other is made good', async () => {
  const servers = network()
  const [one, other] = [servers.server('one'), servers.server('other')]
  one.enter(realm, 'ada')
  other.enter(realm, 'bob')
  await eventually(() => expect(one.count(realm) + other.count(realm)).toBe(4))
  servers.cut('one')
  one.leave(realm, 'ada')
  one.enter(realm, 'cyd')
  other.leave(realm, 'bob')
  await eventually(() => expect(here(other).people).toEqual(new Set(['ada'])))
  servers.mend('one')
  for (const server of [one, other])
    await eventually(() => expect(here(server)).toEqual({ people: new Set(['cyd']), visitors: 0 }))
})
