import { type TextField, textFields } from '../../../shared/agents/agent-fields.ts'
import type {
  Agent,
  AgentChanges,
  AgentListQuery,
  AgentPage,
  MyAgentsQuery,
  UpvoteCount,
} from '../../../shared/agents/agents.ts'
import type { LikeAgents } from '../../../shared/agents/kept-agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import { partsOfRef } from '../../../shared/models/model-choice.ts'
import type { RealmAgent } from '../../../shared/realms/realms.ts'
import type { LooksLike } from '../../../shared/trust/looks-like.ts'
import {
  listAgents,
  listAgentsLike,
  listedIn,
  listOwnedAgents,
  ownedBy,
} from '../../db/agents/agent-lists.ts'
import { changeAgent } from '../../db/agents/agent-versions.ts'
import {
  deletableAgents,
  type FindAgent,
  prepareFindAgent,
  restoreAgent,
  updateAgent,
} from '../../db/agents/agents.ts'
import { type FoundAnswering, prepareFindAnsweringAgent } from '../../db/agents/find-answering-agent.ts'
import { freeHandles, giveMissingHandles } from '../../db/agents/handles.ts'
import { setUpvote } from '../../db/agents/upvotes.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Reads } from '../../db/replicas/replica-reads.ts'
import { Failure, noSuch } from '../failure.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { takenDown } from '../taken-down.ts'
import type { ServerChoices } from '../tools/server-choices.ts'
import type { LookAlikes } from '../trust/look-alikes.ts'
import { UndoableDeletes, undoExpired } from '../undoable-deletes.ts'
import type { AgentHooks } from './agent-hooks.ts'
import type { Images } from './images.ts'
import { isFound, reachOf } from './reach.ts'
import { settled, withHandle } from './settled.ts'

export const textsOf = (content: { [Name in TextField]?: string | undefined }) =>
  textFields.map((field) => content[field])

const LIKE = 4

/** How long the handles of an agent that is gone stay its own. */
const HANDLE_RESTS_MS = 90 * 24 * 3_600_000

const DELETED = 'the agent is deleted'

/** What a realm shows of its agents, and whether it shows them. */
const shownInRealms = ['name', 'imageUrl', 'category', 'visibilityEnabled'] as const satisfies readonly (
  | keyof RealmAgent
  | 'visibilityEnabled'
)[]

interface AgentsOptions {
  db: Db
  /** For what others see of agents. */
  reads?: Reads
  clock: () => Date
  images: Pick<Images, 'keep'>
  models: Pick<ModelChoices, 'require' | 'isThere'>
  servers: Pick<ServerChoices, 'require'>
  quotas: Pick<Quotas, 'words'>
  lookAlikes: Pick<LookAlikes, 'ofAgent'>
  hooks: Pick<AgentHooks, 'publishing' | 'changed' | 'shownChanged'>
}

/**
 * Decisions 7-14. `wallet` and `owner` are the session's wallet, null for a visitor. An agent that the wallet may not see
 * is `not_found`; one that it may see but does not own can't be changed: `forbidden`.
 */
export class Agents {
  readonly #db: Db
  readonly #reads: Reads
  readonly #clock: () => Date
  readonly #images: Pick<Images, 'keep'>
  readonly #models: AgentsOptions['models']
  readonly #servers: AgentsOptions['servers']
  readonly #quotas: AgentsOptions['quotas']
  readonly #lookAlikes: AgentsOptions['lookAlikes']
  readonly #hooks: AgentsOptions['hooks']
  readonly #findStored: FindAgent
  readonly #findShown: FindAgent
  readonly #findAnswering: ReturnType<typeof prepareFindAnsweringAgent>
  readonly #deletes: UndoableDeletes

  constructor(options: AgentsOptions) {
    const { db, clock, images, models, servers, quotas, lookAlikes, hooks } = options
    this.#db = db
    this.#reads = options.reads ?? (() => db)
    this.#clock = clock
    this.#images = images
    this.#models = models
    this.#servers = servers
    this.#quotas = quotas
    this.#lookAlikes = lookAlikes
    this.#hooks = hooks
    this.#findStored = prepareFindAgent(db)
    this.#findShown = prepareFindAgent(this.#reads('agent_page'))
    this.#findAnswering = prepareFindAnsweringAgent(db)
    this.#deletes = new UndoableDeletes({ db, clock, rows: deletableAgents, what: DELETED })
  }

