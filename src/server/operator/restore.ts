import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openEmbeddedTarget } from '../db/backup/embedded-target.ts'
import { openPostgresqlTarget } from '../db/backup/postgresql-target.ts'
import { type RestoredTable, restore } from '../db/backup/restore.ts'
import { needsFileStore } from '../db/files/stored-files.ts'
import { refuseUnreadable } from './backup-files.ts'
import type { Operator, RunCommand } from './command.ts'
import { moveFilesOf } from './move-files.ts'
import { openPlace } from './open-place.ts'

export function addRestore(program: Command, run: RunCommand): void {
  program
    .command('restore')
    .description(
      'fill an empty database, of either kind, from a backup; called again, it goes on where it was cut',
    )
    .argument('<file>', 'a backup')
    .action(run(restoreFrom))
}

async function restoreFrom(operator: Operator, file: string): Promise<void> {
  const { env, say, note, result, fail } = operator
  await refuseUnreadable(file)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = env
  const openTarget = ({ hasTables }: { hasTables: boolean }) =>
    databaseUrl === undefined
      ? openEmbeddedTarget(dataDir, { isRestore: true, hasTables })
      : openPostgresqlTarget(databaseUrl)
  const { tables, leftOut } = await restore({ file, openTarget, note })
  for (const line of linesOf(tables)) say(line)
  const lacksFiles = await moveOut(operator)
  const there = leftOut[0]
    ? `Bionic’s own tables are there. Left out: ${leftOut.join(', ')}.`
    : lacksFiles
      ? 'All tables are there.'
      : 'All of it is there.'
  say(`${there} Who was signed in still is.`)
  if (lacksFiles) {
    note(
      'Some files are not there, because their store had lost or damaged them: start the server with FILES set, and run bionic check, which names them. Whoever uploads such a file again puts it back.',
    )
    fail()
  }
  if (env.SECRET_KEY === undefined && !existsSync(join(dataDir, 'secret.key')))
    say(
      'People’s own keys are encrypted under the old server’s secret: set SECRET_KEY to it, or put its secret.key into DATA_DIR, before the server starts.',
    )
  result({ file, tables, leftOut, lacksFiles })
}

/**
 * The archive has files as the database's own, and servers read them there until they are moved to where `FILES` says.
 * @returns whether some are in neither
 */
async function moveOut(operator: Operator): Promise<boolean> {
  const database = await openPlace(operator)
  try {
    const lacksFiles = await needsFileStore(database.db)
    if (operator.env.FILES)
      operator.note('Moving files to where FILES says; cut off here, move-files goes on.')
    const moved = await moveFilesOf(operator, database.db)
    return lacksFiles || (moved?.damaged.length ?? 0) > 0
  } finally {
    await database.close()
  }
}

function linesOf(tables: readonly RestoredTable[]): string[] {
  const width = Math.max(...tables.map(({ name }) => name.length))
  return [
    `${'table'.padEnd(width)}  rows in backup  rows stored  hash of both`,
    ...tables.map(({ name, rows, sha256 }) => {
      const count = String(rows)
      return `${name.padEnd(width)}  ${count.padStart(14)}  ${count.padStart(11)}  ${sha256.slice(0, 16)}`
    }),
  ]
}
