import { resolve } from 'node:path'
import type { Command } from 'commander'
import {
  finishPutBack,
  listCopies,
  nameOfCopy,
  putBack,
  removeOldCopies,
} from '../db/embedded/database-copies.ts'
import { lockDataFolder } from '../db/embedded/lock-data-folder.ts'
import { lockEffects } from '../domain/operation/upgrade/describe-statement.ts'
import {
  type PlannedStatement,
  planUpgrade,
  rehearseUpgrade,
  type UpgradePlan,
} from '../domain/operation/upgrade/plan-upgrade.ts'
import type { Operator, RunCommand } from './command.ts'
import { openPlace } from './open-place.ts'
import { OperatorError, UsageError } from './operator-error.ts'

interface Options {
  plan?: boolean
  rehearse?: boolean
  undo?: boolean | string
}

export function addUpgrade(program: Command, run: RunCommand): void {
  program
    .command('upgrade')
    .description(
      'say what a start of this version would do to the database, or put the copy from before back',
    )
    .option('--plan', 'list the changes of tables with their locks and how long they take at this size')
    .option('--rehearse', 'make these changes in a copy of an embedded database, and time them')
    .option(
      '--undo [copy]',
      'put the copy that was made before an upgrade in the place of the embedded database',
    )
    .action(
      run(async (operator, options: Options) => {
        if (options.undo && (options.plan || options.rehearse))
          throw new UsageError('--undo puts the copy back, and can’t be planned or rehearsed: say it alone.')
        if (options.undo) return undo(operator, options.undo)
        if (!options.plan && !options.rehearse)
          throw new UsageError(
            'A start of the server brings the database up to date: say --plan to hear what that does, or --undo to go back.',
          )
        await plan(operator, options.rehearse ?? false)
      }),
    )
}

async function plan(operator: Operator, rehearses: boolean): Promise<void> {
  if (rehearses && operator.env.DATABASE_URL !== undefined)
    throw new OperatorError(
      'To rehearse on PostgreSQL, restore a backup into an empty embedded database (bionic restore with DATA_DIR set and DATABASE_URL left out) and rehearse there; --plan estimates without a copy.',
    )
  const database = await openPlace(operator, { readsCopy: true })
  try {
    const planned = await (rehearses ? rehearseUpgrade(database) : planUpgrade(database))
    tell(operator, planned, database.kind)
    operator.result(planned)
  } finally {
    await database.close()
  }
}

function tell({ say }: Operator, planned: UpgradePlan, kind: 'embedded' | 'postgresql'): void {
  const { migrations, isRehearsed, isRolling, seconds } = planned
  if (migrations.length === 0) {
    say('Nothing is to be changed: the database is of this version.')
    return
  }
  for (const { name, statements } of migrations) {
    say(name)
    for (const statement of statements) say(`  ${described(statement)}`)
  }
  say(
    `${isRehearsed ? 'It took' : 'It takes about'} ${seconds.toFixed(1)} s in one transaction: each lock is held from its statement to the end, and a failure undoes everything.`,
  )
  if (kind === 'embedded')
    say('The server copies the database first, and serves once its tables are changed.')
  else
    say(
      isRolling
        ? 'Servers of the version before go on beside it; one that is started again must be of this version.'
        : 'Servers of the version before fail at what is removed or demanded: stop them first, and make a backup.',
    )
}

function described({ says, table, lock, work, rows, bytes, seconds }: PlannedStatement): string {
  const size = table === null ? '' : `, ${Math.round(rows)} rows and ${(bytes / 1024 / 1024).toFixed(1)} MB`
  const locked = lock === 'none' ? 'no lock' : `lock ${lock} (${lockEffects[lock]})`
  return `${says}: ${locked}, ${work}${size}, ${seconds.toFixed(2)} s`
}

async function undo({ env, say, result }: Operator, which: string | true): Promise<void> {
  const dataDir = resolve(env.DATA_DIR)
  const copies = env.DATABASE_URL === undefined ? listCopies(dataDir) : []
  const copy = which === true ? copies[0] : copies.find((path) => nameOfCopy(path) === nameOfCopy(which))
  if (!copy)
    throw new OperatorError(
      copies.length === 0
        ? 'There is no such copy from before an upgrade: restore a backup of before with bionic restore instead.'
        : `There is no such copy from before an upgrade: name one of ${copies.map(nameOfCopy).join(', ')}.`,
    )
  const unlock = await lockDataFolder(dataDir)
  try {
    finishPutBack(dataDir)
    const replaced = await putBack(dataDir, copy)
    removeOldCopies(dataDir)
    say(`The database is that of ${nameOfCopy(copy)}. Start the version from before.`)
    say(`What was there until now is in ${replaced}.`)
    result({ copy, replaced })
  } finally {
    unlock()
  }
}
