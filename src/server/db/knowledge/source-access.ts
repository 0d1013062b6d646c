import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { sourcesOpenSchema } from '../../../shared/knowledge/sources.ts'
import { isPublishedAs } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

type SourceAccess = z.infer<typeof sourceAccessSchema>

const sourceAccessSchema = z.object({
  owner: z.string(),
  /** For others than the owner; false for drafts, hidden agents and conversations. */
  isOpen: z.boolean(),
  sourcesOpen: sourcesOpenSchema,
  /** Null for a file of a conversation. */
  agent: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The wallet of the API key in question; null if that one is revoked, has expired or is for another agent. */
  keyWallet: z.nullable(z.string()),
})

/** Null if the source, its agent or its conversation is deleted or does not exist. */
export async function findSourceAccess(
  db: Db,
  sourceId: string,
  key: { id: string; now: Date } | null = null,
): Promise<SourceAccess | null> {
  const [row] = await rows(
    db,
    sourceAccessSchema,
    sql`
    select coalesce(a.owner, s.wallet) as owner, coalesce(${isPublishedAs('a')}, false) as "isOpen",
      coalesce(k.sources_open, 'passages') as "sourcesOpen",
      case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as agent, by_key.wallet as "keyWallet"
    from sources s
      left join agents a on a.id = s.agent_id and a.deleted_at is null
      left join agent_knowledge k on k.agent_id = a.id
      left join conversations c on c.id = s.conversation_id and c.owner = s.wallet
      left join api_keys by_key on by_key.id = ${key?.id ?? null}::uuid
        and (by_key.expires_at is null or by_key.expires_at > ${key?.now.toISOString() ?? null}::timestamptz)
        and (by_key.agent_id is null or by_key.agent_id = s.agent_id)
    where s.id = ${sourceId} and s.deleted_at is null and (s.agent_id is null or a.id is not null)
      and c.deleted_at is null`,
  )
  return row ?? null
}
