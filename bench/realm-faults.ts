/**
 * Two servers on a PostgreSQL and a Redis of their own, with people who write and read at both, while Redis is
 * unavailable for twenty seconds, a server is killed, and PostgreSQL crashes and restarts. Afterwards it counts
 * acknowledged messages that are missing, duplicated or in another order, for each reader and in the database.
 *
 * node bench/realm-faults.ts
 */
import { setTimeout as wait } from 'node:timers/promises'
import { numberedWords } from '../e2e/fakes/model-server.ts'
import { checkRealm, faultless } from '../test/realm-check.ts'
import { startRealmLoad } from '../test/realm-load.ts'
import { realmReader } from '../test/realm-reader.ts'
import {
  eventually,
  hasRealmServers,
  makeRealm,
  type RealmServers,
  startRealmServers,
} from '../test/realm-servers.ts'
import type { Account } from '../test/sign-in.ts'
import { connectSql } from '../test/sql-tag.ts'

const WRITERS = 8
const READERS = 12
const AROUND_MS = 3_000
const REDIS_AWAY_MS = 20_000
const POSTGRES_AWAY_MS = 3_000

/** Longer than the people at a dead server may be shown as present. */
const GHOST_PATIENCE_MS = 60_000

if (!hasRealmServers) {
  console.log(
    'This machine has no redis-server, or no PostgreSQL server that this user can start: nothing is measured.',
  )
  process.exit()
}
const servers = await startRealmServers()
servers.model.use({ name: 'words', words: numberedWords(20), delayMs: 20 })
const people: Account[] = []
try {
  while (people.length < WRITERS) people.push(await servers.signIn())
  const { a, b, redis, postgres: database } = servers
  await underLoad('Redis was away for 20 s', servers, [a.address, b.address], async () => {
    await redis.stop()
    await wait(REDIS_AWAY_MS)
    await redis.start()
  })
  const victim = await servers.start()
  await underLoad('a server was killed', servers, [victim.address, b.address], victim.kill)
  await underLoad('PostgreSQL crashed and was away for 3 s', servers, [a.address, b.address], async () => {
    await database.crash()
    await wait(POSTGRES_AWAY_MS)
    await database.start()
  })
  await measureGhost(servers)
} finally {
  await servers.end()
}

async function underLoad(
  what: string,
  { postgres: database }: RealmServers,
  [one, other]: [string, string],
  happen: () => Promise<unknown>,
) {
  const [creator] = people
  if (!creator) return
  const { realm } = await makeRealm(one, creator)
  const readers = Array.from({ length: READERS }, (_, index) => {
    const as = index % 3 === 0 ? undefined : people[index % WRITERS]
    return realmReader({ realm, servers: index % 2 ? [one, other] : [other, one], ...(as && { as }) })
  })
  const { sql, end } = connectSql(database.url)
  try {
    await eventually('everybody is in the realm', () => readers.every(({ live }) => live))
    const load = startRealmLoad({ realm, servers: [one, other], writers: people, mention: '@Ada' })
    await wait(AROUND_MS)
    await happen()
    await wait(AROUND_MS)
    await load.stop()
    await eventually(
      'every answer is over',
      async () => {
        const running = await sql`select from realm_messages where realm_id = ${realm} and state = 'running'`
        return running.length === 0
      },
      60_000,
    )
    const report = await checkRealm({ sql, realm, acknowledged: load.acknowledged, readers })
    const { acknowledged, missing, double, outOfOrder, readersApart, readerFaults } = report
    console.log(
      `  ${what}: ${acknowledged} acknowledged to ${WRITERS} writers (${load.retries} sent again, the slowest took ${(load.slowest / 1000).toFixed(1)} s)`,
    )
    console.log(
      `    ${missing} missing, ${double} double, ${outOfOrder} out of order; ${readersApart} of ${READERS} readers differ from the database, ${readerFaults.length} faults of the protocol`,
    )
    for (const fault of new Set(readerFaults)) console.log(`      ${fault}`)
    if (JSON.stringify(report) !== JSON.stringify(faultless(report))) process.exitCode = 1
  } finally {
    for (const reader of readers) reader.close()
    await end()
  }
}

/** How long somebody at a server that died is shown as present. */
async function measureGhost({ b, start }: RealmServers) {
  const [creator, other] = people
  if (!creator || !other) return
  const victim = await start()
  const { realm } = await makeRealm(b.address, creator)
  const ghost = realmReader({ realm, servers: [victim.address], as: other })
  const witness = realmReader({ realm, servers: [b.address], as: creator })
  try {
    await eventually('each sees both', () => witness.presence?.peopleCount === 2)
    await victim.kill()
    const began = performance.now()
    await eventually('the dead are gone', () => witness.presence?.peopleCount === 1, GHOST_PATIENCE_MS)
    console.log(
      `  whoever was at a killed server was shown for ${((performance.now() - began) / 1000).toFixed(1)} s more`,
    )
  } finally {
    ghost.close()
    witness.close()
  }
}
