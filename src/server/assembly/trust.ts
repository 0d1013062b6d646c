import { Lineage } from '../domain/agents/lineage.ts'
import { Manifests } from '../domain/agents/manifests.ts'
import { SYSTEM_ADDRESS } from '../domain/agents/samples.ts'
import { Blocks } from '../domain/people/blocks.ts'
import { NewWallets } from '../domain/quotas/new-wallets.ts'
import { PlaceKey } from '../domain/receipts/place-key.ts'
import { ReceiptLog } from '../domain/receipts/receipt-log.ts'
import { Receipts } from '../domain/receipts/receipts.ts'
import { DeskLog } from '../domain/trust/desk-log.ts'
import { LiveAgents } from '../domain/trust/live-agents.ts'
import { LookAlikes } from '../domain/trust/look-alikes.ts'
import { Reports } from '../domain/trust/reports.ts'
import { SeenThings } from '../domain/trust/seen.ts'
import { Suspensions } from '../domain/trust/suspensions.ts'
import { BlockChanges } from '../realtime/bus/block-changes.ts'
import { TakenDownNews } from '../realtime/bus/taken-down-news.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createModelParts } from './models.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(
  base: Infrastructure & ReturnType<typeof createModelParts> & ReturnType<typeof createPictures>,
) {
  const { env, limits, cases } = base
  const hosts = [SYSTEM_ADDRESS, ...(env.OPERATORS ?? [])]
  const things = new SeenThings(base)
  const takenDownNews = new TakenDownNews(base)
  const live = new LiveAgents(base)
  takenDownNews.listen(({ kind, subject }, isDown) => {
    if (kind === 'agent' && isDown) live.end(subject)
    if (kind === 'agent' || kind === 'realm') base.sitemaps.forget()
  })
  base.bus.onServerEvent((_server, event) => {
    if (event.type === 'unlisted') base.sitemaps.forget()
  })
  const onUnlisted = () => {
    base.sitemaps.forget()
    base.bus.sendToServers({ type: 'unlisted' })
  }
  const key = new PlaceKey({ ...base, publicUrl: base.env.PUBLIC_URL })
  const blockChanges = new BlockChanges(base)
  const blocks = new Blocks({ ...base, onChanged: (wallet) => blockChanges.announce(wallet) })
  const newWallets = new NewWallets({
    ...base,
    hours: env.NEW_WALLET_HOURS,
    take: (what, wallet) => limits.takeOfNewWallet(what, wallet),
    giveBack: (what, wallet) => limits.giveBackOfNewWallet(what, wallet),
  })
  return {
    ...{ cases, things, seenThings: things, live, takenDownNews, onUnlisted },
    ...{ blockChanges, blocks, newWallets },
    lookAlikes: new LookAlikes({ ...base, things, hosts }),
    suspensions: new Suspensions(base),
    deskLog: new DeskLog(base),
    reports: new Reports({ ...base, cases, things, newWallets, take: (by) => limits.takeReport(by) }),
    receipts: new Receipts(base),
    receiptLog: new ReceiptLog({ ...base, key }),
    manifests: new Manifests(base),
    lineage: new Lineage(base),
  }
}
