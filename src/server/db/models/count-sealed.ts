import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

const countedRow = z.object({ all: z.coerce.number(), lost: z.coerce.number() })

/** Of what is kept encrypted: how much there is, and how much is under none of these secrets. */
export async function countSealed(db: Db, secretIds: readonly string[]): Promise<z.infer<typeof countedRow>> {
  const [counted] = await rows(
    db,
    countedRow,
    sql`
      select count(*)::text as all, count(*) filter (where secret_id <> all(${sql.param(secretIds)}::text[]))::text as lost
      from (
        select secret_id from model_keys union all select secret_id from mcp_servers
        union all select secret_id from mcp_tokens union all select secret_id from place_secrets
      ) as sealed
      where secret_id <> ''`,
  )
  return counted ?? { all: 0, lost: 0 }
}
