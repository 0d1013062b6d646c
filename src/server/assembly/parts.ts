import { EverythingDeletes } from '../domain/own-data/delete-everything.ts'
import { HandoversOfWallets } from '../domain/own-data/handovers.ts'
import { OwnData, type OwnDataOptions } from '../domain/own-data/own-data.ts'
import { createAgentParts } from './agents.ts'
import { createConversationParts } from './conversations.ts'
import { createDeskParts } from './desk.ts'
import { createInfrastructure, type ServerParts } from './infrastructure.ts'
import { createMemoryParts } from './memory.ts'
import { createModelParts } from './models.ts'
import { createPictures } from './pictures.ts'
import { createPlace } from './place.ts'
import { createRealmParts } from './realms.ts'
import { createToolChoices } from './tool-choices.ts'
import { createToolParts } from './tools.ts'
import { createTrustParts } from './trust.ts'

/** A part is named where it is created, and goes on to whatever follows. */
export type Parts = ReturnType<typeof createParts>

/** Each group gets those before it. Nothing runs before it is requested. */
export function createParts(given: ServerParts) {
  const base = createInfrastructure(given)
  const withModels = { ...base, ...createModelParts(base), ...createToolChoices(base) }
  const withPictures = { ...withModels, ...createPictures(withModels) }
  const withTrust = { ...withPictures, ...createTrustParts(withPictures) }
  const withAgents = { ...withTrust, ...createAgentParts(withTrust) }
  const withMemory = { ...withAgents, ...createMemoryParts(withTrust) }
  const withTools = { ...withMemory, ...createToolParts(withMemory) }
  const withConversations = { ...withTools, ...createConversationParts(withTools) }
  const withRealms = { ...withConversations, ...createRealmParts(withConversations) }
  const withDesk = { ...withRealms, ...createDeskParts(withRealms) }
  return { ...withDesk, ...createOwnDataParts(withDesk), ...createPlace(withDesk) }
}

type Base = OwnDataOptions &
  ReturnType<typeof createInfrastructure> &
  ReturnType<typeof createModelParts> &
  ReturnType<typeof createToolChoices> &
  ReturnType<typeof createPictures> &
  ReturnType<typeof createTrustParts> &
  ReturnType<typeof createConversationParts> &
  ReturnType<typeof createRealmParts>

function createOwnDataParts(base: Omit<Base, 'sourcesBytes'>) {
  const { env, quotas, replies, swarm, turns, sessionEnds } = base
  const onSessionsEnded = (ids: readonly string[]) => sessionEnds.announce(ids)
  return {
    ownData: new OwnData({ ...base, sourcesBytes: env.QUOTA_SOURCES_MB * 1024 * 1024 }),
    everythingDeletes: new EverythingDeletes({
      ...base,
      stop: {
        conversations: (ids) => replies.stopIn(ids),
        runs: (ids) => swarm.endDeleted(ids),
        realm: (id) => turns.stopIn(id),
        answer: (realmId, id) => turns.stop(realmId, id),
      },
      wakeRealm: (id) => turns.wake(id),
      onSessionsEnded,
      forget: (wallet) => {
        for (const quota of Object.values(quotas)) quota.forget(wallet)
      },
    }),
    handovers: new HandoversOfWallets({ ...base, onSessionsEnded }),
  }
}
