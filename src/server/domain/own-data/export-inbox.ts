import { inboxLimits } from '../../../shared/tools/inbox.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listGrants } from '../../db/inbox/grants.ts'
import { findInbox } from '../../db/inbox/inboxes.ts'

/** How a person is told, and what they allowed. The calls themselves are parts of what they stand in. */
export async function exportInbox(db: Db, wallet: string) {
  const [{ quiet }, grants] = [await findInbox(db, wallet), await listGrants(db, wallet, inboxLimits.grants)]
  const allowed = grants.map(({ agentId, agentName, tool, title, origin, createdAt, lastUsedAt }) => ({
    agent: { id: agentId, name: agentName },
    ...{ tool, title, origin: origin || null, createdAt, lastUsedAt },
  }))
  return { quiet, allowed }
}
