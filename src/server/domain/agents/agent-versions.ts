import { fieldNames, pickFields } from '../../../shared/agents/agent-fields.ts'
import { agentNameProblem } from '../../../shared/agents/agent-names.ts'
import { type AgentVersions as Answer, agentVersionSchema } from '../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { StoredPersona } from '../../../shared/agents/own-persona.ts'
import { NO_PERSONA } from '../../../shared/agents/persona.ts'
import { limits } from '../../../shared/common/limits.ts'
import { findPersonaOfVersion, listPastVersions, restoreVersion } from '../../db/agents/agent-versions.ts'
import { readCardFiles } from '../../db/agents/card-files.ts'
import { findPersona } from '../../db/agents/personas.ts'
import { pictureUrlOf } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import type { ServerChoices } from '../tools/server-choices.ts'
import type { LookAlikes } from '../trust/look-alikes.ts'
import type { Agents } from './agents.ts'
import { copyName } from './copy-name.ts'
import { settled } from './settled.ts'

export interface AgentVersionsOptions {
  db: Db
  clock: () => Date
  agents: Pick<Agents, 'openOwned' | 'create'>
  models: Pick<ModelChoices, 'adopt'>
  servers: Pick<ServerChoices, 'left'>
  lookAlikes: Pick<LookAlikes, 'lookAtAgent'>
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
      await this.#options.lookAlikes.lookAtAgent(id)
      return restored
    }
    await agents.openOwned(id, owner)
    throw new Failure('not_found', 'There is no such agent.')
  }

  /**
   * Creates a draft of an agent with its persona, without its upvotes and its token, which must be unique.
   * @param copyId the id of the draft; repeating the request with the same id creates no second one
   * @throws {Failure} `not_found`, `forbidden`, or `conflict` for an id that is taken
   */
  async duplicate(id: string, owner: string, copyId: string): Promise<{ agent: Agent; created: boolean }> {
    const { db, agents, models, servers } = this.#options
    const present = await agents.openOwned(id, owner)
    const copied = {
      ...pickFields(present, fieldNames),
      name: copyName(present.name),
      pumpToken: null,
      model: await models.adopt(owner, present.model),
      tools: await servers.left(owner, present.tools),
    }
    const persona = await findPersona(db, id)
    const imported = persona && { ...persona, files: await readCardFiles(db, id) }
    return agents.create(owner, { ...copied, id: copyId, isPublic: false }, imported ?? undefined)
  }
}

function notStored(): never {
  throw new Failure('not_found', 'This version is no longer stored.')
}
