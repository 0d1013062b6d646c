import { Cases } from '../domain/trust/cases.ts'
import { DeskLog } from '../domain/trust/desk-log.ts'
import { Ratings } from '../domain/trust/ratings.ts'
import { Reports } from '../domain/trust/reports.ts'
import { SeenThings } from '../domain/trust/seen.ts'
import { Suspensions } from '../domain/trust/suspensions.ts'
import { Takedowns } from '../domain/trust/takedowns.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  const { limits } = base
  const cases = new Cases()
  const things = new SeenThings(base)
  return {
    ...{ cases, things, seenThings: things },
    suspensions: new Suspensions(base),
    takedowns: new Takedowns(base),
    deskLog: new DeskLog(base),
    reports: new Reports({ ...base, cases, things, take: (by) => limits.takeReport(by) }),
    ratings: new Ratings(base),
  }
}
