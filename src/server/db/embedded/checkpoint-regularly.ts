import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Database, Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

const LOOK_MS = 1_000

/** How much must have been written before the size of the log is queried. */
const WORTH_BYTES = 4 * 1024 * 1024

/** The most of the log between two checkpoints. */
export const DISTANCE_BYTES = 64 * 1024 * 1024

interface Checkpoints {
  /** Requests a checkpoint as soon as the database is free for one. */
  soon(): void
  /** Makes none during the work. */
  pauseDuring<Result>(work: () => Promise<Result>): Promise<Result>
  stop(): void
}

/** PGlite has no checkpointer: its log would grow until the disk is full, and a crash would replay all of it. */
export function checkpointRegularly(options: {
  db: Db
  log: Logger
  unbounded: Database['unbounded']
  wrote: () => bigint
  distance?: number
}): Checkpoints {
  const { db, log, unbounded, wrote, distance = DISTANCE_BYTES } = options
  const say = logThrottled()
  let looked = 0n
  let wanted = false
  let busy = false
  let paused = 0

  async function look() {
    if (busy || paused > 0 || (!wanted && wrote() - looked < WORTH_BYTES)) return
    busy = true
    looked = wrote()
    const now = wanted
    wanted = false
    try {
      const due = now || (await logBytes(db)) >= distance
      if (due && paused === 0) await unbounded((own) => own.execute(sql`checkpoint`))
    } catch (error) {
      say(log, 'warn', { err: error }, 'The log of the embedded database was not cut')
    }
    busy = false
  }

  const timer = setInterval(look, LOOK_MS).unref()
  return {
    soon() {
      wanted = true
    },
    async pauseDuring(work) {
      paused++
      try {
        return await work()
      } finally {
        paused--
      }
    },
    stop: () => clearInterval(timer),
  }
}

const logRow = z.object({ bytes: z.number() })

export async function logBytes(db: Db): Promise<number> {
  const [row] = await rows(
    db,
    logRow,
    sql`select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()`,
  )
  return row?.bytes ?? 0
}
