import { expect } from 'vitest'
import type { Db } from '../src/server/db/connect/connect.ts'
import type { TestDatabase } from './database.ts'

/** Begins something while a transaction has done something else, which is committed once the other waits or is done. */
export const meanwhileOn =
  ({ db, sql }: TestDatabase) =>
  async <Result>(
    first: (transaction: Db) => Promise<unknown>,
    begin: () => Promise<Result>,
    last?: (transaction: Db) => Promise<unknown>,
  ): Promise<Result> => {
    const { begun } = await db.transaction(async (transaction) => {
      await first(transaction as unknown as Db)
      let isDone = false
      const begun = begin().finally(() => {
        isDone = true
      })
      // Nobody waits for it yet.
      begun.catch(() => {})
      const waits = () => sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => isDone || (await waits()).length > 0).toBe(true)
      await last?.(transaction as unknown as Db)
      return { begun }
    })
    return begun
  }
