import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { countRows } from '../rows.ts'

/** What was used under one account on a day, in words or in millionths of a US dollar. */
export interface UsedUnits {
  account: string
  day: string
  server: string
  units: number
  /** What the server holds more; negative once units were used or are not needed. */
  held: number
  /** Until when what it holds counts, in milliseconds since 1970. */
  until: number
}

interface WantedUnits extends UsedUnits {
  now: number
  /** The account's units for the day, without those that the server has not stored yet. */
  room: number
}

export type HoldUnits = (wanted: Omit<WantedUnits, 'held'>) => Promise<boolean>

/** A table with a row for each account and day. Its names are written into statements as they are. */
interface UnitTable {
  name: string
  account: string
  accountType: 'uuid' | 'text'
  units: string
  unitsType: 'integer' | 'bigint'
  /** The table whose ids are the accounts, if others are to be left out. */
  of?: string
}

export const keyWords: UnitTable = {
  ...{ name: 'api_key_words', account: 'key_id', accountType: 'uuid' },
  ...{ units: 'words', unitsType: 'integer', of: 'api_keys' },
}

export const spentUnitsTable: UnitTable = {
  ...{ name: 'spent_units', account: 'account', accountType: 'text' },
  ...{ units: 'units', unitsType: 'bigint' },
}

/** An integer column can't take more. */
const MOST_UNITS = { integer: 2_000_000_000, bigint: 9_000_000_000_000_000 }

/** What the servers hold of the row that is `counted`, without one of them. */
const others = (server: SQL, now: SQL) => sql`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(counted.held)
  where key <> ${server} and (value ->> 'until')::bigint > ${now})`

function own(server: SQL, more: SQL, until: SQL): SQL {
  const units = sql`greatest(0, coalesce((counted.held -> ${server} ->> 'words')::bigint, 0) + ${more})`
  return sql`case when ${units} > 0
    then jsonb_build_object(${server}, jsonb_build_object('words', ${units}, 'until', ${until}))
    else '{}'::jsonb end`
}

/** Holds units if any are left, even more than are left (one reply too many). One statement, so servers take turns. */
export async function holdUnits(
  db: Db,
  table: UnitTable,
  { account, day, server: id, units: most, room, now: at, until: end }: Parameters<HoldUnits>[0],
): Promise<boolean> {
  const [server, now, until] = [sql`${id}::text`, sql`${at}::bigint`, sql`${end}::bigint`]
  const [name, units, key] = [sql.raw(table.name), sql.raw(table.units), sql.raw(table.account)]
  const whose = sql`${account}::${sql.raw(table.accountType)}`
  const known =
    table.of === undefined ? sql`` : sql`exists (select from ${sql.raw(table.of)} where id = ${whose}) and`
  const held = await countRows(
    db,
    sql`
    insert into ${name} as counted (${key}, day, ${units}, held)
    select ${whose}, ${day}::date, 0, jsonb_build_object(${server}, jsonb_build_object('words', ${most}::bigint, 'until', ${until}))
    where ${known} ${room}::bigint > 0
    on conflict (${key}, day) do update
    set held = ${others(server, now)} || ${own(server, sql`${most}::bigint`, until)}
    where counted.${units} + (
      select coalesce(sum((value ->> 'words')::bigint), 0) from jsonb_each(counted.held)
      where (value ->> 'until')::bigint > ${now}) < ${room}::bigint`,
  )
  return held > 0
}

/** Adds what was used. Accounts that were removed are dropped. */
export async function addUnits(db: Db, table: UnitTable, used: readonly UsedUnits[]): Promise<void> {
  const [name, units, key] = [sql.raw(table.name), sql.raw(table.units), sql.raw(table.account)]
  const known = table.of === undefined ? sql`` : sql`join ${sql.raw(table.of)} on id = account`
  await db.execute(sql`
    with used as materialized (
      select * from json_to_recordset(${JSON.stringify(used)}::json)
        as used (account ${sql.raw(table.accountType)}, day date, units bigint, server text, held bigint, until bigint)
    )
    insert into ${name} as counted (${key}, day, ${units})
    select account, day, used.units from used ${known} order by 1, 2
    on conflict (${key}, day) do update set
      ${units} = least(counted.${units}::bigint + excluded.${units}, ${sql.raw(String(MOST_UNITS[table.unitsType]))}),
      held = (
        select (counted.held - used.server) || ${own(sql`used.server`, sql`used.held`, sql`used.until`)}
        from used where used.account = counted.${key} and used.day = counted.day)`)
}

export async function sweepUnits(db: Db, table: UnitTable, before: string): Promise<void> {
  await db.execute(sql`delete from ${sql.raw(table.name)} where day < ${before}::date`)
}
