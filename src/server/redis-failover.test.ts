import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkRealm, faultless } from '../../test/realm-check.ts'
import { startRealmLoad } from '../../test/realm-load.ts'
import { realmReader } from '../../test/realm-reader.ts'
import {
  eventually,
  hasRealmServers,
  makeRealm,
  type RealmServers,
  startRealmServers,
} from '../../test/realm-servers.ts'
import { type ClusterNode, RedisCluster } from '../../test/redis-cluster.ts'
import { startReplyStorm } from '../../test/reply-storm.ts'
import type { Account } from '../../test/sign-in.ts'
import { connectSql } from '../../test/sql-tag.ts'

/** How long the storm goes on before and after what happens in it, in milliseconds. */
const AROUND_MS = 2_000

/** Within this everything is as it was, without anybody's help. */
const MINUTE_MS = 60_000

/** Slots of the first bucket and of the last one. */
const FIRST_SLOT = 511
const LAST_SLOT = 15_882

describe.runIf(hasRealmServers)(
  'in a storm of replies and messages at two servers on a Redis cluster',
  () => {
    let cluster: RedisCluster
    let servers: RealmServers
    let people: Account[]
    beforeAll(async () => {
      cluster = await RedisCluster.start()
      servers = await startRealmServers({ REDIS_URL: cluster.url })
      people = await Promise.all(Array.from({ length: 3 }, servers.signIn))
      await eventually('the servers hear each other', () => hear())
    }, 180_000)
    afterAll(async () => {
      await servers?.end()
      await cluster?.stop()
    })

    /** What a server says of itself to its own machine. */
    async function readiness({
      address,
    }: {
      address: string
    }): Promise<{ reasons: string[]; redis: string }> {
      return (await fetch(`${address}/readyz`)).json() as Promise<{ reasons: string[]; redis: string }>
    }

    async function hear(): Promise<boolean> {
      const told = await Promise.all([servers.a, servers.b].map(readiness))
      return told.every(({ redis }) => redis === 'healthy')
    }

    /** Nothing of what anybody was told may be missing, there twice, or in another order, at any reader. */
    async function inStorm(happen: () => Promise<unknown>): Promise<void> {
      const [creator] = people
      if (!creator) throw new Error('Nobody signed in.')
      const addresses = [servers.a.address, servers.b.address]
      const { realm } = await makeRealm(servers.a.address, creator)
      const readers = [addresses, addresses.toReversed()].map((order) =>
        realmReader({ realm, servers: order, as: creator }),
      )
      const { sql, end } = connectSql(servers.postgres.url)
      onTestFinished(async () => {
        for (const reader of readers) reader.close()
        await end()
      })
      await eventually('everybody is in the realm', () => readers.every(({ live }) => live))
      const load = startRealmLoad({ realm, servers: addresses, writers: people, mention: '@Ada' })
      const endStorm = await startReplyStorm(servers)
      await wait(AROUND_MS)
      await happen()
      await eventually('the servers hear each other again', hear, MINUTE_MS)
      await wait(AROUND_MS)
      await load.stop()
      const { replies, ...storm } = await endStorm()
      expect(storm).toEqual({ ended: { finished: replies }, otherWords: 0 })
      await eventually(
        'every answer is over',
        async () =>
          (await sql`select from realm_messages where realm_id = ${realm} and state = 'running'`).length ===
          0,
        MINUTE_MS,
      )
      const report = await checkRealm({ sql, realm, acknowledged: load.acknowledged, readers })
      expect(report).toEqual(faultless(report))
      expect(report.acknowledged).toBeGreaterThan(people.length)
    }

    const slow = { timeout: 240_000 }

    test('slots move to another master, and a stream of words with them', slow, async () => {
      await inStorm(async () => {
        const [first, last] = [await cluster.masterOf(FIRST_SLOT), await cluster.masterOf(LAST_SLOT)]
        await cluster.moveSlot(FIRST_SLOT, last, () => wait(AROUND_MS))
        await cluster.moveSlot(LAST_SLOT, first, () => wait(AROUND_MS))
      })
    })

    test(
      'a master is killed: its replica takes over, and what was told meanwhile is there',
      slow,
      async () => {
        await inStorm(async () => {
          const victim = await cluster.masterOf(FIRST_SLOT)
          await victim.stop()
          await eventually('both say that a node is missing', async () => {
            const told = await Promise.all([servers.a, servers.b].map(readiness))
            return told.every(({ reasons }) => reasons.includes('redis_degraded'))
          })
          await takenOver(FIRST_SLOT, victim)
        })
      },
    )

    test('a master hangs, and comes back as a replica', slow, async () => {
      await inStorm(async () => {
        const victim = await cluster.masterOf(LAST_SLOT)
        victim.hang()
        onTestFinished(() => victim.goOn())
        await takenOver(LAST_SLOT, victim)
        victim.goOn()
      })
    })

    async function takenOver(slot: number, former: ClusterNode): Promise<void> {
      await eventually(
        'a replica has taken over',
        async () => {
          const node = await cluster.masterOf(slot, former)
          return node !== former
        },
        MINUTE_MS,
      )
    }
  },
)
