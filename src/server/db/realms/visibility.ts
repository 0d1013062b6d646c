import { type SQL, sql } from 'drizzle-orm'
import { realms } from '../schema/realms.ts'

// Who finds a realm, for every statement. Record 0110 has what the desk's states mean.

/** In lists: the partial indexes of the table have a condition that it implies. */
export const isListedRealm = sql`(not ${realms.unlisted} and ${realms.deletedAt} is null and ${realms.moderation} is null)`

/** For everybody who has its link. Nothing happens in a realm that is not there. */
export const isRealmThere = sql`(${realms.deletedAt} is null and ${realms.moderation} is distinct from 'down')`

/** To be read: whoever made a realm that was taken down still reads it. Null is nobody. */
export const isRealmReadBy = (wallet: string | null): SQL =>
  wallet === null
    ? isRealmThere
    : sql`(${realms.deletedAt} is null and (${realms.moderation} is distinct from 'down' or ${realms.createdBy} = ${wallet}))`
