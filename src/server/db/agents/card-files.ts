import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { cardFiles } from '../schema/personas.ts'

/** A file of the CHARX that an agent was imported from. */
export interface CardFile {
  path: string
  content: Uint8Array
}

/** Stores files of an agent's card; those whose path is stored already are left alone. */
export async function storeCardFiles(db: Db, agentId: string, files: readonly CardFile[]): Promise<void> {
  for (const { path, content } of files)
    await db.insert(cardFiles).values({ agentId, path, content }).onConflictDoNothing()
}

/** Lists paths and sizes, without the content of the files. */
export function listCardFiles(db: Db, agentId: string): Promise<{ path: string; bytes: number }[]> {
  return db
    .select({ path: cardFiles.path, bytes: sql<number>`octet_length(${cardFiles.content})` })
    .from(cardFiles)
    .where(eq(cardFiles.agentId, agentId))
    .orderBy(asc(cardFiles.path))
}

export async function readCardFile(db: Db, agentId: string, path: string): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ content: cardFiles.content })
    .from(cardFiles)
    .where(and(eq(cardFiles.agentId, agentId), eq(cardFiles.path, path)))
  return row?.content ?? null
}

/** Reads all files of an agent's card: at most `cardLimits.keptBytes`. */
export function readCardFiles(db: Db, agentId: string): Promise<CardFile[]> {
  return db
    .select({ path: cardFiles.path, content: cardFiles.content })
    .from(cardFiles)
    .where(eq(cardFiles.agentId, agentId))
    .orderBy(asc(cardFiles.path))
}
