import { sql } from 'drizzle-orm'
import {
  listTableSizes,
  type MeasuredRates,
  measureRates,
  type TableSize,
} from '../../../db/check/table-sizes.ts'
import type { Database } from '../../../db/connect/connect.ts'
import { type Migration, readMigrations, readSchemaState } from '../../../db/connect/migrations.ts'
import { type DescribedStatement, describeStatement } from './describe-statement.ts'

export interface PlannedStatement extends DescribedStatement {
  rows: number
  bytes: number
  /** As estimated from what was measured, or as the rehearsal took. */
  seconds: number
}

interface PlannedMigration {
  name: string
  statements: PlannedStatement[]
}

export interface UpgradePlan {
  migrations: PlannedMigration[]
  seconds: number
  isRehearsed: boolean
  /** Whether servers of the version before can go on while and after the tables are changed. */
  isRolling: boolean
}

/** A statement that only changes the catalogue, in seconds. */
const CATALOGUE_SECONDS = 0.01

/** What a migration writes anew it also logs and indexes, which the measured table was not. */
const WRITE_FACTOR = 3

/** Says what the pending migrations would do to this database at its size, and changes nothing. */
export async function planUpgrade(database: Database, known = readMigrations()): Promise<UpgradePlan> {
  const { pending } = await readSchemaState(database.db, known)
  const sizes = new Map((await listTableSizes(database)).map((size) => [size.table, size]))
  if (pending.length === 0) return planOf([], false)
  const rates = await measureRates(database)
  return planOf(
    pending.map(({ name, statements }) => ({
      name,
      statements: statements.flatMap((text) => {
        const described = describeStatement(text)
        return described ? [estimated(described, sizes, rates)] : []
      }),
    })),
    false,
  )
}

function estimated(
  described: DescribedStatement,
  sizes: ReadonlyMap<string, TableSize>,
  rates: MeasuredRates,
): PlannedStatement {
  const { rows = 0, bytes = 0 } = (described.table && sizes.get(described.table)) || {}
  return {
    ...described,
    rows,
    bytes,
    seconds: CATALOGUE_SECONDS + secondsOf(described.work, { rows, bytes }, rates),
  }
}

function secondsOf(
  work: DescribedStatement['work'],
  { rows, bytes }: { rows: number; bytes: number },
  { readByte, writeByte, sortRow }: MeasuredRates,
): number {
  switch (work) {
    case 'nothing':
      return 0
    case 'reads the table':
      return bytes * readByte
    case 'sorts the table':
      return bytes * readByte + rows * sortRow
    case 'writes the table anew':
      return bytes * (readByte + WRITE_FACTOR * writeByte)
    default:
      return work satisfies never
  }
}

class Undone extends Error {}

/**
 * Runs the pending migrations on a copy of the database, as the server would, and times each statement.
 * @param copy nobody uses it; what is done to it is undone at the end
 */
export async function rehearseUpgrade(copy: Database): Promise<UpgradePlan> {
  const { pending } = await readSchemaState(copy.db, readMigrations())
  const sizes = new Map((await listTableSizes(copy)).map((size) => [size.table, size]))
  const migrations: PlannedMigration[] = []
  await copy
    .unbounded((db) =>
      db.transaction(async (transaction) => {
        for (const { name, statements } of pending)
          migrations.push({ name, statements: await timeAll(transaction, statements, sizes) })
        throw new Undone()
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return planOf(migrations, true)
}

async function timeAll(
  db: Pick<Database['db'], 'execute'>,
  statements: Migration['statements'],
  sizes: ReadonlyMap<string, TableSize>,
): Promise<PlannedStatement[]> {
  const planned: PlannedStatement[] = []
  for (const text of statements) {
    const described = describeStatement(text)
    const began = performance.now()
    await db.execute(sql.raw(text))
    if (!described) continue
    const { rows = 0, bytes = 0 } = (described.table && sizes.get(described.table)) || {}
    planned.push({ ...described, rows, bytes, seconds: (performance.now() - began) / 1000 })
  }
  return planned
}

function planOf(migrations: PlannedMigration[], isRehearsed: boolean): UpgradePlan {
  const all = migrations.flatMap(({ statements }) => statements)
  return {
    migrations,
    isRehearsed,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    // What is made in the same upgrade is new to older servers, and they do not use it.
    isRolling: !all.some(
      ({ breaksOlder, table }) => breaksOlder && table !== null && !isNew(migrations, table),
    ),
  }
}

const isNew = (migrations: readonly PlannedMigration[], table: string) =>
  migrations.some(({ statements }) => statements.some(({ says }) => says === `makes the table ${table}`))
