import type { Wallet } from '@wallet-standard/base'
import * as texts from '../texts.ts'
import type { Device } from './device.ts'
import type { KnownWallet } from './known-wallets.ts'

/** How a wallet can be reached (sections 3 and 4). Only an unusable one has a reason. */
export type Readiness =
  | { readyState: 'Installed' }
  | { readyState: 'Loadable' }
  | { readyState: 'NotDetected' }
  | { readyState: 'Unsupported'; reason: string }

/** Whether a registered wallet supports Solana; others are never listed. */
export function isSolanaWallet(wallet: Pick<Wallet, 'chains' | 'features'>): boolean {
  return wallet.chains.some((chain) => chain.startsWith('solana:')) && 'standard:connect' in wallet.features
}

/**
 * `Installed`: on the app's chain, and able to sign in in one of the two ways. `Loadable`: in a phone's browser, from
 * which the wallet's own can be opened. `NotDetected`: can be installed. `Unsupported`: installed but unusable, or not
 * reachable from inside another app.
 */
export function readyStateOf(
  wallet: { known?: KnownWallet | undefined; registered?: Pick<Wallet, 'chains' | 'features'> | undefined },
  around: { chain: string; device: Device },
): Readiness {
  const { known, registered } = wallet
  const { chain, device } = around
  if (registered) {
    if (!registered.chains.some((own) => own === chain))
      return { readyState: 'Unsupported', reason: texts.notOnChain(chain.replace('solana:', '')) }
    if (!('solana:signIn' in registered.features) && !('solana:signMessage' in registered.features))
      return { readyState: 'Unsupported', reason: texts.cannotSign }
    return { readyState: 'Installed' }
  }
  if (device.kind === 'desktop') return { readyState: 'NotDetected' }
  if (device.webView) return { readyState: 'Unsupported', reason: texts.openInPhoneBrowser }
  return { readyState: known?.browseLink ? 'Loadable' : 'NotDetected' }
}
