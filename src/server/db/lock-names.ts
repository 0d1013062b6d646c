import { sql } from 'drizzle-orm'
import type { Db } from './connect/connect.ts'

type Kind =
  | 'api keys'
  | 'blocks'
  | 'briefs'
  | 'desk'
  | 'favourites'
  | 'handovers'
  | 'name'
  | 'person'
  | 'push'
  | 'reports'
  | 'shared copies'
  | 'source file'
  | 'sources of'
  | 'swarm'

/**
 * Until the transaction ends no other has these names: two at once could exceed a limit together. They are locked in one
 * order everywhere, so that two that lock several do not wait for each other.
 */
export async function lockNames(transaction: Db, ...names: readonly `${Kind} ${string}`[]): Promise<void> {
  for (const name of names.toSorted())
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}::text, 0))`)
}
