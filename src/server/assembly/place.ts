import { resolve } from 'node:path'
import { programVersion } from '../base/program-version.ts'
import { Place } from '../domain/operation/place-status.ts'
import type { createConversationParts } from './conversations.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createRealmParts } from './realms.ts'

type Base = Infrastructure &
  Pick<ReturnType<typeof createConversationParts>, 'answers'> &
  Pick<ReturnType<typeof createRealmParts>, 'hub' | 'presence'>

/** What the operator's page knows of the place. */
export function createPlace(base: Base) {
  const { env, given, db, clock, backups, alone, readiness, answers, hub, presence } = base
  let isProxyUncounted = false
  return {
    uncountedProxy: {
      found() {
        isProxyUncounted = true
      },
    },
    place: new Place({
      ...{ db, readiness, startedAt: clock(), backups },
      version: programVersion(),
      dataFolder: alone ? resolve(env.DATA_DIR) : null,
      minFree: env.MIN_FREE_MB * 1024 * 1024,
      circuits: () => given.models.circuits(),
      servers: () => presence.servers,
      running: () => ({ replies: answers.running, sockets: hub.size }),
      hasUncountedProxy: () => isProxyUncounted,
    }),
  }
}
