import type { Command } from 'commander'
import { describeError } from '../base/describe-error.ts'
import type { Finding } from '../db/check/rule.ts'
import type { Database } from '../db/connect/connect.ts'
import { readSchemaState } from '../db/connect/migrations.ts'
import { openFileStore } from '../domain/files/open-file-store.ts'
import { type CheckOutcome, checkDatabase } from '../domain/operation/check/check-database.ts'
import { planRepair, repairDatabase } from '../domain/operation/check/repair-database.ts'
import type { Operator, RunCommand } from './command.ts'
import { openPlace } from './open-place.ts'
import { OperatorError } from './operator-error.ts'

export function addCheck(program: Command, run: RunCommand): void {
  program
    .command('check')
    .description(
      `look whether the database is whole and agrees with itself, and change nothing; beside servers`,
    )
    .option('--quick', 'look at one document and one block of an index of twenty')
    .action(run((operator, options: { quick?: boolean }) => check(operator, options)))
}

export function addRepair(program: Command, run: RunCommand): void {
  program
    .command('repair')
    .description(
      `make indexes and counts anew that a check found wrong, and nothing else; beside servers on PostgreSQL, alone on the embedded database`,
    )
    .option('--plan', 'say what would be made anew, and change nothing')
    .action(run((operator, options: { plan?: boolean }) => repair(operator, options)))
}

async function check(operator: Operator, { quick = false }: { quick?: boolean }): Promise<void> {
  const store = openFileStore(operator.env)
  await withCurrent(operator, true, async (database) => {
    const outcome = await checkDatabase(database, { quick, progress: progressOf(operator), store })
    tell(operator, outcome)
    operator.result(outcome)
    if (faultsIn(outcome).length > 0) operator.fail()
  })
}

async function repair(operator: Operator, { plan = false }: { plan?: boolean }): Promise<void> {
  const { say, result, fail } = operator
  const store = openFileStore(operator.env)
  await withCurrent(operator, plan, async (database) => {
    const progress = progressOf(operator)
    const before = await checkDatabase(database, { quick: false, progress, store })
    const steps = planRepair(before.findings)
    for (const { says } of steps) say(says)
    if (steps.length === 0) say('Nothing is to be made anew.')
    if (plan) {
      tellRest(operator, before)
      return result({ steps, findings: before.findings })
    }
    await repairDatabase(database, before.findings, progress, (rule, error) => {
      const { code, cause, message } = describeError(error)
      operator.note(`${rule}: could not be made anew (${cause?.code ?? code ?? message})`)
      fail()
    })
    const after =
      steps.length === 0 ? before : await checkDatabase(database, { quick: false, progress, store })
    tell(operator, after)
    result({ steps, before, after })
    if (faultsIn(after).length > 0) fail()
  })
}

/** A check knows the tables of this version alone. */
async function withCurrent(
  operator: Operator,
  readsCopy: boolean,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openPlace(operator, { inspects: true, readsCopy })
  try {
    const state = await readSchemaState(database.db)
    if (state.applied.length === 0)
      throw new OperatorError(
        'This database has no tables of Bionic: set DATA_DIR or DATABASE_URL to those of the server.',
      )
    if (state.pending.length > 0)
      throw new OperatorError(
        'The database is of an earlier version: use the program of that version, or start the server once, which brings it up to date.',
      )
    await work(database)
  } finally {
    await database.close()
  }
}

const faultsIn = ({ findings }: CheckOutcome) => findings.filter(({ isNotice }) => !isNotice)

/** Where somebody looks on, how far it has come, on one line. */
function progressOf({ note }: Operator): (what: string) => void {
  if (!process.stderr.isTTY) return () => {}
  let told = 0
  return (what) => {
    if (performance.now() - told < 1_000) return
    told = performance.now()
    note(`  … ${what}`)
  }
}

function tell(operator: Operator, outcome: CheckOutcome): void {
  const { say } = operator
  const faults = faultsIn(outcome)
  tellRest(operator, outcome)
  const seconds = (outcome.tookMs / 1000).toFixed(1)
  if (outcome.storage === 'read')
    say(
      'All rows were read and counted; PostgreSQL’s own examination of its files (amcheck) takes the rights of a superuser.',
    )
  say(
    faults.length === 0
      ? `The database is whole: ${outcome.rules} rules, its storage and its search indexes, in ${seconds} s.`
      : `${faults.length === 1 ? '1 fault' : `${faults.length} faults`} found in ${seconds} s.`,
  )
}

function tellRest({ say }: Operator, { findings }: CheckOutcome): void {
  for (const finding of findings) say(described(finding))
}

function described({ rule, table, count, ids, problem, mend, isNotice }: Finding): string {
  const some = ids.length === 0 ? '' : ` (${ids.join(', ')}${count > ids.length ? ', …' : ''})`
  return `${isNotice ? 'Notice' : 'Fault'} ${rule}: ${problem} ${count} in ${table}${some}. ${mend}`
}
