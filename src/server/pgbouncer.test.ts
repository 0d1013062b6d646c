import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { testDatabaseVariables } from '../../test/database.ts'
import { hasPgbouncer, startPgbouncer } from '../../test/pgbouncer.ts'
import { shortReply, startServerPair } from '../../test/server-pair.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createLog } from './base/log.ts'
import { openPostgresqlTarget } from './db/backup/postgresql-target.ts'
import { openBackupSource, writeBackupFile } from './db/backup/write-backup.ts'
import { migrate } from './db/connect/migrate.ts'
import { connectDatabase } from './db/open/open-database.ts'
import { connectAlone } from './db/open/open-postgresql.ts'

const isPostgresql = inject('template').kind === 'postgresql'
const where = hasPgbouncer ? '' : ' (skipped: this machine has no PgBouncer)'

/** As PgBouncer is after an installation, and as many set it up for drivers that send settings. */
const setups = [
  { setup: 'that refuses settings of a session', settings: [] },
  { setup: 'that ignores them', settings: ['ignore_startup_parameters = options'] },
]

test.runIf(isPostgresql && hasPgbouncer).each(setups)(
  `through a PgBouncer $setup, statements are answered in order and transactions have their limits${where}`,
  async ({ settings }) => {
    const { DATABASE_URL = '' } = await testDatabaseVariables()
    const pgbouncer = await startPgbouncer(DATABASE_URL, settings)
    onTestFinished(pgbouncer.stop)
    const database = await connectDatabase({
      databaseUrl: pgbouncer.url,
      dataDir: '',
      log: createLog('silent'),
    })
    onTestFinished(database.close)
    await Promise.all([migrate(database), migrate(database)])
    const asked = Array.from({ length: 300 }, (_, number) => number)
    const answers = await Promise.all(
      asked.map((number) =>
        database.db.execute(`select ${number} as number`).then(({ rows }) => rows[0]?.number),
      ),
    )
    expect(answers).toEqual(asked)
    const inside = database.db.transaction(async (transaction) => {
      const { rows } = await transaction.execute("select current_setting('statement_timeout') as limit")
      return rows[0]?.limit
    })
    expect(await inside).toBe('10s')
    const { rows } = await database.db.execute("select current_setting('statement_timeout') as limit")
    expect(rows[0]?.limit).toBe('0')
  },
)

test.runIf(isPostgresql && hasPgbouncer).each(setups)(
  `through a PgBouncer $setup, a backup changes no session, and restore asks for PostgreSQL itself${where}`,
  async ({ settings }) => {
    const { DATABASE_URL = '' } = await testDatabaseVariables()
    const pgbouncer = await startPgbouncer(DATABASE_URL, [...settings, 'default_pool_size = 1'])
    onTestFinished(pgbouncer.stop)
    const file = join(temporaryFolder(), 'backup.zip')
    await writeBackupFile(await openBackupSource({ databaseUrl: pgbouncer.url, dataDir: '' }), file)
    const client = await connectAlone(pgbouncer.url)
    onTestFinished(() => client.end())
    const { rows } = await client.query("select name from pg_settings where source = 'session'")
    // PgBouncer sets it itself.
    expect(rows).toEqual([{ name: 'application_name' }])
    await expect(openPostgresqlTarget(pgbouncer.url)).rejects.toThrow(/the address of PostgreSQL itself/)
  },
)

test.runIf(isPostgresql && hasPgbouncer)(
  `two servers behind one PgBouncer in transaction mode answer, follow and stop each other’s replies${where}`,
  async () => {
    const { DATABASE_URL = '' } = await testDatabaseVariables()
    const pgbouncer = await startPgbouncer(DATABASE_URL)
    onTestFinished(pgbouncer.stop)
    const { a, b, begin, model, end } = await startServerPair({ DATABASE_URL: pgbouncer.url })
    onTestFinished(end)
    const finished = { state: 'finished', content: shortReply.text }
    // More often than a statement is run before PostgreSQL keeps its plan.
    const replies = await Promise.all(Array.from({ length: 8 }, () => begin(a, shortReply)))
    for (const { conversation, reply } of replies)
      expect(await b.followToEnd(conversation, reply)).toMatchObject(finished)
    const { conversation, reply, request } = await begin(a)
    expect((await b.stop(conversation, reply)).status).toBe(204)
    expect(await model.closed(request)).toBe('cut')
    expect(await a.followToEnd(conversation, reply)).toMatchObject({ state: 'stopped' })
  },
)
