import { SYSTEM_ADDRESS } from '../domain/agents/samples.ts'
import { LookAlikes } from '../domain/trust/look-alikes.ts'
import { Ratings } from '../domain/trust/ratings.ts'
import { Reports } from '../domain/trust/reports.ts'
import { SeenThings } from '../domain/trust/seen.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  const { env, limits, cases } = base
  const hosts = [SYSTEM_ADDRESS, ...(env.OPERATORS ?? [])]
  const things = new SeenThings(base)
  return {
    ...{ things, lookAlikes: new LookAlikes({ ...base, things, hosts }) },
    reports: new Reports({ ...base, cases, things, take: (by) => limits.takeReport(by) }),
    ratings: new Ratings(base),
  }
}
