import { Cases } from '../domain/trust/cases.ts'
import { DeskLog } from '../domain/trust/desk-log.ts'
import { LiveAgents } from '../domain/trust/live-agents.ts'
import { Ratings } from '../domain/trust/ratings.ts'
import { Reports } from '../domain/trust/reports.ts'
import { SeenThings } from '../domain/trust/seen.ts'
import { Suspensions } from '../domain/trust/suspensions.ts'
import { TakenDownNews } from '../realtime/bus/taken-down-news.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  const { limits } = base
  const cases = new Cases()
  const things = new SeenThings(base)
  const takenDownNews = new TakenDownNews(base)
  const live = new LiveAgents(base)
  takenDownNews.listen(({ kind, subject }, isDown) => {
    if (kind === 'agent' && isDown) live.end(subject)
    if (kind === 'agent' || kind === 'realm') base.sitemaps.forget()
  })
  return {
    ...{ cases, things, seenThings: things, live, takenDownNews },
    suspensions: new Suspensions(base),
    deskLog: new DeskLog(base),
    reports: new Reports({ ...base, cases, things, take: (by) => limits.takeReport(by) }),
    ratings: new Ratings(base),
  }
}
