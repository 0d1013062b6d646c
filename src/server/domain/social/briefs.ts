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
import { Failure, noSuch } from '../failure.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { UndoableDeletes } from '../undoable-deletes.ts'

interface BriefsOptions {
  db: Db
  clock: () => Date
  /** Null if there is none, it is hidden, or it is another wallet's draft (decision 8). */
  findAgent: (id: string, wallet: string) => Promise<AnsweringAgent | null>
  quotas?: Quotas
}

/** `owner` is the session's wallet. Methods but `list` may throw a {Failure} `not_found`, also for a deleted brief. */
export class Briefs {
  readonly #options: BriefsOptions
  readonly #deletes: UndoableDeletes

  constructor(options: BriefsOptions) {
    const { db, clock } = options
    this.#options = options
    this.#deletes = new UndoableDeletes({
      db,
      clock,
      rows: deletableBriefs,
      what: 'the drafts are deleted',
    })
  }

  async open(of: OwnedId): Promise<StoredBrief> {
    return (await findBrief(this.#options.db, of)) ?? noSuch('brief')
  }

  /** Lists the most recently stored first. @throws {Failure} `cursor_invalid` */
  async list(owner: string, { cursor, limit = limits.listPage }: BriefListQuery): Promise<BriefPage> {
    return listBriefs(this.#options.db, { owner, limit, after: readCursor(KEPT, cursor) })
  }

  /**
   * A repeated request gets the same response, as the first may have been lost. The agent may be removed later.
   * @throws {Failure} `conflict` with another revision, `briefs_full`, `quota_reached`, `validation_failed` at
   * `agentId`
   */
  async store(of: OwnedId, brief: KeptBrief): Promise<StoredBrief> {
    const { db, clock, quotas = noQuotas } = this.#options
    const before = await findBrief(db, of)
    if (before && isStored(brief, before)) return before
    if (before ? before.revision !== brief.follows : brief.follows > 0) refuse(before)
    const { follows, ...fields } = brief
    const agentName = await this.#agentName(brief, of.owner, before)
    const row = { ...fields, ...of, agentName, at: clock() }
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
  }

  /** For ten seconds it can be restored. */
  async remove(of: OwnedId): Promise<void> {
    if (!(await this.#deletes.mark(of))) noSuch('brief')
  }

  /** Works even if other briefs were added meanwhile. @throws {Failure} `undo_expired` */
  async restore(of: OwnedId): Promise<StoredBrief> {
    await this.#deletes.restore(of)
    return this.open(of)
  }

  /** Removes briefs deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void> {
    return this.#deletes.sweep()
  }

  async #agentName({ agentId }: KeptBrief, owner: string, before: StoredBrief | null): Promise<string> {
    const agent = await this.#options.findAgent(agentId, owner)
    if (agent) return agent.name
    if (before?.agentId === agentId) return before.agentName
    const message = 'This agent no longer exists. Choose another.'
    throw new Failure('validation_failed', message, { errors: { agentId: message } })
  }
}

function wordsOf({ topic, source, drafts }: Pick<KeptBrief, 'topic' | 'source' | 'drafts'>): number {
  return bytesOf(topic, source, ...drafts.map(({ content }) => content))
}

function isStored({ follows, ...brief }: KeptBrief, now: StoredBrief): boolean {
  const { agentId, platform, topic, source, tone, drafts } = now
  return (
    now.revision === follows + 1 &&
    isDeepStrictEqual(brief, { agentId, platform, topic, source, tone, drafts })
  )
}

function refuse(now: StoredBrief | null): never {
  if (now) throw new Failure('conflict', 'These drafts were changed somewhere else in the meantime.')
  return noSuch('brief')
}
