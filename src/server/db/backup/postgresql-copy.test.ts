import { setImmediate as turn } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { connectAlone } from '../open/open-postgresql.ts'
import { copyOut } from './postgresql-copy.ts'
import { openPostgresqlSource } from './postgresql-source.ts'
import { openPostgresqlTarget } from './postgresql-target.ts'

await testDatabase()

const ROWS = 30_000
const row = (number: number) => `${number}\t${'word '.repeat(number % 60)}${number}\n`

/** The driver reads into memory that it uses again, so rows must not be views of it. */
test.runIf(inject('template').kind === 'postgresql')(
  'rows that are taken slowly are those of the table, to the byte',
  async () => {
    const client = await connectAlone(process.env.DATABASE_URL ?? '')
    try {
      const pieces: Buffer[] = []
      const rows = copyOut(
        client,
        `copy (select number, repeat('word ', number % 60) || number from generate_series(0, ${ROWS - 1}) number) to stdout`,
      )
      for await (const piece of rows) {
        pieces.push(piece)
        await turn()
      }
      const read = Buffer.concat(pieces).toString()
      expect(read.includes('\0')).toBe(false)
      expect(read === Array.from({ length: ROWS }, (_, number) => row(number)).join('')).toBe(true)
    } finally {
      await client.end()
    }
  },
)

/** As where the disk is full: the archive has failed, and what is not read yet goes with its connection. */
test.runIf(inject('template').kind === 'postgresql')(
  'a connection that is ended while nobody reads its rows ends no process',
  async () => {
    const client = await connectAlone(process.env.DATABASE_URL ?? '')
    const rows = copyOut(
      client,
      `copy (select repeat('word ', 60) from generate_series(0, 1000000)) to stdout`,
    )
    await client.end()
    const read = async () => {
      for await (const _ of rows);
    }
    await expect(read()).rejects.toThrow('Connection terminated')
  },
)

test.runIf(inject('template').kind === 'postgresql')(
  'where sessions are shared, reading leaves none of its settings in one, and a restore begins nothing',
  async () => {
    const shared = new URL(process.env.DATABASE_URL ?? '')
    shared.searchParams.set('pgbouncer', 'true')
    const source = await openPostgresqlSource(shared.href)
    const settings = () => source.query("select name from pg_settings where source = 'session' order by name")
    expect(await settings()).toContainEqual({ name: 'bytea_output' })
    await source.query('commit')
    expect(await settings()).toEqual([])
    await source.close()
    await expect(openPostgresqlTarget(shared.href)).rejects.toThrow(
      /^A PgBouncer in transaction mode .*: set DATABASE_URL to the address of PostgreSQL itself\.$/,
    )
  },
)
