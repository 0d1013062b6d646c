import type { Wallet } from '@wallet-standard/base'
import { type KnownWallet, knownWallets } from './known-wallets.ts'
import { isSolanaWallet, type Readiness, readyStateOf } from './ready-state.ts'

/** A row of the modal: a wallet as section 3 describes it. */
export type ListedWallet = Readiness & {
  name: string
  /** The wallet's own icon as a data URL; known wallets are drawn by the app until they register. */
  icon: string | undefined
  url: string | undefined
  known: KnownWallet | undefined
  registered: Wallet | undefined
}

const nearness = { Installed: 0, Loadable: 1, NotDetected: 2, Unsupported: 3 }

/**
 * The registered wallets come first. Of two with the same name the usable one is listed: a browser can have an old and
 * a new version at once.
 */
export function listWallets(
  registered: readonly Wallet[],
  around: Parameters<typeof readyStateOf>[1],
): ListedWallet[] {
  const list = new Map<string, ListedWallet>()
  const offer = (wallet: Wallet | undefined, known: KnownWallet | undefined) => {
    const name = wallet?.name ?? known?.name ?? ''
    const readiness = readyStateOf({ registered: wallet, known }, around)
    const rival = list.get(name)
    if (rival && nearness[rival.readyState] <= nearness[readiness.readyState]) return
    const icon = wallet?.icon.startsWith('data:image/') ? wallet.icon : undefined
    list.set(name, { ...readiness, name, icon, url: known?.url, known, registered: wallet })
  }
  for (const wallet of registered)
    if (isSolanaWallet(wallet))
      offer(
        wallet,
        knownWallets.find((known) => known.name === wallet.name),
      )
  for (const known of knownWallets) if (!list.has(known.name)) offer(undefined, known)
  return [...list.values()].sort((a, b) => nearness[a.readyState] - nearness[b.readyState])
}
