import { type AnyColumn, and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { people } from '../schema/people.ts'

/** Whether a profile is shown. One that was taken down is a person without a profile: their address stands in its place. */
export const isShownPerson: SQL = sql`${people.moderation} is distinct from 'down'`

/** The condition by which names and pictures are joined. */
export const isShownProfileOf = (address: AnyColumn | SQL | string): SQL | undefined =>
  and(eq(people.address, address), isShownPerson)

/** The name that others are shown of an address; null without one. For any statement: nothing else of it is named `people`. */
export const shownName = (address: AnyColumn | SQL | Placeholder | string) => sql<string | null>`(
  select people.name from people where people.address = ${address} and people.moderation is distinct from 'down')`
