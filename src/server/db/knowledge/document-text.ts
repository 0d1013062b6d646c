import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { storedPassageSchema } from './find-passages.ts'

const readVersionSchema = z.object({
  id: z.int(),
  name: z.string(),
  pages: z.nullable(z.int()),
  passages: z.int(),
  characters: z.int(),
  notes: z.array(z.string()),
})

/** Replies are made from this version; null if there is none. */
export async function findReadVersion(
  db: Db,
  at: { agentId: string; sourceId: string },
): Promise<z.infer<typeof readVersionSchema> | null> {
  const [version] = await rows(
    db,
    readVersionSchema,
    sql`
    select v.id::int, s.name, v.pages, v.passages, v.characters, to_json(v.notes) as notes
    from sources s join source_versions v on v.id = s.searched
    where s.id = ${at.sourceId} and s.agent_id = ${at.agentId} and s.deleted_at is null`,
  )
  return version ?? null
}

const textPassageSchema = z.omit(storedPassageSchema, { versionId: true })

/** Reads passages in their order, beginning with the number `from`. */
export function readPassagesFrom(
  db: Db,
  versionId: number,
  { from, most }: { from: number; most: number },
): Promise<z.infer<typeof textPassageSchema>[]> {
  return rows(
    db,
    textPassageSchema,
    sql`
    select number, page, last_page as "lastPage", heading, starts_at as "from", ends_at as "to", text
    from source_passages where version_id = ${versionId} and number >= ${from}
    order by number limit ${most}`,
  )
}
