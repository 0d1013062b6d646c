import { randomUUID } from 'node:crypto'
import type {
  Agent,
  AgentChanges,
  AgentListQuery,
  AgentPage,
  MyAgentsQuery,
  NewAgent,
  UpvoteCount,
} from '../../../shared/agents/agents.ts'
import { joinPersonality } from '../../../shared/agents/personality.ts'
import type { AnsweringAgent } from '../../../shared/chat/chat.ts'
import { limits } from '../../../shared/common/limits.ts'
import { LISTED, listAgents, listOwnedAgents, OWNED } from '../../db/agents/agent-lists.ts'
import { changeAgent } from '../../db/agents/agent-versions.ts'
import {
  deletableAgents,
  insertAgent,
  prepareFindAgent,
  restoreAgent,
  setUpvote,
  updateAgent,
} from '../../db/agents/agents.ts'
import { prepareFindAnsweringAgent } from '../../db/agents/find-answering-agent.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { createUndoableDeletes, undoExpired } from '../undoable-deletes.ts'
import type { Images } from './images.ts'

/**
 * Agents and what may be done with them (decisions 7-14). `wallet` and `owner` are the session's, null for a visitor.
 * What can't be seen by a wallet does not exist for it: `not_found`. What can be seen and belongs to somebody else can't
 * be changed: `forbidden`.
 */
export interface Agents {
  /** Public, visible agents, newest first. @throws {Failure} `cursor_invalid` */
  list(query: AgentListQuery): Promise<AgentPage>
  /** All of an owner's, drafts and hidden ones included. @throws {Failure} `cursor_invalid` */
  listOwned(owner: string, query: MyAgentsQuery): Promise<AgentPage>
  /** The agent as this wallet may open it, or null: drafts open by their link, hidden ones for their owner alone. */
  find(id: string, wallet: string | null): Promise<Agent | null>
  /**
   * The agent as this wallet may bring it among others, or have it write for others: one that is published, or its own.
   * A draft of another wallet opens by its link for a conversation alone.
   */
  findChoosable(id: string, wallet: string | null): Promise<Agent | null>
  /** `find` before a reply: only what the reply is made from. */
  findAnswering(id: string, wallet: string | null): Promise<AnsweringAgent | null>
  /** @throws {Failure} `not_found` where `find` gives null */
  open(id: string, wallet: string | null): Promise<Agent>
  /** One of the wallet's own. @throws {Failure} `not_found` or `forbidden` */
  openOwned(id: string, owner: string): Promise<Agent>
  /**
   * Makes an agent. The same owner's second try with the same id gets the agent that the first one made.
   * @throws {Failure} `conflict` for an id that is taken, `quota_reached`, or what is wrong with an embedded image
   */
  create(owner: string, wanted: NewAgent): Promise<{ agent: Agent; created: boolean }>
  /**
   * What it was is kept as a version, where something versioned changes.
   * @throws {Failure} `not_found`, `forbidden`, `conflict` where it is no longer the version that the changes name as
   *   theirs, `quota_reached`, or what is wrong with an embedded image
   */
  change(id: string, owner: string, changes: AgentChanges): Promise<Agent>
  /** Lists a draft; a published agent stays as it is. @throws {Failure} `not_found` or `forbidden` */
  publish(id: string, owner: string): Promise<Agent>
  /** Takes it out of everybody's sight; for ten seconds it can be brought back. @throws {Failure} `not_found` or `forbidden` */
  remove(id: string, owner: string): Promise<void>
  /** Undoes `remove`; an agent that is there stays as it is. @throws {Failure} `not_found`, `forbidden` or `undo_expired` */
  restore(id: string, owner: string): Promise<Agent>
  /** Sets or takes back the wallet's one vote. @throws {Failure} `not_found` */
  setUpvote(id: string, wallet: string, upvoted: boolean): Promise<UpvoteCount>
  /** Removes for good what was deleted an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export function createAgents(options: {
  db: Db
  clock: () => Date
  images: Images
  quotas?: Quotas
}): Agents {
  const { db, clock, images, quotas = noQuotas } = options
  const findAgent = prepareFindAgent(db)
  const what = 'the agent is deleted'
  const deletes = createUndoableDeletes({ db, clock, rows: deletableAgents, what })

  async function find(id: string, wallet: string | null): Promise<Agent | null> {
    const stored = await findAgent(id, wallet)
    if (!stored || stored.deletedAt) return null
    const { agent } = stored
    return agent.visibilityEnabled || agent.owner === wallet ? agent : null
  }

  async function open(id: string, wallet: string | null): Promise<Agent> {
    return (await find(id, wallet)) ?? nothingThere()
  }

  async function openOwned(id: string, owner: string): Promise<Agent> {
    const agent = await open(id, owner)
    if (agent.owner !== owner) throw new Failure('forbidden', 'This agent belongs to another wallet.')
    return agent
  }

  /** Why a change by this wallet found nothing to change. */
  async function refuse(id: string, wallet: string): Promise<never> {
    await openOwned(id, wallet)
    // It was not there a moment ago, and is now: somebody undid its deletion in between.
    return nothingThere()
  }

