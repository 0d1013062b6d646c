import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { ExportedAgent } from '../../../shared/own-data/exported-agent.ts'
import type { ExportedConversation } from '../../../shared/own-data/exported-conversation.ts'
import type { ExportedRun } from '../../../shared/own-data/exported-run.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  type StoredImport,
  storeAgent,
  storeConversation,
  storeImportedBrief,
  storeRealm,
  storeRun,
} from '../../db/own-data/store-imported.ts'
import type { Agents } from '../agents/agents.ts'
import { verifiedElsewhere } from '../cards/card-origin.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import type { ServerChoices } from '../tools/server-choices.ts'
import { importMemory } from './exported-memory.ts'
import { importPersona, importReplaced } from './exported-persona.ts'
import type { ImportedDocuments } from './imported-documents.ts'
import type { ImportedIds } from './imported-ids.ts'
import type { ImportedPictures } from './imported-pictures.ts'
import { nameOf, type Thing } from './read-export.ts'

interface ImportedThingsOptions {
  db: Db
  agents: Pick<Agents, 'find'>
  models: Pick<ModelChoices, 'adopt'>
  servers: Pick<ServerChoices, 'adopt'>
  wallet: string
  now: Date
  ids: ImportedIds
  pictures: ImportedPictures
  documents: Pick<ImportedDocuments, 'cited' | 'citing'>
  tell: (sentence: string) => void
}

/** Stores each thing of an export as it can be here: with the ids, pictures, models and tools of this place. */
export class ImportedThings {
  readonly #options: ImportedThingsOptions

  constructor(options: ImportedThingsOptions) {
    this.#options = options
  }

  async store(read: Thing): Promise<StoredImport | 'full'> {
    const { db, ids, wallet, now, tell } = this.#options
    const target = { id: ids.fresh(read.kind, read.thing.id), owner: wallet, now }
    switch (read.kind) {
      case 'agents':
        return this.#storeAgent(target, read.thing)
      case 'realms':
        return storeRealm(db, target, read.thing)
      case 'conversations':
        return storeConversation(db, target, this.#conversation(read.thing))
      case 'memories':
        return importMemory(
          db,
          { wallet, agentId: ids.agent(read.thing.id) },
          {
            ...{ memory: read.thing, now },
            conversationId: (old) => ids.fresh('conversations', old),
            tell: (sentence) => tell(`“${nameOf(read)}”: ${sentence}`),
          },
        )
      case 'runs':
        return storeRun(db, target, await this.#run(read.thing))
      case 'briefs':
        return storeImportedBrief(
          db,
          target,
          { ...read.thing, agentId: ids.agent(read.thing.agentId) },
          limits.socialBriefs,
        )
      default:
        return read satisfies never
    }
  }

  async #storeAgent(
    target: { id: string; owner: string; now: Date },
    agent: ExportedAgent,
  ): Promise<StoredImport> {
    const { db, models, wallet, tell } = this.#options
    return storeAgent(
      db,
      target,
      {
        ...(await this.#withTools(await this.#withPictures(agent))),
        model: await models.adopt(wallet, agent.model),
      },
      importPersona(agent.persona, (what) =>
        tell(`The ${what} of “${agent.name}” was left out. It can’t be read.`),
      ),
      importReplaced(agent),
      await verifiedElsewhere(agent),
    )
  }

  /** Also of earlier versions, since going back to one checks nothing. */
  async #withTools(agent: ExportedAgent): Promise<ExportedAgent> {
    const { servers, wallet } = this.#options
    const adopt = (of: ExportedAgent['tools']) => servers.adopt(wallet, of)
    const versions = agent.versions.map(async (version) => ({
      ...version,
      tools: await adopt(version.tools),
    }))
    return { ...agent, tools: await adopt(agent.tools), versions: await Promise.all(versions) }
  }

  async #withPictures(agent: ExportedAgent): Promise<ExportedAgent> {
    const { pictures } = this.#options
    const versions: ExportedAgent['versions'] = []
    for (const version of agent.versions)
      versions.push({ ...version, imageUrl: await pictures.serve(version.imageUrl) })
    return { ...agent, versions, imageUrl: await pictures.serve(agent.imageUrl) }
  }

  #conversation(conversation: ExportedConversation): ExportedConversation {
    const { ids, documents } = this.#options
    return {
      ...conversation,
      agentId: ids.agent(conversation.agentId),
      messages: conversation.messages.map((message) => documents.citing(message)),
      ...(conversation.stories && {
        stories: conversation.stories.map((story) => ({ ...story, id: ids.fresh('stories', story.id) })),
      }),
    }
  }

  async #run(run: ExportedRun) {
    return {
      ...run,
      seats: await Promise.all(run.seats.map((seat) => this.#seat(seat))),
      turns: run.turns.map(({ sources, ...turn }) => ({
        ...turn,
        ...(sources && { sources: sources.map((source) => this.#options.documents.cited(source)) }),
      })),
    }
  }

  async #seat(seat: ExportedRun['seats'][number]) {
    const { agents, ids, wallet } = this.#options
    const agentId = ids.agent(seat.agentId)
    const met = await agents.find(agentId, wallet)
    return { ...seat, agentId, agentImageUrl: met?.pictureUrl ?? DEFAULT_IMAGE_URL }
  }
}
