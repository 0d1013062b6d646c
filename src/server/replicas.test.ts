import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newAgent } from '../../test/app.ts'
import { deskClient, takeDown } from '../../test/desk-client.ts'
import { hasPgbouncer, startPgbouncer } from '../../test/pgbouncer.ts'
import { hasReplicas, startPostgres } from '../../test/postgres-server.ts'
import { hasRedisServer } from '../../test/redis-server.ts'
import { type Replicated, type ReplicatedApp, replicatedApp, startReplicated } from '../../test/replicated.ts'
import type { Account } from '../../test/sign-in.ts'
import { createTestWallet } from '../../test/wallet.ts'
import type { Agent, AgentPage } from '../shared/agents/agents.ts'
import { placeStatusSchema } from '../shared/place-status.ts'
import { lookAtReplicas } from './domain/operation/doctor/look-at-replicas.ts'

const operator = createTestWallet()
const patient = { timeout: 60_000, interval: 50 }

/** What anybody finds in the list of somebody's agents. */
async function namesOf({ send }: ReplicatedApp, maker: Account, as?: Account): Promise<string[]> {
  const answer = await send('GET', `/api/agents?maker=${maker.address}`, { as })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as AgentPage).agents.map(({ name }) => name)
}

async function makeAgent({ send }: ReplicatedApp, as: Account, name: string): Promise<string> {
  const answer = await send('POST', '/api/agents', { as, json: { ...newAgent, name } })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as Agent).id
}

