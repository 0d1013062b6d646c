import { DeskLog } from '../domain/trust/desk-log.ts'
import { SeenThings } from '../domain/trust/seen.ts'
import { Suspensions } from '../domain/trust/suspensions.ts'
import { Takedowns } from '../domain/trust/takedowns.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  return {
    suspensions: new Suspensions(base),
    seenThings: new SeenThings(base),
    takedowns: new Takedowns(base),
    deskLog: new DeskLog(base),
  }
}
