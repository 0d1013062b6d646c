import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { mcpChecks, mcpTools } from '../schema/tools.ts'
import { holdServer } from './usable-servers.ts'

export type McpToolRow = typeof mcpTools.$inferSelect
export type McpCheckRow = typeof mcpChecks.$inferSelect

/** All that is known of the tools of these servers, in their order. */
export async function listMcpTools(db: Db, servers: readonly string[]): Promise<McpToolRow[]> {
  if (servers.length === 0) return []
  return db
    .select()
    .from(mcpTools)
    .where(inArray(mcpTools.server, [...servers]))
    .orderBy(asc(mcpTools.server), asc(mcpTools.position), asc(mcpTools.name))
}

/** What somebody accepted of these servers, and the pins as they are now. */
export type AcceptedTool = Pick<McpToolRow, 'server' | 'name' | 'pin'> & {
  acceptedPin: string
  acceptedRaw: Record<string, unknown>
}

export async function listAcceptedTools(db: Db, servers: readonly string[]): Promise<AcceptedTool[]> {
  if (servers.length === 0) return []
  const { server, name, pin, acceptedPin, acceptedRaw } = mcpTools
  const found = await db
    .select({ server, name, pin, acceptedPin, acceptedRaw })
    .from(mcpTools)
    .where(and(inArray(server, [...servers]), isNotNull(acceptedPin)))
  return found.flatMap((row) =>
    row.acceptedPin !== null && row.acceptedRaw !== null
      ? [{ ...row, acceptedPin: row.acceptedPin, acceptedRaw: row.acceptedRaw }]
      : [],
  )
}

export async function listMcpChecks(db: Db, servers: readonly string[]): Promise<McpCheckRow[]> {
  if (servers.length === 0) return []
  return db
    .select()
    .from(mcpChecks)
    .where(inArray(mcpChecks.server, [...servers]))
}

interface Listing {
  server: string
  tools: readonly { name: string; pin: string; raw: Record<string, unknown> }[]
  at: Date
  /** All that was never seen before is accepted, if nothing of the server was. */
  trustsFirst: boolean
}

/**
 * Stores what a server lists now, unless it was removed meanwhile. What was accepted stays as it was; what is not listed
 * any more is gone, and forgotten if nobody had accepted it.
 */
export function storeListing(db: Db, { server, tools, at, trustsFirst }: Listing): Promise<void> {
  return db.transaction(async (transaction) => {
    // One listing after another: of two at once, rows of both could be left.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('mcp tools ' || ${server}::text, 0))`,
    )
    if (!(await holdServer(transaction, server))) return
    const known = await transaction
      .select({ name: mcpTools.name })
      .from(mcpTools)
      .where(eq(mcpTools.server, server))
      .limit(1)
    const accepts = trustsFirst && known.length === 0
    const names = tools.map(({ name }) => name)
    const isGone = and(
      eq(mcpTools.server, server),
      names.length > 0 ? notInArray(mcpTools.name, names) : undefined,
    )
    await transaction.delete(mcpTools).where(and(isGone, isNull(mcpTools.acceptedPin)))
    await transaction.update(mcpTools).set({ pin: null, raw: null, seenAt: at }).where(isGone)
    if (tools.length === 0) return
    await transaction
      .insert(mcpTools)
      .values(
        tools.map(({ name, pin, raw }, position) => ({
          ...{ server, name, pin, raw, position, seenAt: at },
          acceptedPin: accepts ? pin : null,
          acceptedRaw: accepts ? raw : null,
        })),
      )
      .onConflictDoUpdate({
        target: [mcpTools.server, mcpTools.name],
        set: {
          pin: sql`excluded.pin`,
          raw: sql`excluded.raw`,
          position: sql`excluded.position`,
          seenAt: at,
        },
      })
  })
}

export async function storeCheck(db: Db, check: McpCheckRow): Promise<void> {
  const { server: _, ...values } = check
  await db.transaction(async (transaction) => {
    if (!(await holdServer(transaction, check.server))) return
    await transaction
      .insert(mcpChecks)
      .values(check)
      .onConflictDoUpdate({ target: mcpChecks.server, set: values })
  })
}

/**
 * Accepts tools as they were seen, all of them or none.
 * @returns whether they are all still what was seen
 */
export function acceptTools(
  db: Db,
  server: string,
  seen: readonly { name: string; pin: string }[],
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const names = seen.map(({ name }) => name)
    const stored = await transaction
      .select({ name: mcpTools.name, pin: mcpTools.pin })
      .from(mcpTools)
      .where(and(eq(mcpTools.server, server), inArray(mcpTools.name, names)))
      .for('update')
    const pins = new Map(stored.map(({ name, pin }) => [name, pin]))
    if (!seen.every(({ name, pin }) => pins.get(name) === pin)) return false
    await transaction
      .update(mcpTools)
      .set({ acceptedPin: sql`${mcpTools.pin}`, acceptedRaw: sql`${mcpTools.raw}` })
      .where(and(eq(mcpTools.server, server), inArray(mcpTools.name, names)))
    return true
  })
}

/** What was accepted is not any more; what is gone is forgotten. */
export async function withdrawTools(db: Db, server: string, names: readonly string[]): Promise<void> {
  const of = and(eq(mcpTools.server, server), inArray(mcpTools.name, [...names]))
  await db.delete(mcpTools).where(and(of, isNull(mcpTools.pin)))
  await db.update(mcpTools).set({ acceptedPin: null, acceptedRaw: null }).where(of)
}
