import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../src/server/base/files.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface Journal {
  entries: { idx: number; when: number; tag: string }[]
}

/** The migrations of an earlier version: up to the one with this number, and what a later one would add. */
export function migrationsUpTo(number: number, more: { tag: string; sql: string } | null = null): string {
  const folder = temporaryFolder()
  cpSync(migrationsFolder, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal
  const last = journal.entries.at(-1)
  const entries = journal.entries.filter(({ idx }) => idx <= number)
  if (more && last) {
    writeFileSync(join(folder, `${more.tag}.sql`), more.sql)
    entries.push({ ...last, idx: number + 1, when: last.when + 86_400_000, tag: more.tag })
  }
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return folder
}