async function makeRealm({ send }: ReplicatedApp, as: Account): Promise<string> {
  const json = { name: 'A market', description: 'Where things are sold.' }
  const answer = await send('POST', '/api/realms', { as, json })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

/** Waits until a list comes from the replica, for somebody who has written nothing. */
async function readsReplica(app: ReplicatedApp, maker: Account): Promise<void> {
  const isRead = async () => {
    const { replica } = await app.reads('agents')
    await namesOf(app, maker)
    return (await app.reads('agents')).replica > replica
  }
  await expect.poll(isRead, patient).toBe(true)
}

const stateOf = ({ replicas }: ReplicatedApp) => replicas.states().map(({ state }) => state)

function watchedLog() {
  const lines: { level: number; msg: string; state?: string }[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log: pino({ level: 'info' }, stream), lines }
}

const isPossible = hasReplicas && hasRedisServer
const where = isPossible ? '' : ' (skipped: this machine has no PostgreSQL with pg_basebackup, or no Redis)'

describe.runIf(isPossible)(
  `a place whose database has a streaming replica${where}`,
  { timeout: 300_000 },
  () => {
    let place: Replicated
    beforeAll(async () => {
      place = await startReplicated()
    }, 240_000)
    afterAll(() => place?.end(), 60_000)

    test('lists, searches, pages and figures come from the replica', async () => {
      const app = await replicatedApp(place)
      const maker = await app.signIn()
      const id = await makeAgent(app, maker, 'Herodotus')
      const realmId = await makeRealm(app, maker)
      await readsReplica(app, maker)
      expect(await namesOf(app, maker)).toEqual(['Herodotus'])
      for (const [read, path, as] of [
        ['agents', '/api/agents?query=Herodotus'],
        ['agent_page', `/api/agents/${id}`],
        ['home', '/api/home'],
        ['realms', '/api/realms'],
        ['realm_page', `/api/realms/${realmId}`],
        ['person', `/api/people/${maker.address}`],
        ['ratings', `/api/agents/${id}/ratings`],
        ['analytics', '/api/me/figures?range=30d', maker],
        ['trust_figures', '/api/trust/figures'],
      ] as const) {
        const comesFromThere = async () => {
          const { replica } = await app.reads(read)
          expect((await app.send('GET', path, { as })).status, path).toBe(200)
          return (await app.reads(read)).replica > replica
        }
        await expect.poll(comesFromThere, { ...patient, message: path }).toBe(true)
      }
    })

    test('an operator sees each replica by its name: in figures, on the page, at /readyz and from the doctor', async () => {
      const settings = { OPERATORS: [operator.address] }
      const app = await replicatedApp(place, { settings })
      const desk = await app.signIn(operator)
      await readsReplica(app, desk)
      const name = new URL(place.replica.url).host
      const scraped = await app.metrics.registry.metrics()
      expect(scraped).toMatch(new RegExp(`^bionic_replica_lag_seconds\\{replica="${name}"\\} [0-9.]+$`, 'm'))
      expect(scraped).toContain(`bionic_replica_up{replica="${name}"} 1`)
      expect(scraped).toContain(`bionic_replica_reads_total{read="agents",place="${name}",reason=""}`)
      const status = placeStatusSchema.parse(await (await app.send('GET', '/api/place', { as: desk })).json())
      expect(status.replicas).toEqual([{ name, state: 'read', lagMs: expect.any(Number) }])
      expect(await lookAtReplicas(app.replicas)).toMatchObject([
        { check: 'replica.follows', state: 'ok', says: expect.stringContaining(name) },
      ])
      await place.replica.crash()
      await expect.poll(() => stateOf(app), patient).toEqual(['unreachable'])
      expect(await lookAtReplicas(app.replicas)).toMatchObject([{ check: 'replica.answers', state: 'warn' }])
      expect(await app.metrics.registry.metrics()).toContain(`bionic_replica_up{replica="${name}"} 0`)
      const now = placeStatusSchema.parse(await (await app.send('GET', '/api/place', { as: desk })).json())
      expect(now.warnings).toContain('replica_unread')
      await place.replica.start()
      await expect.poll(() => stateOf(app), patient).toEqual(['read'])
    })

    test('whoever wrote finds it at once at every server while the replica stands still, and others read on there', async () => {
      const [one, other] = [await replicatedApp(place), await replicatedApp(place)]
      const [maker, somebody] = [await one.signIn(), await one.signIn()]
      await readsReplica(other, maker)
      await place.pause()
      onTestFinished(place.resume)
      for (const name of ['Ada', 'Bela', 'Cato']) {
        await makeAgent(one, maker, name)
        expect(await namesOf(one, maker, maker)).toContain(name)
        expect(await namesOf(other, maker, maker)).toContain(name)
      }
      expect(await place.there`select name from agents where owner = ${maker.address}`).toEqual([])
      // Once the replica is behind for everybody, the primary answers everybody.
      await expect.poll(() => stateOf(other), patient).toEqual(['behind'])
      expect(await namesOf(other, maker, somebody)).toHaveLength(3)
      await place.resume()
      await expect.poll(() => stateOf(other), patient).toEqual(['read'])
    })

    test('an owner’s new agent opens for whoever has its link, though the replica does not have it', async () => {
      const app = await replicatedApp(place)
      const maker = await app.signIn()
      await readsReplica(app, maker)
      await place.pause()
      onTestFinished(place.resume)
      const id = await makeAgent(app, maker, 'Newcomer')
      expect((await app.send('GET', `/api/agents/${id}`)).status).toBe(200)
      expect((await app.send('GET', `/api/agents/${id}/like`)).status).toBe(200)
    })

    test('twenty who write at once each find what they wrote, at the other server, however the replica goes', async () => {
      const apps = [await replicatedApp(place), await replicatedApp(place)] as const
      const writers = await Promise.all(Array.from({ length: 20 }, () => apps[0].signIn()))
      const toggling = setInterval(() => void (Math.random() < 0.5 ? place.pause() : place.resume()), 40)
      onTestFinished(async () => {
        clearInterval(toggling)
        await place.resume()
      })
      await Promise.all(
        writers.map(async (writer, index) => {
          const [here, there] = index % 2 === 0 ? apps : ([apps[1], apps[0]] as const)
          const names: string[] = []
          // What only adds is no concern of others: each finds it by the position of their own.
          for (const name of ['one', 'two', 'three', 'four']) {
            await makeAgent(here, writer, name)
            names.unshift(name)
            expect(await namesOf(there, writer, writer)).toEqual(names)
          }
        }),
      )
    })

    test('what somebody deletes or hides is gone for everybody at every server, while the replica still has it', async () => {
      const [one, other] = [await replicatedApp(place), await replicatedApp(place)]
      const maker = await one.signIn()
      const [deleted, hidden] = [
        await makeAgent(one, maker, 'Deleted'),
        await makeAgent(one, maker, 'Hidden'),
      ]
      await expect.poll(() => place.there`select 1 from agents where id = ${hidden}`, patient).toHaveLength(1)
      await readsReplica(other, maker)
      await place.pause()
      onTestFinished(place.resume)
      const opens = async (id: string) => (await other.send('GET', `/api/agents/${id}`)).status
      expect((await one.send('DELETE', `/api/agents/${deleted}`, { as: maker })).status).toBe(204)
      expect(await namesOf(other, maker)).toEqual(['Hidden'])
      expect(await opens(deleted)).toBe(404)
      const hide = { as: maker, json: { visibilityEnabled: false } }
      expect((await one.send('PATCH', `/api/agents/${hidden}`, hide)).status).toBe(200)
      expect(await namesOf(other, maker)).toEqual([])
      expect(await opens(hidden)).toBe(404)
      const still = await place.there`select name from agents where owner = ${maker.address}
      and visibility_enabled and deleted_at is null`
      expect(still).toHaveLength(2)
    })

    test('what an operator takes down is gone at once, and a name with it, while the replica still has them', async () => {
      const settings = { OPERATORS: [operator.address] }
      const [one, other] = [
        await replicatedApp(place, { settings }),
        await replicatedApp(place, { settings }),
      ]
      const [maker, desk] = [await one.signIn(), await one.signIn(operator)]
      const client = deskClient(one, { db: one.given.database.db })
      const id = await makeAgent(one, maker, 'Advertiser')
      const realmId = await makeRealm(one, maker)
      const cases = [await client.openCase(maker, id), await client.openCase(maker, id)]
      await expect
        .poll(() => place.there`select 1 from realms where id = ${realmId}`, patient)
        .toHaveLength(1)
      await readsReplica(other, maker)
      await place.pause()
      onTestFinished(place.resume)
      await client.acted(desk, { case: cases[0] ?? '' }, takeDown)
      expect(await namesOf(other, maker)).toEqual([])
      expect((await other.send('GET', `/api/agents/${id}`)).status).toBe(410)
      expect((await one.send('DELETE', `/api/realms/${realmId}`, { as: maker })).status).toBe(204)
      const realms = await other.send('GET', `/api/realms?maker=${maker.address}`)
      expect(((await realms.json()) as { realms: unknown[] }).realms).toEqual([])
      expect((await other.send('GET', `/api/realms/${realmId}`)).status).toBe(404)
      const still =
        await place.there`select id from agents where owner = ${maker.address} and moderation is null`
      expect(still).toHaveLength(1)
    })

    test('while Redis is away the primary answers, and what is deleted is gone', async () => {
      const [one, other] = [await replicatedApp(place), await replicatedApp(place)]
      const maker = await one.signIn()
      const id = await makeAgent(one, maker, 'Forgotten')
      await expect.poll(() => place.there`select 1 from agents where id = ${id}`, patient).toHaveLength(1)
      await readsReplica(other, maker)
      await place.pause()
      place.redis.hang()
      onTestFinished(async () => {
        place.redis.goOn()
        await place.resume()
      })
      const before = await other.reads('agents')
      expect(await namesOf(other, maker)).toEqual(['Forgotten'])
      expect((await one.send('DELETE', `/api/agents/${id}`, { as: maker })).status).toBe(204)
      expect((await other.reads('agents')).replica).toBe(before.replica)
      place.redis.goOn()
      expect(await namesOf(other, maker)).toEqual([])
    })

    test('a server that has lost Redis answers a deletion once no other server reads what lacks it', async () => {
      const [one, other] = [await replicatedApp(place), await replicatedApp(place)]
      const maker = await one.signIn()
      const id = await makeAgent(one, maker, 'Cut off')
      await expect.poll(() => place.there`select 1 from agents where id = ${id}`, patient).toHaveLength(1)
      await readsReplica(other, maker)
      await place.pause()
      onTestFinished(place.resume)
      one.loseRedis()
      expect((await one.send('DELETE', `/api/agents/${id}`, { as: maker })).status).toBe(204)
      expect(await namesOf(other, maker)).toEqual([])
    })

    test('a replica that dies or hangs is told once, the primary answers, and it is found again by itself', async () => {
      const { log, lines } = watchedLog()
      const app = await replicatedApp(place, { log })
      const maker = await app.signIn()
      await makeAgent(app, maker, 'Survivor')
      await readsReplica(app, maker)
      lines.length = 0
      await place.replica.crash()
      for (let ask = 0; ask < 30; ask++) expect(await namesOf(app, maker)).toEqual(['Survivor'])
      await expect.poll(() => stateOf(app), patient).toEqual(['unreachable'])
      const ready = await app.readiness.look()
      expect(ready).toMatchObject({
        ...{ ready: true, reasons: ['replica_unread'] },
        replicas: [{ name: new URL(place.replica.url).host, state: 'unreachable' }],
      })
      await place.replica.start()
      await expect.poll(() => stateOf(app), patient).toEqual(['read'])
      await readsReplica(app, maker)
      const told = lines.filter(({ msg }) => msg.startsWith('a replica is'))
      expect(told.filter(({ state }) => state === 'unreachable')).toHaveLength(1)
      expect(told.at(-1)?.msg).toBe('a replica is read again')
      place.replica.hang()
      onTestFinished(() => place.replica.goOn())
      expect(await namesOf(app, maker)).toEqual(['Survivor'])
      await expect.poll(() => stateOf(app), patient).toEqual(['unreachable'])
      place.replica.goOn()
      await readsReplica(app, maker)
    })

    test('a server that is no replica, or one of another database, is never read', async () => {
      const stranger = await startPostgres()
      onTestFinished(() => stranger.remove())
      const replicas = [place.primary.url, stranger.url]
      const app = await replicatedApp(place, {}, { replicas })
      const maker = await app.signIn()
      await makeAgent(app, maker, 'Somebody')
      await expect.poll(() => stateOf(app), patient).toEqual(['no_replica', 'other_database'])
      expect(await namesOf(app, maker)).toEqual(['Somebody'])
      expect((await app.reads('agents')).replica).toBe(0)
    })

    test.runIf(hasPgbouncer)('all of it holds through PgBouncers before both', async () => {
      const [before, beside] = [
        await startPgbouncer(place.primary.url),
        await startPgbouncer(place.replica.url),
      ]
      onTestFinished(async () => {
        await before.stop()
        await beside.stop()
      })
      const at = { primary: before.url, replicas: [beside.url] }
      const [one, other] = [await replicatedApp(place, {}, at), await replicatedApp(place, {}, at)]
      const maker = await one.signIn()
      const id = await makeAgent(one, maker, 'Pooled')
      await readsReplica(other, maker)
      await place.pause()
      onTestFinished(place.resume)
      for (let edit = 0; edit < 5; edit++) {
        const json = { name: `Pooled ${edit}` }
        expect((await one.send('PATCH', `/api/agents/${id}`, { as: maker, json })).status).toBe(200)
        expect(await namesOf(other, maker, maker)).toEqual([json.name])
      }
      expect((await one.send('DELETE', `/api/agents/${id}`, { as: maker })).status).toBe(204)
      expect(await namesOf(other, maker)).toEqual([])
    })
  },
)
