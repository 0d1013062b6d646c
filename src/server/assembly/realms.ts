import { HomeFacts } from '../domain/home.ts'
import { createRealmTurns } from '../domain/realms/director/turns.ts'
import { RealmLog } from '../domain/realms/realm-log.ts'
import { RealmModeration } from '../domain/realms/realm-moderation.ts'
import { Realms } from '../domain/realms/realms.ts'
import { Hub } from '../realtime/hub.ts'
import { PresenceDirectory } from '../realtime/presence/presence.ts'
import { SocketQuotas } from '../realtime/sockets/socket-quotas.ts'
import type { createAgentParts } from './agents.ts'
import type { createConversationParts } from './conversations.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'
import type { createToolParts } from './tools.ts'
import type { createTrustParts } from './trust.ts'

/** Realms, who is in them, and the sockets that they are followed through. */
export function createRealmParts(
  base: Infrastructure &
    ReturnType<typeof createPictures> &
    ReturnType<typeof createAgentParts> &
    ReturnType<typeof createToolParts> &
    ReturnType<typeof createTrustParts> &
    Pick<ReturnType<typeof createConversationParts>, 'answers' | 'heartbeats' | 'relay'>,
) {
  const { env, given, bus, limits } = base
  const presence = new PresenceDirectory({ bus })
  const mayAsk = async (wallet: string) => (await limits.takeCall({ wallet })) === 0
  const turns = createRealmTurns({ ...base, mayAsk })
  const realms = new Realms({
    ...base,
    turns,
    here: (id) => presence.count(id),
    refuseAgent: (id) => base.agents.refuseMissing(id),
  })
  const realmLog = new RealmLog({ ...base, turns })
  const realmModeration = new RealmModeration({ ...base, turns })
  const socketQuotas = new SocketQuotas({
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    socketsPerWallet: env.SOCKETS_PER_WALLET,
    realmsPerAddress: env.REALMS_PER_ADDRESS,
    realmsPerWallet: env.REALMS_PER_WALLET,
  })
  return {
    ...{ presence, turns, realms, realmLog, realmModeration, socketQuotas },
    hub: new Hub({
      ...{ ...base, presence, realms, realmModeration, realmLog },
      quotas: socketQuotas,
      times: given.hubTimes ?? {},
    }),
    home: new HomeFacts({ ...base, fullest: () => presence.fullest() }),
  }
}
