import { Takedowns } from '../domain/trust/takedowns.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createRealmParts } from './realms.ts'
import type { createTrustParts } from './trust.ts'

/** What the desk acts with, which needs everything that it acts on. */
export function createDeskParts(
  base: Infrastructure & ReturnType<typeof createTrustParts> & ReturnType<typeof createRealmParts>,
) {
  return {
    takedowns: new Takedowns({
      ...base,
      announce: (subject, isDown) => base.takenDownNews.announce(subject, isDown),
    }),
  }
}