  return {
    find,
    async findChoosable(id, wallet) {
      const agent = await find(id, wallet)
      return agent?.isPublic || agent?.owner === wallet ? agent : null
    },
    findAnswering: prepareFindAnsweringAgent(db),
    open,
    openOwned,

    list: ({ query, category, maker, cursor, limit = limits.listPage }) =>
      listAgents(db, { query, category, maker, limit, after: readCursor(LISTED, cursor) }),

    listOwned: (owner, { query, category, state, cursor, limit = limits.listPage }) =>
      listOwnedAgents(db, owner, {
        query,
        category,
        limit,
        draftsOnly: state === 'draft',
        after: readCursor(OWNED, cursor),
      }),

    async create(owner, wanted) {
      const { id = randomUUID(), tone, customInstructions, ...fields } = wanted
      const personality = joinPersonality(wanted)
      const before = async () => {
        const stored = await findAgent(id, owner)
        const own = stored && !stored.deletedAt && stored.agent.owner === owner
        return own ? { agent: stored.agent, created: false } : null
      }
      const insert = async () => {
        const agent = await insertAgent(db, {
          ...fields,
          id,
          owner,
          personality,
          imageUrl: await images.keep(fields.imageUrl, owner),
          pumpToken: fields.pumpToken ?? null,
          isPublic: fields.isPublic ?? true,
          visibilityEnabled: fields.visibilityEnabled ?? true,
          createdAt: clock(),
        })
        if (agent) return { agent, created: true }
        const stored = await before()
        if (stored) return stored
        throw new Failure('conflict', 'There is an agent with this id already.', {
          errors: { id: 'This id is taken.' },
        })
      }
      const once = { kept: ({ created }: { created: boolean }) => created, before }
      const bytes = bytesOf(fields.name, fields.description, personality)
      return quotas.agents.hold(owner, 1, () => quotas.words.hold(owner, bytes, insert, once), once)
    },

    async change(id, owner, { imageUrl, basedOn, ...changes }) {
      // Whose it is comes first: a picture is not worth decoding for somebody who may not set it.
      if (imageUrl !== undefined) await openOwned(id, owner)
      const kept = imageUrl === undefined ? {} : { imageUrl: await images.keep(imageUrl, owner) }
      const change = { id, owner, basedOn, at: clock(), changes: { ...changes, ...kept } }
      // What it was stays, as a version.
      const bytes = bytesOf(changes.name, changes.description, changes.personality)
      const changed = await quotas.words.hold(owner, bytes, () => changeAgent(db, change))
      return settled(changed) ?? refuse(id, owner)
    },

    async publish(id, owner) {
      return (await updateAgent(db, id, owner, { isPublic: true })) ?? refuse(id, owner)
    },

    async remove(id, owner) {
      if (!(await deletes.mark({ id, owner }))) await refuse(id, owner)
    },

    async restore(id, owner) {
      // The statement that brings it back answers with it, too.
      const restored = await restoreAgent(db, { id, owner }, deletes.earliest())
      if (restored) return restored
      const stored = await findAgent(id, owner)
      if (stored?.deletedAt && stored.agent.owner === owner) undoExpired(what)
      return openOwned(id, owner)
    },

    async setUpvote(id, wallet, upvoted) {
      return (await setUpvote(db, { id, wallet, upvoted, at: clock() })) ?? nothingThere()
    },

    sweepDeleted: deletes.sweep,
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such agent.')
}

/** What came of a change. @throws {Failure} `conflict` where it was made to an older version */
export function settled<Outcome>(outcome: Outcome): Exclude<Outcome, 'outdated'> {
  if (outcome === 'outdated')
    throw new Failure(
      'conflict',
      'The agent has been changed since. Look at what it is now before changing it.',
    )
  return outcome as Exclude<Outcome, 'outdated'>
}
