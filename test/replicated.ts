import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import { createLog } from '../src/server/base/log.ts'
import { migrate } from '../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import type { ReplicaRead } from '../src/server/db/replicas/replica-reads.ts'
import { testApp } from './app.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { startRedis } from './redis-server.ts'
import { connectSql, type SqlTag } from './sql-tag.ts'

/** A primary and a streaming replica of it, with the tables of the product, and a Redis. */
export interface Replicated {
  primary: PostgresServer
  replica: PostgresServer
  redis: Awaited<ReturnType<typeof startRedis>>
  /** Of the replica itself, past every server. */
  there: SqlTag
  /** Holds back, or goes on with, what the replica has received. */
  pause(): Promise<void>
  resume(): Promise<void>
  end(): Promise<void>
}

/** It has to be ended. */
export async function startReplicated(settings: readonly string[] = []): Promise<Replicated> {
  const primary = await startPostgres({ settings })
  const opened = await connectDatabase({ databaseUrl: primary.url, dataDir: '', log: createLog('silent') })
  await migrate(opened)
  await opened.close()
  const replica = await startPostgres({ settings, follows: primary })
  const redis = await startRedis()
  const { sql: there, end } = connectSql(replica.url)
  return {
    ...{ primary, replica, redis, there },
    pause: async () => void (await there`select pg_wal_replay_pause()`),
    resume: async () => void (await there`select pg_wal_replay_resume()`),
    async end() {
      await end()
      await redis.stop()
      await replica.remove()
      await primary.remove()
    },
  }
}

type AppOptions = NonNullable<Parameters<typeof testApp>[1]>

/** A server of that place, which ends with its test. @param at other addresses of the two */
export async function replicatedApp(
  { primary, replica, redis }: Pick<Replicated, 'primary' | 'replica' | 'redis'>,
  { log = createLog('silent'), settings = {} }: Pick<AppOptions, 'log' | 'settings'> = {},
  at: { primary?: string; replicas?: string[] } = {},
) {
  const database = await connectDatabase({ databaseUrl: at.primary ?? primary.url, dataDir: '', log })
  const client = new Redis(redis.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
  client.on('error', () => {})
  await new Promise((ready) => client.once('ready', ready))
  const app = testApp(database, {
    ...{ log, redis: client, alone: false },
    settings: { ...settings, DATABASE_REPLICAS: at.replicas ?? [replica.url] },
  })
  app.replicas.start()
  onTestFinished(async () => {
    await app.letGo()
    await app.close()
    client.disconnect()
    await database.close()
  })
  const reads = async (read: ReplicaRead) => {
    const counted = await app.metrics.instruments.database.replicaReads.get()
    const sum = (isWanted: (place: string) => boolean) =>
      counted.values
        .filter(({ labels }) => labels.read === read && isWanted(String(labels.place)))
        .reduce((all, { value }) => all + value, 0)
    return { replica: sum((place) => place !== 'primary'), primary: sum((place) => place === 'primary') }
  }
  /** It does not reach Redis any more, which others do. */
  const loseRedis = () => client.disconnect()
  return { ...app, reads, loseRedis }
}

export type ReplicatedApp = Awaited<ReturnType<typeof replicatedApp>>
