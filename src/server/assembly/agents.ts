import { limits as sharedLimits } from '../../shared/common/limits.ts'
import { AgentHooks } from '../domain/agents/agent-hooks.ts'
import { AgentVersions } from '../domain/agents/agent-versions.ts'
import { Agents } from '../domain/agents/agents.ts'
import { Favourites } from '../domain/agents/favourites.ts'
import { NewAgents } from '../domain/agents/new-agents.ts'
import { VersionSignatures } from '../domain/agents/version-signatures.ts'
import { AgentsAnalytics } from '../domain/analytics/analytics.ts'
import { Cards } from '../domain/cards/cards.ts'
import { ConversationFiles } from '../domain/knowledge/conversation-files.ts'
import { Knowledge } from '../domain/knowledge/knowledge.ts'
import { createReadIn } from '../domain/knowledge/read-in.ts'
import { Sources } from '../domain/knowledge/sources.ts'
import { Uploads } from '../domain/knowledge/uploads.ts'
import { People } from '../domain/people/people.ts'
import { Rank } from '../domain/rank/rank.ts'
import { tellRealmsWith } from '../domain/realms/tell-realms-with.ts'
import { Ratings } from '../domain/trust/ratings.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createModelParts } from './models.ts'
import type { createPictures } from './pictures.ts'
import type { createToolChoices } from './tool-choices.ts'
import type { createTrustParts } from './trust.ts'

const MEGABYTE = 1024 * 1024

/** Agents and the people who make them: their cards, their documents, and what is counted of them. */
export function createAgentParts(
  base: Infrastructure &
    ReturnType<typeof createModelParts> &
    ReturnType<typeof createToolChoices> &
    ReturnType<typeof createPictures> &
    ReturnType<typeof createTrustParts>,
) {
  const { env, given, quotas } = base
  const { jobs } = base.metrics.instruments.chores
  const agentHooks = new AgentHooks({ ...base, tellRealms: (ids) => tellRealmsWith(base, ids) })
  const agents = new Agents({ ...base, hooks: agentHooks })
  const refuseAgent = (id: string) => agents.refuseMissing(id)
  const newAgents = new NewAgents({ ...base, agents, hooks: agentHooks })
  const rank = new Rank(base)
  const readIn = createReadIn({
    ...base,
    limits: { memoryBytes: env.DOCUMENT_MEMORY_MB * MEGABYTE },
    measure: (outcome, seconds) => jobs.labels('documents', outcome).observe(seconds),
    ...given.readIn,
  })
  const uploads = new Uploads({ ...base, quota: quotas.sources, onUploaded: () => readIn.wake() })
  const fileBytes = Math.min(env.SOURCE_MB * MEGABYTE, sharedLimits.sourceBytes)
  return {
    ...{ agentHooks, agents, newAgents, rank, readIn },
    agentVersions: new AgentVersions({
      ...{ ...base, agents, newAgents, hooks: agentHooks },
      mayCopy: (maker, wallet) => base.blocks.mayCopy(maker, wallet),
    }),
    versionSignatures: new VersionSignatures({ ...base, agents }),
    cards: new Cards({ ...base, agents, newAgents }),
    favourites: new Favourites({ ...base, refuseAgent }),
    ratings: new Ratings({ ...base, refuseAgent }),
    people: new People(base),
    sources: new Sources({
      ...{ ...base, agents, uploads },
      limits: { files: env.AGENT_SOURCES, bytes: env.AGENT_SOURCES_MB * MEGABYTE, fileBytes },
      onRestored: () => readIn.wake(),
    }),
    files: new ConversationFiles({ ...base, uploads, fileBytes, ...given.files }),
    knowledge: new Knowledge(base),
    analytics: new AgentsAnalytics({ ...base, onStored: (talks) => rank.record(talks) }),
  }
}
