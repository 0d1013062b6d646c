import { sql } from 'drizzle-orm'

/** Ids as one value, for `= any(…)`. */
export const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`
