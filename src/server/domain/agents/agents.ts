import { randomUUID } from 'node:crypto'
import { type TextField, textFields, withFallbacks } from '../../../shared/agents/agent-fields.ts'
import type {
  Agent,
  AgentChanges,
  AgentListQuery,
  AgentPage,
  MyAgentsQuery,
  NewAgent,
  UpvoteCount,
} from '../../../shared/agents/agents.ts'
import type { LikeAgents } from '../../../shared/agents/kept-agents.ts'
import { joinPersonality } from '../../../shared/agents/personality.ts'
import type { Credit, Elsewhere } from '../../../shared/agents/signed-version.ts'
import { limits } from '../../../shared/common/limits.ts'
import { partsOfRef } from '../../../shared/models/model-choice.ts'
import { listAgents, listAgentsLike, listedIn, listOwnedAgents, OWNED } from '../../db/agents/agent-lists.ts'
import { changeAgent } from '../../db/agents/agent-versions.ts'
import {
  deletableAgents,
  type FindAgent,
  insertAgent,
  prepareFindAgent,
  restoreAgent,
  updateAgent,
} from '../../db/agents/agents.ts'
import { type CardFile, storeCardFiles } from '../../db/agents/card-files.ts'
import { type FoundAnswering, prepareFindAnsweringAgent } from '../../db/agents/find-answering-agent.ts'
import { freeHandles, giveMissingHandles } from '../../db/agents/handles.ts'
import { type NewPersona, savePersona } from '../../db/agents/personas.ts'
import { setUpvote } from '../../db/agents/upvotes.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import type { NewWallets } from '../quotas/new-wallets.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { takenDown } from '../taken-down.ts'
import type { ServerChoices } from '../tools/server-choices.ts'
import type { LookAlikes } from '../trust/look-alikes.ts'
import { createUndoableDeletes, undoExpired } from '../undoable-deletes.ts'
import type { CardFiles } from './card-files.ts'
import type { Images } from './images.ts'
import type { Manifests } from './manifests.ts'
import { isFound, reachOf } from './reach.ts'
import { settled, withHandle } from './settled.ts'

export type ImportedPersona = Omit<NewPersona, 'agentId' | 'now'> & {
  /** The files of that card that are kept for its export. */
  files?: readonly CardFile[]
}

const textsOf = (content: { [Name in TextField]?: string | undefined }) =>
  textFields.map((field) => content[field])

const LIKE = 4

/** How long the handles of an agent that is gone stay its own. */
const HANDLE_RESTS_MS = 90 * 24 * 3_600_000

const DELETED = 'the agent is deleted'

export interface AgentsOptions {
  db: Db
  clock: () => Date
  images: Pick<Images, 'keep'>
  cardFiles: Pick<CardFiles, 'hold'>
  models: Pick<ModelChoices, 'require' | 'isThere'>
  servers: Pick<ServerChoices, 'require'>
  manifests?: Pick<Manifests, 'note'>
  quotas?: Quotas
  lookAlikes: Pick<LookAlikes, 'lookAtAgent' | 'ofAgent'>
  newWallets?: Pick<NewWallets, 'hold'>
}

/** Where an agent is from that is not made anew: the one that it is a copy of, or what its card says. */
export interface From {
  credit?: Credit | null
  elsewhere?: Elsewhere | null
}

type NewRow = Parameters<typeof insertAgent>[1]

/**
 * Decisions 7-14. `wallet` and `owner` are the session's wallet, null for a visitor. An agent that the wallet may not see
 * is `not_found`; one that it may see but does not own can't be changed: `forbidden`.
 */
export class Agents {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #images: Pick<Images, 'keep'>
  readonly #cardFiles: AgentsOptions['cardFiles']
  readonly #models: AgentsOptions['models']
  readonly #servers: AgentsOptions['servers']
  readonly #manifests: Pick<Manifests, 'note'> | undefined
  readonly #quotas: Quotas
  readonly #lookAlikes: AgentsOptions['lookAlikes']
  readonly #newWallets: AgentsOptions['newWallets']
  readonly #findStored: FindAgent
  readonly #findAnswering: ReturnType<typeof prepareFindAnsweringAgent>
  readonly #deletes: ReturnType<typeof createUndoableDeletes>

  constructor(options: AgentsOptions) {
    const { db, clock, images, models, servers, manifests, quotas = noQuotas, lookAlikes } = options
    this.#newWallets = options.newWallets
    this.#cardFiles = options.cardFiles
    this.#db = db
    this.#clock = clock
    this.#images = images
    this.#models = models
    this.#servers = servers
    this.#manifests = manifests
    this.#quotas = quotas
    this.#lookAlikes = lookAlikes
    this.#findStored = prepareFindAgent(db)
    this.#findAnswering = prepareFindAnsweringAgent(db)
    this.#deletes = createUndoableDeletes({ db, clock, rows: deletableAgents, what: DELETED })
  }

