import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../connect/connect.ts'
import { DatabaseError } from '../connect/database-error.ts'
import { rows } from '../rows.ts'
import type { LoadTarget } from './load-target.ts'
import { quoteText, type RowsSource } from './rows-source.ts'

/** A schema of its own in the target, which is there from the first change of a restore to its end. */
const STATE_SCHEMA = 'bionic_restore'

const stepSchema = z.enum(['migrate', 'load', 'index', 'end'])
type Step = z.infer<typeof stepSchema>

/** In the place of how many rows of a table are stored. */
const LEFT_OUT = -1

/** A statement that makes again what was set aside. */
export interface Definition {
  definition: string
  /** Whose rows have to be stored before; null if those of every table and its indexes have to be. */
  table: string | null
}

const leftRow = z.object({ place: z.int(), definition: z.string(), table: z.nullable(z.string()) })
export type LeftDefinition = z.output<typeof leftRow>

const stateRow = z.object({ archive: z.string(), step: stepSchema })

/** How far a restore has come, kept in the database that it fills: each change is committed with what it is about. */
export class RestoreState {
  readonly #target: LoadTarget

  constructor(target: LoadTarget) {
    this.#target = target
  }

  /** Null if none has begun. */
  async find(): Promise<z.output<typeof stateRow> | null> {
    const [place] = await this.#target.query(
      `select to_regclass('${STATE_SCHEMA}.state') is not null as begun`,
    )
    if (place?.begun !== true) return null
    const [state] = await this.#target.query(`select archive, step from ${STATE_SCHEMA}.state`)
    return stateRow.parse(state)
  }

  /** @param archive what no other archive has */
  async begin(archive: string): Promise<void> {
    await this.#target.query(`
      create schema ${STATE_SCHEMA};
      create table ${STATE_SCHEMA}.state (archive text not null, step text not null);
      create table ${STATE_SCHEMA}.tables (name text primary key, rows bigint not null);
      create table ${STATE_SCHEMA}.definitions (place int primary key, definition text not null, of_table text);
      insert into ${STATE_SCHEMA}.state values (${quoteText(archive)}, 'migrate')`)
  }

  async goTo(step: Step): Promise<void> {
    await this.#target.query(`update ${STATE_SCHEMA}.state set step = ${quoteText(step)}`)
  }

  /** The rows of a table that are stored. */
  async rowsOf(table: string): Promise<number> {
    const [row] = await this.#target.query(
      `select rows::text from ${STATE_SCHEMA}.tables where name = ${quoteText(table)}`,
    )
    return Number(row?.rows ?? 0)
  }

  async setRows(table: string, rows: number): Promise<void> {
    await this.#target.query(`
      insert into ${STATE_SCHEMA}.tables values (${quoteText(table)}, ${rows})
      on conflict (name) do update set rows = excluded.rows`)
  }

  async leaveOut(tables: readonly string[]): Promise<void> {
    for (const table of tables) await this.setRows(table, LEFT_OUT)
  }

  async leftOut(): Promise<Set<string>> {
    const left = await this.#target.query(`select name from ${STATE_SCHEMA}.tables where rows = ${LEFT_OUT}`)
    return new Set(left.map(({ name }) => String(name)))
  }

  async keepDefinitions(definitions: readonly Definition[]): Promise<void> {
    for (const [place, { definition, table }] of definitions.entries())
      await this.#target.query(
        `insert into ${STATE_SCHEMA}.definitions
          values (${place}, ${quoteText(definition)}, ${table === null ? 'null' : quoteText(table)})`,
      )
  }

  /** In the order in which they can be made. */
  async leftDefinitions(): Promise<LeftDefinition[]> {
    const left = await this.#target.query(
      `select place, definition, of_table as table from ${STATE_SCHEMA}.definitions order by place`,
    )
    return left.map((row) => leftRow.parse(row))
  }

  async dropDefinition(place: number): Promise<void> {
    await this.#target.query(`delete from ${STATE_SCHEMA}.definitions where place = ${place}`)
  }

  async end(): Promise<void> {
    await this.#target.query('set synchronous_commit = on')
    await this.#target.query(`drop schema ${STATE_SCHEMA} cascade`)
  }
}

export const HALF_RESTORED =
  'This database is half restored from a backup: run “bionic restore” with the same file again, which goes on where it was cut.'

const isHalfRestored = `select to_regnamespace('${STATE_SCHEMA}') is not null as half`
const halfRow = z.object({ half: z.boolean() })

/** @throws {DatabaseError} if a restore into this database has not come to its end */
export async function refuseHalfRestored({ db }: Pick<Database, 'db'>): Promise<void> {
  const [row] = await rows(db, halfRow, sql.raw(isHalfRestored))
  if (row?.half) throw new DatabaseError(HALF_RESTORED)
}

/** The same of what is read for a backup, which would have half of the rows and be called whole. */
export async function refuseHalfRestoredSource(source: Pick<RowsSource, 'query'>): Promise<void> {
  const [row] = await source.query(isHalfRestored)
  if (halfRow.parse(row).half) throw new DatabaseError(HALF_RESTORED)
}