  /** Public, visible agents, newest first by default. @throws {Failure} `cursor_invalid` */
  list({ cursor, limit = limits.listPage, ...request }: AgentListQuery): Promise<AgentPage> {
    const after = readCursor(listedIn(request.order ?? 'newest'), cursor)
    return listAgents(this.#reads('agents'), { ...request, limit, after })
  }

  /** Public agents similar to one that this wallet may open. @throws {Failure} `not_found` */
  async like(id: string, wallet: string | null): Promise<LikeAgents> {
    return { agents: await listAgentsLike(this.#reads('agents'), await this.#openShown(id, wallet), LIKE) }
  }

  /** All agents of an owner, drafts and hidden ones included, and whose model is gone. @throws {Failure} `cursor_invalid` */
  async listOwned(
    owner: string,
    { query, category, state, cursor, limit = limits.listPage }: MyAgentsQuery,
  ): Promise<AgentPage> {
    const after = readCursor(ownedBy(query), cursor)
    const page = await listOwnedAgents(this.#db, owner, {
      ...{ query, category, limit, after },
      draftsOnly: state === 'draft',
    })
    const chosen = new Set(page.agents.flatMap(({ model }) => model?.ref ?? []))
    const looked = [...chosen].map(async (ref) => ((await this.#models.isThere(owner, ref)) ? [] : [ref]))
    const gone = new Set((await Promise.all(looked)).flat())
    const agents = page.agents.map(({ model, ...agent }) =>
      model?.ref != null && gone.has(model.ref)
        ? { ...agent, goneModel: partsOfRef(model.ref).model }
        : agent,
    )
    return { ...page, agents }
  }

  /** Null if this wallet may not open it: anyone with the link opens a draft, only the owner a hidden agent. */
  find(id: string, wallet: string | null): Promise<Agent | null> {
    return this.#findBy(this.#findStored, id, wallet)
  }

  async #findBy(findStored: FindAgent, id: string, wallet: string | null): Promise<Agent | null> {
    const stored = await findStored(id, wallet)
    if (!stored || stored.deletedAt) return null
    const { agent } = stored
    const reach = reachOf(agent, wallet)
    if (reach === 'hidden') return null
    return reach === 'own' ? agent : withoutModeration(agent)
  }

  /** Why a wallet finds no agent that it may ask. @throws {Failure} `taken_down`, also for its owner, or `not_found` */
  async refuseMissing(id: string): Promise<never> {
    const stored = await this.#findStored(id, null)
    const isDown = stored && !stored.deletedAt && stored.agent.moderation === 'down'
    if (isDown && stored.agent.visibilityEnabled) throw takenDown('agent')
    return noSuch('agent')
  }

  /** Finds an agent that a wallet may use with or for others: a published one or its own, no draft that it has the link of. */
  async findChoosable(id: string, wallet: string | null): Promise<Agent | null> {
    const agent = await this.find(id, wallet)
    return agent && isFound(agent, wallet) ? agent : null
  }

  /** Like `find`, but only with what a reply is generated from. */
  findAnswering(id: string, wallet: string | null): Promise<FoundAnswering | null> {
    return this.#findAnswering(id, wallet)
  }

  /** @throws {Failure} `not_found` or `taken_down` if `find` returns null */
  async open(id: string, wallet: string | null): Promise<Agent> {
    return (await this.find(id, wallet)) ?? this.refuseMissing(id)
  }

  /** What a replica does not have, or has for its owner to edit, is read from the primary. @throws as `open` */
  async #openShown(id: string, wallet: string | null): Promise<Agent> {
    const shown = await this.#findBy(this.#findShown, id, wallet)
    return shown && shown.owner !== wallet ? shown : this.open(id, wallet)
  }

  /** Like `open`, and whom its name is taken for. @throws {Failure} `not_found` */
  async show(id: string, wallet: string | null): Promise<Agent> {
    const agent = await this.#openShown(id, wallet)
    const looksLike = agent.marked ? await this.#lookAlikes.ofAgent(id) : null
    return looksLike ? { ...agent, looksLike } : agent
  }

  /** Finds one of the wallet's own agents. @throws {Failure} `not_found` or `forbidden` */
  async openOwned(id: string, owner: string): Promise<Agent> {
    const agent = await this.open(id, owner)
    if (agent.owner !== owner) throw new Failure('forbidden', 'This agent belongs to another wallet.')
    return agent
  }

  /** One of the wallet's own agents that is not down. @throws {Failure} as `openOwned`, and `taken_down` */
  async requireUp(id: string, owner: string): Promise<Agent> {
    const agent = await this.openOwned(id, owner)
    if (agent.moderation === 'down') throw takenDown('agent')
    return agent
  }

  /**
   * Changes an agent. If a versioned field changes, the previous state is stored as a version.
   * @throws {Failure} `not_found`, `forbidden`, `conflict` if `basedOn` is outdated, `quota_reached`, or as `Images.keep`
   */
  async change(id: string, owner: string, { imageUrl, basedOn, ...changes }: AgentChanges): Promise<Agent> {
    // Ownership is checked first, so that no picture is decoded for a wallet that may not set it.
    if (imageUrl !== undefined) await this.openOwned(id, owner)
    if (changes.model?.ref != null || changes.tools) {
      const stored = await this.openOwned(id, owner)
      // One that is gone may stay: the place's answers meanwhile.
      if (stored.model?.ref !== changes.model?.ref)
        await this.#models.require(owner, changes.model?.ref, 'model')
      await this.#servers.require(owner, changes.tools, stored.tools)
    }
    const kept = imageUrl === undefined ? {} : { imageUrl: await this.#images.keep(imageUrl, owner) }
    const change = { id, owner, basedOn, at: this.#clock(), changes: { ...changes, ...kept } }
    // The previous state is kept as a version, so the new texts are counted in full.
    const bytes = bytesOf(...textsOf(changes))
    const changed = await this.#quotas.words.hold(owner, bytes, () => changeAgent(this.#db, change))
    const agent = settled(withHandle(changed)) ?? (await this.#refuse(id, owner))
    if (shownInRealms.some((field) => field in change.changes))
      await this.#hooks.shownChanged(id, changes.visibilityEnabled === false)
    return withLooks(agent, await this.#hooks.changed(id, changes.visibilityEnabled === true))
  }

  /** A published agent stays unchanged. @throws {Failure} `not_found`, `forbidden`, `taken_down` or `too_new` */
  async publish(id: string, owner: string): Promise<Agent> {
    await this.requireUp(id, owner)
    const publish = () => updateAgent(this.#db, id, owner, { isPublic: true })
    const before = async () => {
      const stored = await this.#findStored(id, owner)
      return stored?.agent.isPublic && stored.agent.owner === owner ? publish() : null
    }
    // One that is public already takes no room.
    const published =
      (await before()) ?? (await this.#hooks.publishing(owner, publish, { kept: (agent) => agent !== null }))
    const agent = published ?? (await this.#refuse(id, owner))
    return withLooks(agent, await this.#hooks.changed(id, true))
  }

  /** Hides an agent from everyone; restorable for ten seconds. @throws {Failure} `not_found` or `forbidden` */
  async remove(id: string, owner: string): Promise<void> {
    if (!(await this.#deletes.mark({ id, owner }))) await this.#refuse(id, owner)
    await this.#hooks.shownChanged(id, true)
  }

  /** Undoes `remove`; one not deleted stays unchanged. @throws {Failure} `not_found`, `forbidden` or `undo_expired` */
  async restore(id: string, owner: string): Promise<Agent> {
    const restored = await restoreAgent(this.#db, { id, owner }, this.#deletes.earliest())
    if (restored) {
      await this.#hooks.shownChanged(id)
      return restored
    }
    const stored = await this.#findStored(id, owner)
    if (stored?.deletedAt && stored.agent.owner === owner) undoExpired(DELETED)
    return this.openOwned(id, owner)
  }

  /** Sets or removes the wallet's upvote. @throws {Failure} `not_found` */
  async setUpvote(id: string, wallet: string, upvoted: boolean): Promise<UpvoteCount> {
    return (await setUpvote(this.#db, { id, wallet, upvoted, at: this.#clock() })) ?? this.refuseMissing(id)
  }

  /** Removes for good the agents deleted more than an hour ago; to be called every few minutes. */
  async sweepDeleted(): Promise<void> {
    await this.#deletes.sweep()
  }

  /** Frees the handles of agents long gone, and gives one to each agent that has none; to be called like the former. */
  async sweepHandles(): Promise<void> {
    const now = this.#clock()
    await freeHandles(this.#db, { before: new Date(now.getTime() - HANDLE_RESTS_MS), now })
    let more = true
    while (more) more = await giveMissingHandles(this.#db)
  }

  async #refuse(id: string, wallet: string): Promise<never> {
    await this.openOwned(id, wallet)
    // The agent was missing a moment ago but exists now: its deletion has been undone in between.
    return noSuch('agent')
  }
}

const withoutModeration = ({ moderation: _, ...agent }: Agent): Agent => agent

/** An agent that was changed, with whom its name is taken for since. */
export function withLooks({ marked: _, ...agent }: Agent, looksLike: LooksLike | null): Agent {
  return looksLike ? { ...agent, marked: true, looksLike } : agent
}
