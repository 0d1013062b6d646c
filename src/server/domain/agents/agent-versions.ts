import { fieldNames, pickFields } from '../../../shared/agents/agent-fields.ts'
import { agentNameProblem } from '../../../shared/agents/agent-names.ts'
import { type AgentVersions as Answer, agentVersionSchema } from '../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { StoredPersona } from '../../../shared/agents/own-persona.ts'
import { NO_PERSONA } from '../../../shared/agents/persona.ts'
import type { Credit } from '../../../shared/agents/signed-version.ts'
import { limits } from '../../../shared/common/limits.ts'
import { shownChoice } from '../../../shared/models/model-choice.ts'
import { findPersonaOfVersion, listPastVersions, restoreVersion } from '../../db/agents/agent-versions.ts'
import { findElsewhere } from '../../db/agents/manifests.ts'
import { findPersona } from '../../db/agents/personas.ts'
import { pictureUrlOf } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure, noSuch } from '../failure.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import { type ServerChoices, withoutServers } from '../tools/server-choices.ts'
import type { AgentHooks } from './agent-hooks.ts'
import { type Agents, withLooks } from './agents.ts'
import type { CardFiles } from './card-files.ts'
import { copyName } from './copy-name.ts'
import type { Lineage } from './lineage.ts'
import type { Manifests } from './manifests.ts'
import type { NewAgents } from './new-agents.ts'
import { isFound } from './reach.ts'
import { settled } from './settled.ts'

interface AgentVersionsOptions {
  db: Db
  clock: () => Date
  agents: Pick<Agents, 'open' | 'openOwned' | 'requireUp'>
  newAgents: Pick<NewAgents, 'create'>
  cardFiles: Pick<CardFiles, 'readAll'>
  models: Pick<ModelChoices, 'adopt'>
  servers: Pick<ServerChoices, 'left'>
  manifests: Pick<Manifests, 'versionHashOf'>
  lineage: Pick<Lineage, 'of'>
  /** Whether a maker, who allows copies, has not refused them to this wallet. */
  mayCopy?: (maker: string, wallet: string) => Promise<boolean>
  hooks: Pick<AgentHooks, 'changed' | 'shownChanged'>
}

/** Earlier versions of agents, for their owners only. Others are refused as by `Agents`. */
export class AgentVersions {
  readonly #options: AgentVersionsOptions

  constructor(options: AgentVersionsOptions) {
    this.#options = options
  }

  /** Newest first, including the current one. @throws {Failure} `not_found` or `forbidden` */
  async list(id: string, owner: string): Promise<Answer> {
    const { db, agents } = this.#options
    const present = await agents.openOwned(id, owner)
    const past = await listPastVersions(db, id, present.version)
    const versions = [{ ...present, number: present.version }, ...past]
    return {
      versions: versions.slice(0, limits.agentVersions).flatMap((version, index) => {
        const since = past[index]?.replacedAt.toISOString()
        // Without a predecessor this is either the first version, or one that is just being dropped.
        if (since === undefined && version.number > 1) return []
        const newPersona = past.slice(index).find(({ replacesPersona }) => replacesPersona)
        return agentVersionSchema.parse({
          ...version,
          pictureUrl: pictureUrlOf(version.imageUrl),
          persona: newPersona ? newPersona.number + 1 : 1,
          since: since ?? present.createdAt,
        })
      }),
    }
  }

  /** @throws {Failure} `not_found` (also for a version that is no longer stored) or `forbidden` */
  async openPersona(id: string, owner: string, number: number): Promise<StoredPersona> {
    const { db, agents } = this.#options
    const { version } = await agents.openOwned(id, owner)
    if (number > version || number <= version - limits.agentVersions) notStored()
    const { persona, lorebook } = await findPersonaOfVersion(db, id, number)
    return { persona: persona ?? NO_PERSONA, lorebook, version: number }
  }

  /**
   * Restores a version with its persona. The current state is stored as a version, so that this can be undone.
   * @throws {Failure} as `openPersona`; `validation_failed` for a forbidden name, `conflict` if `basedOn` is outdated
   */
  async restore(id: string, owner: string, number: number, basedOn: number): Promise<Agent> {
    const { db, clock, agents } = this.#options
    const present = await agents.openOwned(id, owner)
    const past = await listPastVersions(db, id, present.version)
    const name = past.find((version) => version.number === number)?.name ?? present.name
    const problem = name === present.name ? null : agentNameProblem(name)
    if (problem !== null) throw new Failure('validation_failed', problem, { errors: { name: problem } })
    const restored = settled(await restoreVersion(db, { id, owner, number, basedOn, at: clock() }))
    if (restored === 'gone') notStored()
    if (restored) {
      await this.#options.hooks.shownChanged(id)
      return withLooks(restored, await this.#options.hooks.changed(id))
    }
    await agents.openOwned(id, owner)
    noSuch('agent')
  }

  /**
   * Creates a draft of an agent with its persona, without its upvotes and its token, which must be unique. Of an agent of
   * somebody else who allows it neither documents nor servers nor keys come along, and the draft credits it (record 0115).
   * A duplicate of an own copy credits what that one does, so that no credit is lost by duplicating twice.
   * @param copyId the id of the draft; repeating the request with the same id creates no second one
   * @throws {Failure} `not_found`, `forbidden`, `taken_down`, or `conflict` for an id that is taken
   */
  async duplicate(id: string, wallet: string, copyId: string): Promise<{ agent: Agent; created: boolean }> {
    const { db, agents, newAgents, cardFiles, models, servers, lineage } = this.#options
    const present = await agents.open(id, wallet)
    const own = present.owner === wallet
    if (own) await agents.requireUp(id, wallet)
    else await this.#requireLeave(present, wallet)
    const copied = {
      ...pickFields(present, fieldNames),
      name: copyName(present.name),
      pumpToken: null,
      model: await models.adopt(wallet, own ? present.model : shownChoice(present.model)),
      tools: own ? await servers.left(wallet, present.tools) : withoutServers(present.tools),
    }
    const persona = await findPersona(db, id)
    // Of somebody else's neither the card that it was brought with, nor its files.
    const { card: _, cardFormat: __, ...texts } = persona ?? {}
    const imported = own
      ? persona && { ...persona, files: await cardFiles.readAll(id) }
      : persona && (texts as typeof persona)
    const from = own
      ? { credit: await lineage.of(id), elsewhere: await findElsewhere(db, id) }
      : { credit: await this.#creditOf(present) }
    return newAgents.create(wallet, { ...copied, id: copyId, isPublic: false }, imported ?? undefined, from)
  }

  async #creditOf({ id, name, owner }: Agent): Promise<Credit> {
    return { id, name, owner, hash: await this.#options.manifests.versionHashOf(id) }
  }

  /** @throws {Failure} `forbidden` unless its maker lets this wallet copy it */
  async #requireLeave(agent: Agent, wallet: string): Promise<void> {
    const { mayCopy = async () => true } = this.#options
    const allows = isFound(agent, wallet) && agent.allowsCopies && (await mayCopy(agent.owner, wallet))
    if (!allows) throw new Failure('forbidden', 'Its maker doesn’t allow copies of this agent.')
  }
}

function notStored(): never {
  throw new Failure('not_found', 'This version is no longer stored.')
}
