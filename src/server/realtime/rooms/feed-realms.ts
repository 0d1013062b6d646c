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
    muted: (realmId, wallet, muted) => bus.publish(realmId, { type: 'muted', wallet, muted }),
    gone(realmId, message) {
      forget(realmId)
      bus.publish(realmId, { type: 'gone', ...(message !== undefined && { message }) })
    },
  }
}
