import { Redis } from 'ioredis'
import { startPostgres } from '../../test/postgres-server.ts'
import { startRedis } from '../../test/redis-server.ts'
import { connectSql } from '../../test/sql-tag.ts'
import { postgresTime } from '../postgres-time.ts'
import { completions, type MeasuredProduct, startMeasuredProduct } from '../replies/measured-product.ts'
import type { Asking, Received, Round } from '../replies/reader-process.ts'
import type { Script } from '../replies/scripted-model.ts'
import { startProcess } from '../replies/start-process.ts'
import { usageOf } from '../replies/usage.ts'
import { toldCollections } from './tell-collections.ts'

export type Used = Record<'app' | 'database' | 'redis', number>

const PATIENCE = 60_000
const SHORTEST = { words: 1, everyMs: 20 }

export interface MeasuredPlace {
  product: MeasuredProduct
  /** Seconds of a core that each part has used so far. */
  used(): Promise<Used>
  /** Sends requests at their times and reads the answers; milliseconds to the first word of each. */
  read(askings: Asking[], script: Script): Promise<number[]>
  /** The same from the model server itself: what a first word takes in which the product does nothing. */
  readBare(count: number, apartMs: number): Promise<number[]>
  stop(): Promise<void>
}

/** One server on a PostgreSQL and a Redis of their own, with a scripted model; all on this machine, which is a Linux. */
export async function startMeasuredPlace(): Promise<MeasuredPlace> {
  const [postgres, redis] = [await startPostgres(), await startRedis()]
  const model = await startProcess<number>('replies/model-process.ts')
  const product = await startMeasuredProduct({
    ...{ modelPort: model.ready, databaseUrl: postgres.url, redisUrl: redis.url },
    environment: toldCollections,
  })
  const { sql, end } = connectSql(postgres.url, 1)
  const databaseSeconds = await postgresTime(sql)
  const cache = new Redis(redis.url)
  return {
    product,
    async used() {
      const { cpuMs } = await usageOf(product.address)
      const info = await cache.info('cpu')
      const seconds = (name: string) => Number(new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1])
      return {
        app: cpuMs / 1000,
        database: databaseSeconds(),
        redis: seconds('used_cpu_sys') + seconds('used_cpu_user'),
      }
    },
    read: (askings, script) => readFrom(product.port, askings, script),
    readBare(count, apartMs) {
      const askings = completions(count, SHORTEST)
      return readFrom(
        model.ready,
        askings.map((asking, nth) => ({ ...asking, afterMs: nth * apartMs })),
        SHORTEST,
      )
    },
    async stop() {
      cache.disconnect()
      await end()
      await product.stop()
      model.end()
      await Promise.all([postgres.remove(), redis.stop()])
    },
  }
}

async function readFrom(port: number, askings: Asking[], script: Script): Promise<number[]> {
  const { words, everyMs, holds = false } = script
  const last = Math.max(0, ...askings.map(({ afterMs = 0 }) => afterMs))
  const readers = await startProcess('replies/reader-process.ts')
  try {
    const patience = last + words * everyMs * 1.5 + PATIENCE
    const round: Round = { port, askings, words, holds, patience }
    return (await readers.ask<Received>(round)).firstWords
  } finally {
    readers.end()
  }
}
