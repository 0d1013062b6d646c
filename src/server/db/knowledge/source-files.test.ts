import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anyDatabase } from '../../../../test/database.ts'
import { meanwhileOn } from '../../../../test/meanwhile.ts'
import { beginFile, endFile, removeUnusedFiles } from './source-files.ts'

const database = await anyDatabase()
const { db, sql } = database
const [hash, long, now] = ['a'.repeat(64), new Date(0), new Date()]

// Embedded, there is one connection.
test.runIf(database.kind === 'postgresql')(
  'an unused file whose content comes again while it is swept stays for whoever sends it',
  async () => {
    const unused = randomUUID()
    await beginFile(db, unused, long)
    await endFile(db, { id: unused, hash, at: long })
    const again = randomUUID()
    await beginFile(db, again, now)
    let kept: string | undefined
    await meanwhileOn(database)(
      async (transaction) => {
        kept = await endFile(transaction, { id: again, hash, at: now })
      },
      () => removeUnusedFiles(db, new Date(now.getTime() - 1)),
    )
    expect(await sql`select id from source_files where hash = ${hash}`).toEqual([{ id: kept }])
  },
)
