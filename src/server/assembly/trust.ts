import { Blocks } from '../domain/people/blocks.ts'
import { NewWallets } from '../domain/trust/new-wallets.ts'
import { BlockChanges } from '../realtime/bus/block-changes.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

/** What keeps the place one that people can trust: what they report, what is done about it, and whom they leave out. */
export function createTrustParts(base: Infrastructure & ReturnType<typeof createPictures>) {
  const blockChanges = new BlockChanges(base)
  const blocks = new Blocks({ ...base, onChanged: (wallet) => blockChanges.announce(wallet) })
  const newWallets = new NewWallets({
    ...base,
    hours: base.env.NEW_WALLET_HOURS,
    take: (what, wallet) => base.limits.takeOfNewWallet(what, wallet),
  })
  return { blockChanges, blocks, newWallets }
}
