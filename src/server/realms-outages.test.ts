import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { numberedWords } from '../../e2e/fakes/model-server.ts'
import { checkRealm, faultless } from '../../test/realm-check.ts'
import { startRealmLoad } from '../../test/realm-load.ts'
import { type RealmReader, realmReader } from '../../test/realm-reader.ts'
import {
  eventually,
  hasRealmServers,
  makeRealm,
  type RealmServers,
  startRealmServers,
} from '../../test/realm-servers.ts'
import type { Account } from '../../test/sign-in.ts'
import { connectSql } from '../../test/sql-tag.ts'

/** The test creates its own databases, so it runs once, whichever database the test run is for. */
const possible = hasRealmServers && inject('template').kind === 'pglite'

/** How long Redis is away, in milliseconds; `npm run bench realm-faults` uses the time that an operator needs. */
const REDIS_AWAY_MS = 4_000

/** The duration of the load before and after the fault, in milliseconds. */
const AROUND_MS = 700

describe.runIf(possible)('every acknowledged message is there once, in order, on every client', () => {
  let servers: RealmServers
  let people: Account[]
  beforeAll(async () => {
    servers = await startRealmServers()
    servers.model.use({ name: 'words', words: numberedWords(20), delayMs: 20 })
    people = await Promise.all(Array.from({ length: 5 }, servers.signIn))
  })
  afterAll(() => servers?.end())

  /**
   * Causes a fault while five people write to a realm on both servers and an agent answers now and then. Six readers
   * follow, among them a visitor on each server.
   */
  const underLoad = async (
    happen: (readers: readonly RealmReader[]) => Promise<unknown>,
    [one, other]: [string, string],
  ) => {
    const [creator] = people
    if (!creator) throw new Error('Nobody signed in.')
    const { realm } = await makeRealm(one, creator)
    const readers = [one, other].flatMap((first) => {
      const order = { realm, servers: first === one ? [one, other] : [other, one] }
      return [realmReader(order), ...people.slice(0, 2).map((as) => realmReader({ ...order, as }))]
    })
    const { sql, end } = connectSql(servers.postgres.url)
    onTestFinished(async () => {
      for (const reader of readers) reader.close()
      await end()
    })
    await eventually('everybody is in the realm', () => readers.every(({ live }) => live))
    const load = startRealmLoad({ realm, servers: [one, other], writers: people, mention: '@Ada' })
    await wait(AROUND_MS)
    await happen(readers)
    const during = load.acknowledged.length
    await eventually('messages are taken again', () => load.acknowledged.length >= during + people.length)
    await wait(AROUND_MS)
    await load.stop()
    const report = await checkRealm({ sql, realm, acknowledged: load.acknowledged, readers })
    expect(report).toEqual(faultless(report))
    expect(report.acknowledged).toBeGreaterThan(people.length)
    return { readers, load }
  }

  const serves = async (address: string) => expect((await fetch(`${address}/healthz`)).status).toBe(200)

  test('when Redis goes and comes back, and nobody is cut off meanwhile', async () => {
    const { a, b, redis } = servers
    const { readers } = await underLoad(
      async (all) => {
        await redis.stop()
        const known = all.map(({ version }) => version)
        await wait(REDIS_AWAY_MS)
        await eventually('everybody hears something without it', () =>
          all.every(({ version }, index) => version > (known[index] ?? 0)),
        )
        await redis.start()
      },
      [a.address, b.address],
    )
    expect(readers.map(({ connections }) => connections)).toEqual(readers.map(() => 1))
    await Promise.all([serves(a.address), serves(b.address)])
  })

  test('when PostgreSQL crashes and starts again: no server ends with it', async () => {
    const { a, b, postgres } = servers
    const { readers } = await underLoad(async () => {
      await postgres.crash()
      await wait(500)
      await postgres.start()
    }, [a.address, b.address])
    expect(readers.map(({ connections }) => connections)).toEqual(readers.map(() => 1))
    await Promise.all([serves(a.address), serves(b.address)])
  })

  test('when a server is killed: its clients go on at the other one', async () => {
    const victim = await servers.start()
    const { readers } = await underLoad(victim.kill, [victim.address, servers.b.address])
    expect(readers.map(({ server }) => server)).toEqual(readers.map(() => servers.b.address))
    await serves(servers.b.address)
  })
})
