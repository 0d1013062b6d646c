import { randomUUID } from 'node:crypto'
import {
  deletableRealms,
  findMembership,
  insertRealm,
  removeParticipant,
  updateRealm,
} from '../../db/realms/realms.ts'
import { Failure } from '../failure.ts'
import { noQuotas } from '../quotas/quotas.ts'
import { createUndoableDeletes } from '../undoable-deletes.ts'
import { membershipIn, onlyCreator, openRealm } from './find-there.ts'
import { realmNotFound } from './realm-refusals.ts'
import type { Realms, RealmsOptions } from './realms.ts'

/** Implements the creation of realms, and what their creators do with them. */
export function keepRealms({
  db,
  clock,
  feed,
  turns,
  quotas = noQuotas,
}: RealmsOptions): Pick<Realms, 'create' | 'change' | 'remove' | 'restore' | 'leave' | 'sweepDeleted'> {
  const deletes = createUndoableDeletes({ db, clock, rows: deletableRealms, what: 'the realm is deleted' })
  const open = (id: string) => openRealm(db, id, clock())

  /** Throws the reason why a change by this wallet found no realm. */
  async function refuse(id: string, wallet: string): Promise<never> {
    await onlyCreator(db, id, wallet)
    // It was restored in between.
    throw realmNotFound()
  }

  return {
    async create(creator, { id = randomUUID(), name, description, unlisted = false }) {
      const isTheirs = async () => {
        const stored = await findMembership(db, id, creator)
        return stored?.createdBy === creator && !stored.deletedAt
      }
      const insert = async () => ({
        created: await insertRealm(db, {
          id,
          name,
          description,
          unlisted,
          createdBy: creator,
          participants: [creator],
          createdAt: clock(),
        }),
      })
      const { created } = await quotas.realms.hold(creator, 1, insert, {
        kept: (made) => made.created,
        before: async () => ((await isTheirs()) ? { created: false } : null),
      })
      if (!created) {
        if (!(await isTheirs()))
          throw new Failure('conflict', 'There is already a realm with this id.', {
            errors: { id: 'This id is taken.' },
          })
      }
      // Clients that looked for it before it existed are notified.
      if (created) feed.detailChanged(id)
      return { realm: await open(id), created }
    },

    async change(id, wallet, changes) {
      if (!(await updateRealm(db, id, wallet, changes))) await refuse(id, wallet)
      feed.detailChanged(id)
      return open(id)
    },

    async remove(id, wallet) {
      // The realm is hidden first, so that nothing can be said in it any more that would have to be stopped as well.
      if (!(await deletes.mark({ id, owner: wallet }))) await refuse(id, wallet)
      feed.gone(id)
      await turns.stopIn(id)
    },

    async restore(id, wallet) {
      if ((await deletes.restore({ id, owner: wallet })) === 'restored') {
        feed.detailChanged(id)
        // Messages from just before the deletion still wait for the director.
        turns.wake(id)
      } else await onlyCreator(db, id, wallet)
      return open(id)
    },

    async leave(id, wallet) {
      if (await removeParticipant(db, id, wallet)) feed.detailChanged(id)
      else await membershipIn(db, id, wallet)
    },

    sweepDeleted: deletes.sweep,
  }
}
