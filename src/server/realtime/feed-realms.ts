import type { RealmFeed } from '../domain/realms/realm-feed.ts'
import type { Bus } from './bus.ts'

/** The domain's way to tell rooms what is new. */
export function feedRealms(bus: Bus): RealmFeed {
  return {
    changed: (realmId, messages) => bus.publish(realmId, { type: 'changed', messages: [...messages] }),
    detailChanged: (realmId) => bus.publish(realmId, { type: 'detail' }),
    said: (realmId, id, content) => bus.publish(realmId, { type: 'said', id, content }),
    muted: (realmId, wallet, muted) => bus.publish(realmId, { type: 'muted', wallet, muted }),
    gone: (realmId) => bus.publish(realmId, { type: 'gone' }),
  }
}
