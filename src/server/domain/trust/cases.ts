import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/connect/connect.ts'
import { type NewCase, openCase } from '../../db/trust/cases.ts'
import { boundSeen } from './bound-seen.ts'

/** What the operators of this place look at: each thing once, however often and from wherever it came to the desk. */
export class Cases {
  /**
   * Opens the thing's case, also one that was closed, or adds to it. Nothing happens to the thing by that.
   * @param db a transaction, if the case has to come and go with something else
   * @returns the case's id
   */
  open(db: Db, of: NewCase): Promise<string> {
    const bounded = { ...of, seen: boundSeen(of.seen) }
    return db.transaction((transaction) => openCase(transaction, randomUUID(), bounded))
  }
}
