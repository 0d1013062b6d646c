import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listRealmsWith } from '../../db/trust/take-down.ts'
import type { RealmFeed } from './realm-feed.ts'

interface TellRealmsOptions {
  db: Db
  log: Pick<Logger, 'warn'>
  feed: Pick<RealmFeed, 'detailChanged'>
}

/**
 * Tells the rooms with one of these agents that they show another agent now, or none; to be called once that is stored.
 * Never rejects: the change stays, and a room that was not told reads it with its realm's next change.
 */
export async function tellRealmsWith(
  { db, log, feed }: TellRealmsOptions,
  agentIds: readonly string[],
): Promise<void> {
  if (agentIds.length === 0) return
  try {
    for (const realmId of await listRealmsWith(db, agentIds)) feed.detailChanged(realmId)
  } catch (error) {
    log.warn({ err: error }, 'rooms were not told that their agents changed')
  }
}
