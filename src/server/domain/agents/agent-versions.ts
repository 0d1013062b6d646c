import { agentNameProblem } from '../../../shared/agents/agent-names.ts'
import { type AgentVersions as Answer, agentVersionSchema } from '../../../shared/agents/agent-versions.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import { listPastVersions, restoreVersion } from '../../db/agents/agent-versions.ts'
import { pictureUrlOf } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import { type Agents, settled } from './agents.ts'
import { copyName } from './copy-name.ts'

/** What an agent was, for its owner alone: others are refused as they are by every call of `Agents` that changes one. */
export interface AgentVersions {
  /** Newest first, the present one included. @throws {Failure} `not_found` or `forbidden` */
  list(id: string, owner: string): Promise<Answer>
  /**
   * Makes the agent what it was. What it is now is kept as a version like any other, so going back can be gone back from.
   * @throws {Failure} `not_found` (a version that is not kept, too), `forbidden`, `validation_failed` for a name that
   *   is not given any more, or `conflict` where `basedOn` is not
   *   the present version
   */
  restore(id: string, owner: string, number: number, basedOn: number): Promise<Agent>
  /**
   * Makes a draft of what an agent is now, without its votes and its token, of which there is one.
   * @param copyId the id of the draft, with which asking again makes no second one
   * @throws {Failure} `not_found`, `forbidden`, or `conflict` for an id that is taken
   */
  duplicate(id: string, owner: string, copyId: string): Promise<{ agent: Agent; created: boolean }>
}

export function createAgentVersions(options: { db: Db; clock: () => Date; agents: Agents }): AgentVersions {
  const { db, clock, agents } = options
  return {
    async list(id, owner) {
      const present = await agents.openOwned(id, owner)
      const past = await listPastVersions(db, id, present.version)
      const versions = [{ ...present, number: present.version }, ...past]
      return {
        versions: versions.slice(0, limits.agentVersions).flatMap((version, index) => {
          const since = past[index]?.replacedAt.toISOString()
          // Without the one before it, it is the first, or one that is just falling away.
          if (since === undefined && version.number > 1) return []
          return agentVersionSchema.parse({
            ...version,
            pictureUrl: pictureUrlOf(version.imageUrl),
            since: since ?? present.createdAt,
          })
        }),
      }
    },

    async restore(id, owner, number, basedOn) {
      const present = await agents.openOwned(id, owner)
      const past = await listPastVersions(db, id, present.version)
      const name = past.find((version) => version.number === number)?.name ?? present.name
      const problem = name === present.name ? null : agentNameProblem(name)
      if (problem !== null) throw new Failure('validation_failed', problem, { errors: { name: problem } })
      const restored = settled(await restoreVersion(db, { id, owner, number, basedOn, at: clock() }))
      if (restored === 'gone') throw new Failure('not_found', 'This version is not kept.')
      if (restored) return restored
      await agents.openOwned(id, owner)
      throw new Failure('not_found', 'There is no such agent.')
    },

    async duplicate(id, owner, copyId) {
      const { name, description, category, personality, capabilities, knowledgeDomains, imageUrl } =
        await agents.openOwned(id, owner)
      return agents.create(owner, {
        id: copyId,
        name: copyName(name),
        description,
        category,
        personality,
        capabilities,
        knowledgeDomains,
        imageUrl,
        isPublic: false,
      })
    },
  }
}
