import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { countRows } from '../rows.ts'
import { agents } from '../schema/agents.ts'
import { conversations } from '../schema/conversations.ts'
import { ownImports } from '../schema/own-data.ts'

export async function recordImport(
  db: Db,
  row: { wallet: string; id: string; exportId: string; importedAt: Date },
): Promise<void> {
  await db.insert(ownImports).values(row).onConflictDoNothing()
}

/** When the wallet last imported this export with another import than this one; null if it never did. */
export async function findEarlierImport(
  db: Db,
  of: { wallet: string; exportId: string; id: string | null },
): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<string | null>`max(${ownImports.importedAt})` })
    .from(ownImports)
    .where(
      and(
        eq(ownImports.wallet, of.wallet),
        eq(ownImports.exportId, of.exportId),
        sql`${ownImports.id} is distinct from ${of.id}::uuid`,
      ),
    )
  return row?.at ? new Date(row.at) : null
}

/** Whether a wallet still has one of these agents or conversations, under the ids that they have in an export. */
export async function hasOriginals(
  db: Db,
  wallet: string,
  ids: { agents: readonly string[]; conversations: readonly string[] },
): Promise<boolean> {
  const list = (of: readonly string[]) => sql`any(${`{${of.join(',')}}`}::uuid[])`
  const found = await countRows(
    db,
    sql`
    select where exists (
      select from ${agents} where owner = ${wallet} and deleted_at is null and id = ${list(ids.agents)}
    ) or exists (
      select from ${conversations} where owner = ${wallet} and deleted_at is null and id = ${list(ids.conversations)}
    )`,
  )
  return found > 0
}