  /** Public, visible agents, newest first by default. @throws {Failure} `cursor_invalid` */
  list({ cursor, limit = limits.listPage, ...request }: AgentListQuery): Promise<AgentPage> {
    const after = readCursor(listedIn(request.order ?? 'newest'), cursor)
    return listAgents(this.#db, { ...request, limit, after })
  }

  /** Public agents similar to one that this wallet may open. @throws {Failure} `not_found` */
  async like(id: string, wallet: string | null): Promise<LikeAgents> {
    return { agents: await listAgentsLike(this.#db, await this.open(id, wallet), LIKE) }
  }

  /** All agents of an owner, drafts and hidden ones included, and whose model is gone. @throws {Failure} `cursor_invalid` */
  async listOwned(
    owner: string,
    { query, category, state, cursor, limit = limits.listPage }: MyAgentsQuery,
  ): Promise<AgentPage> {
    const after = readCursor(OWNED, cursor)
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
  async find(id: string, wallet: string | null): Promise<Agent | null> {
    const stored = await this.#findStored(id, wallet)
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
    return nothingThere()
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

  /** Like `open`, and whom its name is taken for. @throws {Failure} `not_found` */
  async show(id: string, wallet: string | null): Promise<Agent> {
    const agent = await this.open(id, wallet)
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
   * Creates an agent and its persona, both or neither. Repeating the request with the same id returns the existing agent.
   * @throws {Failure} `conflict` for an id that is taken, `quota_reached`, `too_new`, or an error of an embedded image
   */
  async create(
    owner: string,
    wanted: NewAgent,
    persona?: ImportedPersona,
    from: From = {},
  ): Promise<{ agent: Agent; created: boolean }> {
    const {
      id = randomUUID(),
      isPublic = true,
      visibilityEnabled = true,
      allowsCopies = false,
      imageUrl,
    } = wanted
    const content = withFallbacks({ ...wanted, personality: joinPersonality(wanted) })
    const before = async () => {
      const stored = await this.#findStored(id, owner)
      const own = stored && !stored.deletedAt && stored.agent.owner === owner
      return own ? { agent: stored.agent, created: false } : null
    }
    await this.#models.require(owner, content.model?.ref, 'model')
    await this.#servers.require(owner, content.tools, null)
    const insert = async () => {
      const given = { ...content, imageUrl: await this.#images.keep(imageUrl, owner) }
      const row = {
        ...{ ...given, id, owner, isPublic, visibilityEnabled, allowsCopies, createdAt: this.#clock() },
        ...columnsOf(from),
      }
      const agent = persona ? await this.#insertWithPersona(row, persona) : await insertAgent(this.#db, row)
      if (agent) {
        await this.#manifests?.note(id)
        return { agent: await this.#lookAt(agent, isPublic), created: true }
      }
      const stored = await before()
      if (stored) return stored
      throw new Failure('conflict', 'There is already an agent with this id.', {
        errors: { id: 'This id is taken.' },
      })
    }
    const once = { kept: ({ created }: { created: boolean }) => created, before }
    const { agents, words } = this.#quotas
    const { files = [], ...texts } = persona ?? {}
    const bytes =
      bytesOf(...textsOf(content), persona && JSON.stringify(texts)) +
      files.reduce((sum, { content }) => sum + content.length, 0)
    const within = () => agents.hold(owner, 1, () => words.hold(owner, bytes, insert, once), once)
    return isPublic && this.#newWallets ? this.#newWallets.hold(owner, 'agents', within, once) : within()
  }

  async #insertWithPersona(row: NewRow, { files = [], ...persona }: ImportedPersona): Promise<Agent | null> {
    const held = await this.#cardFiles.hold(files)
    const inserted = await this.#db.transaction(async (transaction) => {
      const agent = await insertAgent(transaction, row)
      if (agent) await savePersona(transaction, { ...persona, agentId: agent.id, now: row.createdAt })
      if (agent) await storeCardFiles(transaction, agent.id, held)
      return agent
    })
    // Read again, because the agent has its greetings from the persona.
    return inserted && this.find(inserted.id, row.owner)
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
    await this.#manifests?.note(id)
    return this.#lookAt(agent, changes.visibilityEnabled === true)
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
      (await before()) ??
      (await (this.#newWallets?.hold(owner, 'agents', publish, { kept: (agent) => agent !== null }) ??
        publish()))
    const agent = published ?? (await this.#refuse(id, owner))
    await this.#manifests?.note(id)
    return this.#lookAt(agent, true)
  }

  /** Hides an agent from everyone; restorable for ten seconds. @throws {Failure} `not_found` or `forbidden` */
  async remove(id: string, owner: string): Promise<void> {
    if (!(await this.#deletes.mark({ id, owner }))) await this.#refuse(id, owner)
  }

  /** Undoes `remove`; one not deleted stays unchanged. @throws {Failure} `not_found`, `forbidden` or `undo_expired` */
  async restore(id: string, owner: string): Promise<Agent> {
    const restored = await restoreAgent(this.#db, { id, owner }, this.#deletes.earliest())
    if (restored) return restored
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

  /** Says whom the name is taken for, if anybody. */
  async #lookAt(agent: Agent, isPublished: boolean): Promise<Agent> {
    const { marked: _, ...fields } = agent
    const looksLike = await this.#lookAlikes.lookAtAgent(agent.id, isPublished)
    return looksLike ? { ...fields, marked: true, looksLike } : fields
  }

  async #refuse(id: string, wallet: string): Promise<never> {
    await this.openOwned(id, wallet)
    // The agent was missing a moment ago but exists now: its deletion has been undone in between.
    return nothingThere()
  }
}

const withoutModeration = ({ moderation: _, ...agent }: Agent): Agent => agent
function columnsOf({ credit, elsewhere }: From) {
  return {
    ...(elsewhere && { elsewhere }),
    ...(credit && {
      parentId: credit.id,
      parentHash: credit.hash,
      parentName: credit.name,
      parentOwner: credit.owner,
    }),
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such agent.')
}
