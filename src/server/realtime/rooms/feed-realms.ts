import type { RealmFeed } from '../../domain/realms/realm-feed.ts'
import type { Bus } from '../bus/bus.ts'

/**
 * The domain's way to tell rooms what is new.
 * @param forget is told of realms that may be there now and were not before, or the other way round
 */
export function feedRealms(bus: Bus, forget: (realmId: string) => void = () => {}): RealmFeed {
  return {
    changed: (realmId, messages) => bus.publish(realmId, { type: 'changed', messages: [...messages] }),
    detailChanged(realmId) {
      forget(realmId)
      bus.publish(realmId, { type: 'detail' })
    },
    said: (realmId, id, content) => bus.publish(realmId, { type: 'said', id, content }),
    muted: (realmId, wallet, muted) => bus.publish(realmId, { type: 'muted', wallet, muted }),
    gone(realmId) {
      forget(realmId)
      bus.publish(realmId, { type: 'gone' })
    },
  }
}
