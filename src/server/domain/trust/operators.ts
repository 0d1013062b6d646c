import type { Db } from '../../db/connect/connect.ts'
import { endSessionsOf } from '../../db/session/users.ts'
import { replaceOperators } from '../../db/trust/desk-people.ts'

/**
 * Ends the sessions of whoever was an operator with the start before and is none any more; to be called at each start.
 * The desk refuses them anyway, as it looks at the settings with each request.
 */
export async function endFormerOperators(
  { db, onEnded }: { db: Db; onEnded: (ids: readonly string[]) => void },
  operators: readonly string[],
): Promise<void> {
  const former = await replaceOperators(db, operators)
  for (const wallet of former) onEnded(await endSessionsOf(db, wallet))
}
