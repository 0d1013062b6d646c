import { and, eq, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ModerationState } from '../../../shared/trust/desk.ts'
import type { Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../../db/connect/connect.ts'
import { agents } from '../../db/schema/agents.ts'
import { takenPictures } from '../../db/schema/moderation.ts'
import type { TakesDown } from './desk-actions.ts'

const hash = /^[0-9a-f]{64}$/

/** How things stand with the desk. */
export class Takedowns implements TakesDown {
  readonly #clock: () => Date

  constructor({ clock }: { clock: () => Date }) {
    this.#clock = clock
  }

  async apply(transaction: Db, { kind, subject }: Subject, state: ModerationState | null): Promise<boolean> {
    if (kind === 'agent' && z.uuid().safeParse(subject).success) {
      const changed = await transaction
        .update(agents)
        .set({ moderation: state })
        .where(and(eq(agents.id, subject), isNull(agents.deletedAt)))
        .returning({ id: agents.id })
      return changed.length > 0
    }
    if (kind !== 'picture' || !hash.test(subject) || state === 'unlisted') return false
    if (state === null) await transaction.delete(takenPictures).where(eq(takenPictures.hash, subject))
    else
      await transaction
        .insert(takenPictures)
        .values({ hash: subject, takenAt: this.#clock() })
        .onConflictDoNothing()
    return true
  }

  async afterwards(): Promise<void> {}
}
