import { isDeepStrictEqual } from 'node:util'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { BriefListQuery, BriefPage, KeptBrief, StoredBrief } from '../../../shared/social.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { OwnedId } from '../../db/deletable-rows.ts'
import {
  deletableBriefs,
  findBrief,
  insertBrief,
  KEPT,
  listBriefs,
  updateBrief,
} from '../../db/social/social-briefs.ts'
import { Failure } from '../failure.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { createUndoableDeletes } from '../undoable-deletes.ts'

/**
 * Stored briefs with their drafts. `owner` is the session's wallet: a brief that belongs to another wallet or is
 * deleted is reported as missing, so every method but `list` may throw a {Failure} `not_found`.
 */
export interface Briefs {
  open(of: OwnedId): Promise<StoredBrief>
  /**
   * Lists briefs, most recently stored first.
   * @throws {Failure} `cursor_invalid`
   */
  list(owner: string, query: BriefListQuery): Promise<BriefPage>
  /**
   * Stores a complete brief, as a new one or in place of the revision that it follows. A repeated request gets the same
   * response as the first, which may have been lost. An agent must exist when it is chosen, but may be removed later.
   * @throws {Failure} `conflict` if another revision was stored in between, `briefs_full`, `quota_reached`, or
   *   `validation_failed` at `agentId`
   */
  store(of: OwnedId, brief: KeptBrief): Promise<StoredBrief>
  /** Hides a brief. It can be restored for ten seconds. */
  remove(of: OwnedId): Promise<void>
  /**
   * Undoes `remove`, even if other briefs were added meanwhile; a brief that is not deleted stays unchanged.
   * @throws {Failure} `undo_expired`
   */
  restore(of: OwnedId): Promise<StoredBrief>
  /** Removes for good the briefs deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export function createBriefs(options: {
  db: Db
  clock: () => Date
  /**
   * Finds an agent that this wallet may use for writing; null if there is none, it is hidden, or it is another wallet's
   * draft (decision 8).
   */
  findAgent: (id: string, wallet: string) => Promise<AnsweringAgent | null>
  quotas?: Quotas
}): Briefs {
  const { db, clock, findAgent, quotas = noQuotas } = options
  const deletes = createUndoableDeletes({ db, clock, rows: deletableBriefs, what: 'the drafts are deleted' })

  async function open(of: OwnedId): Promise<StoredBrief> {
    return (await findBrief(db, of)) ?? nothingThere()
  }

  async function agentName(
    { agentId }: KeptBrief,
    owner: string,
    before: StoredBrief | null,
  ): Promise<string> {
    const agent = await findAgent(agentId, owner)
    if (agent) return agent.name
    if (before?.agentId === agentId) return before.agentName
    const message = 'This agent no longer exists. Choose another.'
    throw new Failure('validation_failed', message, { errors: { agentId: message } })
  }

  return {
    open,

    list: (owner, { cursor, limit = limits.listPage }) =>
      listBriefs(db, { owner, limit, after: readCursor(KEPT, cursor) }),

    async store(of, brief) {
      const before = await findBrief(db, of)
      if (before && isStored(brief, before)) return before
      if (before ? before.revision !== brief.follows : brief.follows > 0) refuse(before)
      const { follows, ...fields } = brief
      const row = { ...fields, ...of, agentName: await agentName(brief, of.owner, before), at: clock() }
      const more = Math.max(0, wordsOf(brief) - (before ? wordsOf(before) : 0))
      const outcome = await quotas.words.hold(of.owner, more, () =>
        before ? updateBrief(db, row, follows) : insertBrief(db, row, limits.socialBriefs),
      )
      if (outcome === 'full')
        throw new Failure(
          'briefs_full',
          `You keep ${limits.socialBriefs} briefs already. Delete one to save another.`,
        )
      const now = await findBrief(db, of)
      // The concurrent change may have been identical.
      return now && (outcome === 'stored' || isStored(brief, now)) ? now : refuse(now)
    },

    async remove(of) {
      if (!(await deletes.mark(of))) nothingThere()
    },

    async restore(of) {
      await deletes.restore(of)
      return open(of)
    },

    sweepDeleted: deletes.sweep,
  }
}

/** The size of a brief's texts in bytes. */
function wordsOf({ topic, source, drafts }: Pick<KeptBrief, 'topic' | 'source' | 'drafts'>): number {
  return bytesOf(topic, source, ...drafts.map(({ content }) => content))
}

/** Whether the stored brief is the result of storing this one. */
function isStored({ follows, ...brief }: KeptBrief, now: StoredBrief): boolean {
  const { agentId, platform, topic, source, tone, drafts } = now
  return (
    now.revision === follows + 1 &&
    isDeepStrictEqual(brief, { agentId, platform, topic, source, tone, drafts })
  )
}

function refuse(now: StoredBrief | null): never {
  if (now) throw new Failure('conflict', 'These drafts were changed somewhere else in the meantime.')
  return nothingThere()
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such brief.')
}
