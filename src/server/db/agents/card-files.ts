import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { cardFiles } from '../schema/personas.ts'

/** A file of the CHARX that an agent was imported from. */
export interface CardFile {
  path: string
  content: Uint8Array
}

/** Where its content is: in its row, or in a store of files under its hash. */
export type HeldCardFile =
  | { path: string; content: Uint8Array; hash: null; fileBytes: null }
  | { path: string; content: null; hash: string; fileBytes: number }

/** Stores files of an agent's card; those whose path is stored already are left alone. */
export async function storeCardFiles(db: Db, agentId: string, files: readonly HeldCardFile[]): Promise<void> {
  for (const file of files)
    await db
      .insert(cardFiles)
      .values({ agentId, ...file })
      .onConflictDoNothing()
}

/** Lists paths and sizes, without the content of the files. */
export function listCardFiles(db: Db, agentId: string): Promise<{ path: string; bytes: number }[]> {
  return db
    .select({
      path: cardFiles.path,
      bytes: sql<number>`coalesce(${cardFiles.fileBytes}, octet_length(${cardFiles.content}))`,
    })
    .from(cardFiles)
    .where(eq(cardFiles.agentId, agentId))
    .orderBy(asc(cardFiles.path))
}

/** The content is null, and the hash is not, where a store of files has it. */
export async function findCardFile(
  db: Db,
  agentId: string,
  path: string,
): Promise<{ content: Uint8Array | null; hash: string | null } | null> {
  const [row] = await db
    .select({ content: cardFiles.content, hash: cardFiles.hash })
    .from(cardFiles)
    .where(and(eq(cardFiles.agentId, agentId), eq(cardFiles.path, path)))
  return row ?? null
}
