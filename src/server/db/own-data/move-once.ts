import { type AnyColumn, getTableColumns, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'

const nameOf = (column: AnyColumn) => sql.identifier(column.name)

/**
 * Moves the rows of a table with at most one row per wallet and thing. Where both have a row, even one of this moment,
 * the taker's stays.
 * @param wallet the column of whose they are; the first two columns tell rows apart
 */
export async function moveOnce(transaction: Db, wallet: AnyColumn, from: string, to: string): Promise<void> {
  const columns = Object.values(getTableColumns(wallet.table))
  const list = (of: (column: AnyColumn) => SQLWrapper) => sql.join(columns.map(of), sql`, `)
  const moved = list((column) => (column === wallet ? sql`${to}` : nameOf(column)))
  await transaction.execute(sql`
    with mine as (delete from ${wallet.table} where ${wallet} = ${from} returning *)
    insert into ${wallet.table} (${list(nameOf)}) select ${moved} from mine order by 1, 2 on conflict do nothing`)
}
