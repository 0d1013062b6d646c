import { randomUUID } from 'node:crypto'
import { type TextField, textFields, withFallbacks } from '../../../shared/agents/agent-fields.ts'
import type {
  Agent,
  AgentChanges,
  AgentListQuery,
  AgentPage,
  LikeAgents,
  MyAgentsQuery,
  NewAgent,
  UpvoteCount,
} from '../../../shared/agents/agents.ts'
import { joinPersonality } from '../../../shared/agents/personality.ts'
import { limits } from '../../../shared/common/limits.ts'
import { listAgents, listAgentsLike, listedIn, listOwnedAgents, OWNED } from '../../db/agents/agent-lists.ts'
import { changeAgent } from '../../db/agents/agent-versions.ts'
import {
  deletableAgents,
  insertAgent,
  prepareFindAgent,
  restoreAgent,
  setUpvote,
  updateAgent,
} from '../../db/agents/agents.ts'
import { type CardFile, storeCardFiles } from '../../db/agents/card-files.ts'
import { type FoundAnswering, prepareFindAnsweringAgent } from '../../db/agents/find-answering-agent.ts'
import { freeHandles, giveMissingHandles } from '../../db/agents/handles.ts'
import { type NewPersona, savePersona } from '../../db/agents/personas.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { createUndoableDeletes, undoExpired } from '../undoable-deletes.ts'
import type { Images } from './images.ts'
import { isFound, reachOf } from './reach.ts'

/** The persona of an agent that is created, with the card that it was imported from. */
export type ImportedPersona = Omit<NewPersona, 'agentId' | 'now'> & {
  /** The files of that card that are kept for its export. */
  files?: readonly CardFile[]
}

const textsOf = (content: { [Name in TextField]?: string | undefined }) =>
  textFields.map((field) => content[field])

/** How many similar agents are shown. */
const LIKE = 4

/** How long the handles of an agent that is gone stay its own. */
const HANDLE_RESTS_MS = 90 * 24 * 3_600_000

/**
 * Operations on agents (decisions 7-14). `wallet` and `owner` are the session's wallet, null for a visitor. An agent
 * that the wallet may not see is reported as `not_found`; one that it may see but does not own can't be changed:
 * `forbidden`.
 */
