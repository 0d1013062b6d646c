import type { Sql } from 'postgres'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'

/** Milliseconds between two looks. */
const LOOK_MS = 1_000

/** So much has to be written before it is worth a question, in bytes. */
const WORTH_BYTES = 4 * 1024 * 1024

/** How much of the log may lie between two checkpoints, in bytes. */
const DISTANCE_BYTES = 64 * 1024 * 1024

export interface Checkpoints {
  /** Makes one as soon as the database is free for it. */
  soon(): void
  stop(): void
}

/**
 * PGlite has no checkpointer: its log would grow for as long as the server runs, until the disk is full, and after a
 * crash all of it would be gone through again.
 * @param options.wrote how many bytes the engine has written so far
 * @param options.distance bytes of the log between two checkpoints
 */
export function checkpointRegularly(options: {
  sql: Sql
  log: Logger
  unbounded: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>
  wrote: () => bigint
  distance?: number
}): Checkpoints {
  const { sql, log, unbounded, wrote, distance = DISTANCE_BYTES } = options
  const say = logSeldom()
  let looked = 0n
  let wanted = false
  let busy = false

  async function look() {
    if (busy || (!wanted && wrote() - looked < WORTH_BYTES)) return
    busy = true
    looked = wrote()
    const now = wanted
    wanted = false
    try {
      if (now || (await logBytes(sql)) >= distance) await unbounded((own) => own`checkpoint`)
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
    stop: () => clearInterval(timer),
  }
}

/** How much of the log follows the last checkpoint. */
export async function logBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`
    select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()`
  return Number(row?.bytes ?? 0)
}
