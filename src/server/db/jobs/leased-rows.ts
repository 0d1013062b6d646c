import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { countRows, rows } from '../rows.ts'

/** The claim belongs to this attempt only. */
export interface ClaimedRow {
  id: string
  claim: string
  /** This time included. */
  tries: number
}

export interface Attempt {
  claim: string
  /** Rows whose last heartbeat is older belong to a server that is gone. */
  leaseMs: number
}

const claimedRow = z.object({ id: z.string(), tries: z.int() })

const interval = (milliseconds: number) => sql`make_interval(secs => ${milliseconds / 1000}::float8)`

/** In each statement the row's alias is `job`. */
interface Kind {
  /** The state of a row that is being worked on; one that waits has `waiting`. */
  running: 'reading' | 'running'
  /** Joins what decides whether a row may be worked on at all. */
  join?: SQL
  orderBy: SQL
  /** As `column = value` with a leading comma. */
  alsoSet?: SQL
}

/** Leases each row to one server while it sends heartbeats, by `state`, `claim`, `tries`, and times of the database's clock. */
export class LeasedRows {
  readonly #table: PgTable & { id: AnyColumn; claim: AnyColumn }
  readonly #kind: Kind
  /** Written into the statements, because an index that only has unfinished rows is not used with a parameter. */
  readonly #running: SQL

  constructor(table: PgTable & { id: AnyColumn; claim: AnyColumn }, kind: Kind) {
    this.#table = table
    this.#kind = kind
    this.#running = sql.raw(`'${kind.running}'`)
  }

  held({ id, claim }: ClaimedRow): SQL | undefined {
    return and(eq(this.#table.id, id), eq(this.#table.claim, claim))
  }

  async areWaiting(db: Db, leaseMs: number): Promise<boolean> {
    return (await countRows(db, sql`select ${this.#due(leaseMs)} limit 1`)) > 0
  }

  /** Claims the next row: one that waits, or whose server has sent no heartbeat for the lease. */
  async claim(db: Db, { claim, leaseMs }: Attempt): Promise<ClaimedRow | null> {
    const [row] = await rows(
      db,
      claimedRow,
      sql`
      update ${this.#table}
      set state = ${this.#running}, claim = ${claim}::uuid, beat_at = clock_timestamp(), began_at = clock_timestamp(), tries = tries + 1
        ${this.#kind.alsoSet ?? sql``}
      where id = (
        select job.id ${this.#due(leaseMs)} order by ${this.#kind.orderBy} limit 1 for update of job skip locked)
      returning id::text, tries`,
    )
    return row ? { ...row, claim } : null
  }

  #due(leaseMs: number): SQL {
    return sql`
      from ${this.#table} job ${this.#kind.join ?? sql``}
      where job.state in ('waiting', ${this.#running}) and (
        job.state = 'waiting' or job.beat_at < clock_timestamp() - ${interval(leaseMs)})`
  }

  /** False if the row no longer belongs to this claim. */
  async beat(db: Db, job: ClaimedRow): Promise<boolean> {
    const beaten = await countRows(
      db,
      sql`update ${this.#table} set beat_at = clock_timestamp() where ${this.held(job)}`,
    )
    return beaten > 0
  }

  /** Nobody else can claim the row during the work; null, with nothing done, if it no longer belongs to this claim. */
  whileHeld<Result>(
    db: Db,
    job: ClaimedRow,
    work: (transaction: Db) => Promise<Result>,
  ): Promise<Result | null> {
    return db.transaction(async (transaction) => {
      const held = await countRows(
        transaction,
        sql`select from ${this.#table} where ${this.held(job)} for no key update`,
      )
      return held > 0 ? await work(transaction) : null
    })
  }

  /** Ends a failed attempt, so that its lease ends after `waitMs`: then it can be claimed. */
  async postpone(
    db: Db,
    job: ClaimedRow,
    { waitMs, leaseMs, counts }: { waitMs: number; leaseMs: number; counts: boolean },
  ): Promise<void> {
    await db.execute(sql`
      update ${this.#table} set claim = null, beat_at = clock_timestamp() + ${interval(waitMs - leaseMs)},
        tries = tries - ${counts ? 0 : 1}::int
      where ${this.held(job)}`)
  }

  /** Ends an attempt that does not count, so that any server can begin another one at once. */
  async giveBack(db: Db, job: ClaimedRow): Promise<void> {
    await db.execute(
      sql`update ${this.#table} set state = 'waiting', claim = null, tries = tries - 1 where ${this.held(job)}`,
    )
  }

  /** To be called when no other server uses this database: the attempts belong to a server that is gone. */
  async giveBackAll(db: Db): Promise<void> {
    await db.execute(
      sql`update ${this.#table} set state = 'waiting', claim = null where state = ${this.#running}`,
    )
  }
}