export interface Agents {
  /**
   * Lists public, visible agents, newest first by default.
   * @throws {Failure} `cursor_invalid`
   */
  list(query: AgentListQuery): Promise<AgentPage>
  /**
   * Lists some public agents that are similar to one which this wallet may open.
   * @throws {Failure} `not_found`
   */
  like(id: string, wallet: string | null): Promise<LikeAgents>
  /**
   * Lists all agents of an owner, including drafts and hidden ones.
   * @throws {Failure} `cursor_invalid`
   */
  listOwned(owner: string, query: MyAgentsQuery): Promise<AgentPage>
  /**
   * Finds an agent that this wallet may open, or null: anyone with the link may open a draft, only the owner a hidden
   * agent.
   */
  find(id: string, wallet: string | null): Promise<Agent | null>
  /**
   * Finds an agent that this wallet may use together with others, or for writing for others: a published agent, or one
   * of its own. A draft of another wallet can only be opened by its link, for a conversation.
   */
  findChoosable(id: string, wallet: string | null): Promise<Agent | null>
  /** Like `find`, but only with what a reply is generated from. */
  findAnswering(id: string, wallet: string | null): Promise<FoundAnswering | null>
  /** @throws {Failure} `not_found` if `find` returns null */
  open(id: string, wallet: string | null): Promise<Agent>
  /**
   * Finds one of the wallet's own agents.
   * @throws {Failure} `not_found` or `forbidden`
   */
  openOwned(id: string, owner: string): Promise<Agent>
  /**
   * Creates an agent, with a persona if one is given, both or neither. If the same owner repeats a request with the
   * same id, the existing agent is returned.
   * @throws {Failure} `conflict` for an id that is taken, `quota_reached`, or an error of an embedded image
   */
  create(
    owner: string,
    wanted: NewAgent,
    persona?: ImportedPersona,
  ): Promise<{ agent: Agent; created: boolean }>
  /**
   * Changes an agent. If a versioned field changes, the previous state is stored as a version.
   * @throws {Failure} `not_found`, `forbidden`, `conflict` if the current version is not the one that the changes are
   *   based on, `quota_reached`, or an error of an embedded image
   */
  change(id: string, owner: string, changes: AgentChanges): Promise<Agent>
  /**
   * Publishes a draft; a published agent stays unchanged.
   * @throws {Failure} `not_found` or `forbidden`
   */
  publish(id: string, owner: string): Promise<Agent>
  /**
   * Hides an agent from everyone. It can be restored for ten seconds.
   * @throws {Failure} `not_found` or `forbidden`
   */
  remove(id: string, owner: string): Promise<void>
  /**
   * Undoes `remove`; an agent that is not deleted stays unchanged.
   * @throws {Failure} `not_found`, `forbidden` or `undo_expired`
   */
  restore(id: string, owner: string): Promise<Agent>
  /**
   * Sets or removes the wallet's upvote.
   * @throws {Failure} `not_found`
   */
  setUpvote(id: string, wallet: string, upvoted: boolean): Promise<UpvoteCount>
  /** Removes for good the agents deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
  /** Frees the handles of agents long gone, and gives one to each agent that has none; to be called like the former. */
  sweepHandles(): Promise<void>
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
    return reachOf(agent, wallet) === 'hidden' ? null : agent
  }

  async function open(id: string, wallet: string | null): Promise<Agent> {
    return (await find(id, wallet)) ?? nothingThere()
  }

  async function openOwned(id: string, owner: string): Promise<Agent> {
    const agent = await open(id, owner)
    if (agent.owner !== owner) throw new Failure('forbidden', 'This agent belongs to another wallet.')
    return agent
  }

  async function insertWithPersona(
    row: Parameters<typeof insertAgent>[1],
    { files = [], ...persona }: ImportedPersona,
  ) {
    const inserted = await db.transaction(async (transaction) => {
      const agent = await insertAgent(transaction, row)
      if (agent) await savePersona(transaction, { ...persona, agentId: agent.id, now: row.createdAt })
      if (agent) await storeCardFiles(transaction, agent.id, files)
      return agent
    })
    // Read again, because the agent has its greetings from the persona.
    return inserted && find(inserted.id, row.owner)
  }

  /** Throws the reason why a change by this wallet found no agent. */
  async function refuse(id: string, wallet: string): Promise<never> {
    await openOwned(id, wallet)
    // The agent was missing a moment ago but exists now: its deletion has been undone in between.
    return nothingThere()
  }

  return {
    find,
    async findChoosable(id, wallet) {
      const agent = await find(id, wallet)
      return agent && isFound(agent, wallet) ? agent : null
    },
    findAnswering: prepareFindAnsweringAgent(db),
    open,
    openOwned,

    list: ({ cursor, limit = limits.listPage, ...request }) =>
      listAgents(db, {
        ...request,
        limit,
        after: readCursor(listedIn(request.order ?? 'newest'), cursor),
      }),

    async like(id, wallet) {
      return { agents: await listAgentsLike(db, await open(id, wallet), LIKE) }
    },

    listOwned: (owner, { query, category, state, cursor, limit = limits.listPage }) =>
      listOwnedAgents(db, owner, {
        query,
        category,
        limit,
        draftsOnly: state === 'draft',
        after: readCursor(OWNED, cursor),
      }),

    async create(owner, wanted, persona) {
      const { id = randomUUID(), isPublic = true, visibilityEnabled = true } = wanted
      const content = withFallbacks({ ...wanted, personality: joinPersonality(wanted) })
      const before = async () => {
        const stored = await findAgent(id, owner)
        const own = stored && !stored.deletedAt && stored.agent.owner === owner
        return own ? { agent: stored.agent, created: false } : null
      }
      const insert = async () => {
        const row = {
          ...content,
          id,
          owner,
          imageUrl: await images.keep(wanted.imageUrl, owner),
          isPublic,
          visibilityEnabled,
          createdAt: clock(),
        }
        const agent = persona ? await insertWithPersona(row, persona) : await insertAgent(db, row)
        if (agent) return { agent, created: true }
        const stored = await before()
        if (stored) return stored
        throw new Failure('conflict', 'There is already an agent with this id.', {
          errors: { id: 'This id is taken.' },
        })
      }
      const once = { kept: ({ created }: { created: boolean }) => created, before }
      const { files = [], ...texts } = persona ?? {}
      const bytes =
        bytesOf(...textsOf(content), persona && JSON.stringify(texts)) +
        files.reduce((sum, { content }) => sum + content.length, 0)
      return quotas.agents.hold(owner, 1, () => quotas.words.hold(owner, bytes, insert, once), once)
    },

    async change(id, owner, { imageUrl, basedOn, ...changes }) {
      // Ownership is checked first, so that no picture is decoded for a wallet that may not set it.
      if (imageUrl !== undefined) await openOwned(id, owner)
      const kept = imageUrl === undefined ? {} : { imageUrl: await images.keep(imageUrl, owner) }
      const change = { id, owner, basedOn, at: clock(), changes: { ...changes, ...kept } }
      // The previous state is kept as a version, so the new texts are counted in full.
      const bytes = bytesOf(...textsOf(changes))
      const changed = await quotas.words.hold(owner, bytes, () => changeAgent(db, change))
      return settled(withHandle(changed)) ?? refuse(id, owner)
    },

    async publish(id, owner) {
      return (await updateAgent(db, id, owner, { isPublic: true })) ?? refuse(id, owner)
    },

    async remove(id, owner) {
      if (!(await deletes.mark({ id, owner }))) await refuse(id, owner)
    },

    async restore(id, owner) {
      // The statement that restores the agent also returns it.
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

    async sweepHandles() {
      const now = clock()
      await freeHandles(db, { before: new Date(now.getTime() - HANDLE_RESTS_MS), now })
      let more = true
      while (more) more = await giveMissingHandles(db)
    },
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such agent.')
}

/**
 * Returns the result of a change.
 * @throws {Failure} `conflict` if the agent can't have its handle
 */
function withHandle<Outcome>(outcome: Outcome): Exclude<Outcome, 'handle taken' | 'too many handles'> {
  if (outcome === 'handle taken')
    throw new Failure('conflict', 'This handle is taken. Choose another.', {
      errors: { handle: 'This handle is taken.' },
    })
  if (outcome === 'too many handles')
    throw new Failure(
      'conflict',
      `An agent keeps its earlier handles, up to ${limits.handlesOfAgent}. Go back to one of them.`,
      { errors: { handle: `This agent has had ${limits.handlesOfAgent} handles. Go back to one of them.` } },
    )
  return outcome as Exclude<Outcome, 'handle taken' | 'too many handles'>
}

/**
 * Returns the result of a change.
 * @throws {Failure} `conflict` if it was based on an older version
 */
export function settled<Outcome>(outcome: Outcome): Exclude<Outcome, 'outdated'> {
  if (outcome === 'outdated')
    throw new Failure(
      'conflict',
      'The agent has changed since you opened it. Look at its current state before you save.',
    )
  return outcome as Exclude<Outcome, 'outdated'>
}
