import { sql } from 'drizzle-orm'
import { REFERRED_TO } from '../files/stored-files.ts'
import { listOf, type Rule } from './rule.ts'

const referred = sql`(
  select hash, file_bytes from images where file_bytes is not null
  union select hash, file_bytes from source_files where file_bytes is not null
  union select hash, file_bytes from card_files where file_bytes is not null)`

/** What the database says of the files of a store. Whether the store has them is another question. */
export const fileRules: readonly Rule[] = [
  {
    ...{ rule: 'files.unknown', table: 'stored_files', mendedBy: 'repair' },
    problem: 'A row refers to a file of the store that is not listed, so that nobody will delete it.',
    mend: 'Run npm run bionic -- repair, which lists it.',
    faults: sql`select distinct hash as id from ${referred} as referred
      where not exists (select from stored_files where stored_files.hash = referred.hash)`,
    async correct(transaction, ids) {
      await transaction.execute(sql`
        insert into stored_files (hash, bytes)
        select hash, max(file_bytes) from ${referred} as referred where hash = any(${listOf(ids, 'text')})
        group by hash on conflict do nothing`)
    },
  },
  {
    ...{ rule: 'files.left', table: 'stored_files', mendedBy: 'repair' },
    problem: 'Nothing refers to a file of the store, and no sweep would look at it.',
    mend: 'Run npm run bionic -- repair, which has a sweep delete it hours later.',
    faults: sql`select hash as id from stored_files where unused_since is null and not ${sql.raw(REFERRED_TO)}`,
    async correct(transaction, ids) {
      await transaction.execute(sql`
        update stored_files set unused_since = now()
        where hash = any(${listOf(ids, 'text')}) and unused_since is null and not ${sql.raw(REFERRED_TO)}`)
    },
  },
]
