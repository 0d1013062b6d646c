import type { Command } from 'commander'
import type { Db } from '../db/connect/connect.ts'
import { type MovedFiles, moveFiles } from '../domain/files/move-files.ts'
import { openFileStore } from '../domain/files/open-file-store.ts'
import type { Operator, RunCommand } from './command.ts'
import { openPlace } from './open-place.ts'
import { UsageError } from './operator-error.ts'

export function addMoveFiles(program: Command, run: RunCommand): void {
  program
    .command('move-files')
    .description(
      'bring the bytes of large files from the database to where FILES says; beside servers on PostgreSQL, alone on the embedded database',
    )
    .action(run((operator: Operator) => move(operator)))
}

async function move(operator: Operator): Promise<void> {
  if (!operator.env.FILES) throw new UsageError('Set FILES to where the files are to be, as for the servers.')
  const database = await openPlace(operator)
  try {
    const moved = await moveFilesOf(operator, database.db)
    if (!moved) return
    operator.result(moved)
    if (moved.damaged.length > 0) operator.fail()
  } finally {
    await database.close()
  }
}

/** Null where the database has all files. */
export async function moveFilesOf({ env, log, say }: Operator, db: Db): Promise<MovedFiles | null> {
  const store = openFileStore(env)
  if (!store) return null
  await store.prepare()
  const moved = await moveFiles({ db, log, store, clock: () => new Date() }, () => {})
  say(`${moved.files} files with ${(moved.bytes / 1024 / 1024).toFixed(1)} MB are in the store now.`)
  if (moved.damaged.length > 0)
    say(
      `${moved.damaged.length} are damaged and stay where they are: ${moved.damaged.slice(0, 5).join(', ')}. Run bionic check.`,
    )
  return moved
}
