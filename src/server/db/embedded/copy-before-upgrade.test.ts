import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyTemplate } from '../../../../test/database.ts'
import { migrationsUpTo } from '../../../../test/older-version.ts'
import { sqlTag } from '../../../../test/sql-tag.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { createLog } from '../../base/log.ts'
import type { Database } from '../connect/connect.ts'
import { migrate } from '../connect/migrate.ts'
import { readMigrations, readSchemaState } from '../connect/migrations.ts'
import { connectDatabase } from '../open/open-database.ts'
import { SessionStore } from '../session/session-store.ts'
import { copyBeforeUpgrade } from './copy-before-upgrade.ts'
import { finishPutBack, listCopies, nameOfCopy, putBack, removeOldCopies } from './database-copies.ts'
import { lockDataFolder } from './lock-data-folder.ts'

const log = createLog('silent')
const clock = () => new Date()

async function using<Result>(
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await connectDatabase({ dataDir, log })
  return work(database).finally(database.close)
}

test('a database of the version before is copied, loses nothing and keeps who is signed in, and comes back as it was', async () => {
  const dataDir = temporaryFolder()
  copyTemplate(dataDir)
  const older = migrationsUpTo(readMigrations().length - 2)
  const id = randomUUID()
  const { token } = await using(dataDir, async (database) => {
    const sql = sqlTag(database.db)
    await sql.unsafe('drop schema public cascade; drop schema drizzle cascade; create schema public')
    await migrate(database, older)
    expect(await copyBeforeUpgrade(database, { dataDir, log })).toBeNull()
    await sql`
      insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
      values (${id}, 'ada', gen_random_uuid(), 'Nova', 'Light', ${id}, 1, now(), now())`
    await sql`insert into messages (conversation_id, id, number, role, content, created_at)
      values (${id}, ${id}, 1, 'user', 'What is light?', now())`
    // As that version stored a wallet's user, since this one looks into columns that are not there yet.
    const user = randomUUID()
    await sql`insert into users (id, created_at) values (${user}, now())`
    await sql`insert into accounts (provider, subject, user_id, created_at) values ('solana', 'ada', ${user}, now())`
    return new SessionStore({ db: database.db, clock }).open('ada', { clientAddress: '', userAgent: '' })
  })
  const said = (database: Database) =>
    sqlTag(database.db)`select content, (select count(*)::int from sessions) as sessions from messages`

  const copy = await using(dataDir, async (database) => {
    const made = await copyBeforeUpgrade(database, { dataDir, log })
    await migrate(database)
    expect(await said(database)).toEqual([{ content: 'What is light?', sessions: 1 }])
    expect(await new SessionStore({ db: database.db, clock }).find(token)).toMatchObject({ address: 'ada' })
    // It is of this version now.
    expect(await copyBeforeUpgrade(database, { dataDir, log })).toBeNull()
    await sqlTag(database.db)`update messages set content = 'Said with the new version.'`
    return made
  })
  expect(listCopies(dataDir)).toEqual([copy])

  const unlock = await lockDataFolder(dataDir)
  const replaced = await putBack(dataDir, copy ?? '')
  unlock()
  await using(dataDir, async (database) => {
    expect((await readSchemaState(database.db)).pending).toHaveLength(1)
    expect(await said(database)).toEqual([{ content: 'What is light?', sessions: 1 }])
    await migrate(database, older)
  })
  expect(existsSync(join(replaced, 'PG_VERSION'))).toBe(true)
})

test('a database whose place was empty for a moment is put there at the next start, and three copies of each kind are kept', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'db.incoming'))
  writeFileSync(join(dataDir, 'db.incoming', 'PG_VERSION'), '18')
  finishPutBack(dataDir)
  expect(existsSync(join(dataDir, 'db', 'PG_VERSION'))).toBe(true)
  const names = ['0030_a-2026-01-04', '0020_b-2026-01-01', '0021_c-2026-01-02', '0022_d-2026-01-03'].map(
    (name) => `before-${name}T00-00-00-000Z`,
  )
  for (const name of names) {
    mkdirSync(join(dataDir, 'backups', name, 'db'), { recursive: true })
    writeFileSync(join(dataDir, 'backups', name, 'db', 'PG_VERSION'), '18')
  }
  for (const day of [1, 2, 3, 4]) {
    const folder = join(dataDir, 'backups', `replaced-2026-01-0${day}T00-00-00-000Z`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'PG_VERSION'), '18')
  }
  removeOldCopies(dataDir)
  expect(listCopies(dataDir).map(nameOfCopy)).toEqual([names[0], names[3], names[2]])
  const replaced = readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('replaced-'))
  expect(replaced.map((name) => name.slice(0, 19))).toEqual(
    [2, 3, 4].map((day) => `replaced-2026-01-0${day}`),
  )
})
