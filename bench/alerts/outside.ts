import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../../e2e/start-product.ts'
import { RedisCluster } from '../../test/redis-cluster.ts'
import { startReplicated } from '../../test/replicated.ts'
import { connectSql } from '../../test/sql-tag.ts'
import { workingFolder } from '../../test/working-folder.ts'
import { startPrometheus } from './prometheus.ts'
import { type Outcome, seeFire } from './see-fire.ts'

/** What a server knows of its cluster and replica when it has just started is not yet what it finds. */
const SETTLE_MS = 8_000

/** Provokes the alerts about what a large place has beside its servers: a cluster of Redis, a replica, a store of files, backups. */
export async function seeOutside(program: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const ends: (() => Promise<unknown>)[] = []
  try {
    const folder = await mkdtemp(join(workingFolder, 'bionic-alerts-'))
    ends.unshift(() => rm(folder, { recursive: true, force: true }))
    const place = await startReplicated()
    ends.unshift(() => place.end())
    const cluster = await RedisCluster.start()
    ends.unshift(() => cluster.stop())
    const server = await startProduct({
      ...{ DATABASE_URL: place.primary.url, DATABASE_REPLICAS: place.replica.url, REDIS_URL: cluster.url },
      ...{ FILES: `disk:${join(folder, 'files')}`, BACKUP_EVERY: '1h', BACKUP_DIR: '/dev/null/backups' },
    })
    ends.unshift(() => server.kill())
    const { sql, end } = connectSql(place.primary.url)
    ends.unshift(end)
    const prometheus = await startPrometheus(program, [server.address])
    ends.unshift(() => prometheus.stop())
    const see = async (alert: string, cause: string, provoke: () => Promise<unknown>) => {
      outcomes.push(await seeFire(prometheus, { alert, cause, server }, provoke))
    }
    // It fires from the first look on.
    await see('BionicBackupOld', 'the folder of backups can not be made', async () => {})
    await wait(SETTLE_MS)
    await see('BionicReplicaNotRead', 'the replica does not replay what is written', async () => {
      await place.pause()
      await sql`create table written_meanwhile ()`
    })
    await see('BionicFilesDown', 'the folder of files goes away', () =>
      rename(join(folder, 'files'), join(folder, 'elsewhere')),
    )
    await see('BionicRedisNodeDown', 'a node of the cluster is killed', async () => {
      await cluster.nodes.at(-1)?.stop()
    })
  } finally {
    for (const end of ends) await end()
  }
  return outcomes
}
