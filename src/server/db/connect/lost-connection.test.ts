import { expect, inject, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'

const { sql } = await testDatabase()

/** The administrator of a PostgreSQL server can end a connection at any moment, and a restart ends all of them. */
test.runIf(inject('template').kind === 'postgresql')(
  'a transaction whose connection is lost fails, and every statement after it is answered',
  async () => {
    for (let round = 0; round < 3; round++) {
      const lost = sql.begin(async (transaction) => {
        const [row] = await transaction<{ pid: number }[]>`select pg_backend_pid() as pid`
        const sleeping = transaction`select pg_sleep(60)`
        await Promise.all([sleeping, sql`select pg_terminate_backend(${row?.pid ?? 0})`])
      })
      await expect(lost).rejects.toThrow()
      const rows = await Promise.all(
        Array.from({ length: 30 }, (_, number) => sql<{ number: number }[]>`select ${number}::int as number`),
      )
      expect(rows.map(([row]) => row?.number)).toEqual(Array.from({ length: 30 }, (_, number) => number))
    }
  },
)
