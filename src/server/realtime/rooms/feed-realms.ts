import type { RealmFeed } from '../../domain/realms/realm-feed.ts'
import type { Bus } from '../bus/bus.ts'

/** Lets the domain tell rooms of changes; `forget` gets realms that may have been created, restored or deleted. */
export function feedRealms(
  bus: Pick<Bus, 'publish'>,
  forget: (realmId: string) => void = () => {},
): RealmFeed {
  return {
    changed: (realmId, messages) => bus.publish(realmId, { type: 'changed', messages: [...messages] }),
    detailChanged(realmId) {
      forget(realmId)
      bus.publish(realmId, { type: 'detail' })
    },
    said: (realmId, id, { content, sources }) =>
      bus.publish(realmId, { type: 'said', id, content, ...(sources && { sources: [...sources] }) }),
    muted: (realmId, wallet, mute) =>
      bus.publish(realmId, { type: 'muted', wallet, muted: mute !== null, until: iso(mute) }),
    banned: (realmId, wallet, ban) =>
      bus.publish(realmId, { type: 'banned', wallet, banned: ban !== null, until: iso(ban) }),
    held: (realmId, author) => bus.publish(realmId, { type: 'held', author }),
    gone(realmId, message) {
      forget(realmId)
      bus.publish(realmId, { type: 'gone', ...(message !== undefined && { message }) })
    },
  }
}

const iso = (kept: { until: Date | null } | null) => kept?.until?.toISOString() ?? null
