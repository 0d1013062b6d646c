import { LiveAgents } from '../domain/trust/live-agents.ts'
import { TakenDownNews } from '../realtime/bus/taken-down-news.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  const takenDownNews = new TakenDownNews(base)
  const live = new LiveAgents(base)
  takenDownNews.listen(({ kind, subject }, isDown) => {
    if (kind === 'agent' && isDown) live.end(subject)
    if (kind === 'agent' || kind === 'realm') base.sitemaps.forget()
  })
  return { live, takenDownNews }
}
