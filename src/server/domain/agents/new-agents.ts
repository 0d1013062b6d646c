import { randomUUID } from 'node:crypto'
import { withFallbacks } from '../../../shared/agents/agent-fields.ts'
import type { Agent, NewAgent } from '../../../shared/agents/agents.ts'
import { joinPersonality } from '../../../shared/agents/personality.ts'
import type { Credit, Elsewhere } from '../../../shared/agents/signed-version.ts'
import { insertAgent } from '../../db/agents/agents.ts'
import { type CardFile, storeCardFiles } from '../../db/agents/card-files.ts'
import { type NewPersona, savePersona } from '../../db/agents/personas.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import type { ServerChoices } from '../tools/server-choices.ts'
import type { AgentHooks } from './agent-hooks.ts'
import { type Agents, textsOf, withLooks } from './agents.ts'
import type { CardFiles } from './card-files.ts'
import type { Images } from './images.ts'

export type ImportedPersona = Omit<NewPersona, 'agentId' | 'now'> & {
  /** The files of that card that are kept for its export. */
  files?: readonly CardFile[]
}

interface NewAgentsOptions {
  db: Db
  clock: () => Date
  agents: Pick<Agents, 'find'>
  images: Pick<Images, 'keep'>
  cardFiles: Pick<CardFiles, 'hold'>
  models: Pick<ModelChoices, 'require'>
  servers: Pick<ServerChoices, 'require'>
  hooks: Pick<AgentHooks, 'publishing' | 'changed'>
  quotas: Pick<Quotas, 'agents' | 'words'>
}

/** Where an agent is from that is not made anew: the one that it is a copy of, or what its card says. */
interface From {
  credit?: Credit | null
  elsewhere?: Elsewhere | null
}

type NewRow = Parameters<typeof insertAgent>[1]

/** Makes agents: from forms, from cards, and as duplicates. */
export class NewAgents {
  readonly #options: NewAgentsOptions

  constructor(options: NewAgentsOptions) {
    this.#options = options
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
    const { db, clock, agents, images, models, servers, hooks, quotas } = this.#options
    const content = withFallbacks({ ...wanted, personality: joinPersonality(wanted) })
    const before = async () => {
      const agent = await agents.find(id, owner)
      return agent?.owner === owner ? { agent, created: false } : null
    }
    await models.require(owner, content.model?.ref, 'model')
    await servers.require(owner, content.tools, null)
    const insert = async () => {
      const given = { ...content, imageUrl: await images.keep(imageUrl, owner) }
      const row = {
        ...{ ...given, id, owner, isPublic, visibilityEnabled, allowsCopies, createdAt: clock() },
        ...columnsOf(from),
      }
      const agent = persona ? await this.#insertWithPersona(row, persona) : await insertAgent(db, row)
      if (agent) return { agent: withLooks(agent, await hooks.changed(id, isPublic)), created: true }
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
    const within = () =>
      quotas.agents.hold(owner, 1, () => quotas.words.hold(owner, bytes, insert, once), once)
    return isPublic ? hooks.publishing(owner, within, once) : within()
  }

  async #insertWithPersona(row: NewRow, { files = [], ...persona }: ImportedPersona): Promise<Agent | null> {
    const { db, agents, cardFiles } = this.#options
    const held = await cardFiles.hold(files)
    const inserted = await db.transaction(async (transaction) => {
      const agent = await insertAgent(transaction, row)
      if (agent) await savePersona(transaction, { ...persona, agentId: agent.id, now: row.createdAt })
      if (agent) await storeCardFiles(transaction, agent.id, held)
      return agent
    })
    // Read again, because the agent has its greetings from the persona.
    return inserted && agents.find(inserted.id, row.owner)
  }
}

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
