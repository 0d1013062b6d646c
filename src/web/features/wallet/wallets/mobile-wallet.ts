import {
  type AuthorizationCache,
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  createDefaultWalletNotFoundHandler,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile'
import type { IdentifierString } from '@wallet-standard/base'
import { admitMobileWalletMarkup } from './mobile-wallet-markup.ts'

/**
 * This phone's apps are one Wallet Standard wallet. Its authorization (accounts, token, the wallet's own address) is
 * stored in the browser and deleted when it disconnects (sections 3 and 4).
 */
export function registerMobileWallet(chain: IdentifierString): void {
  admitMobileWalletMarkup()
  registerMwa({
    appIdentity: { name: 'Bionic', uri: window.location.origin, icon: 'icons/apple-touch-icon.png' },
    authorizationCache: forChain(chain, createDefaultAuthorizationCache()),
    chains: [chain],
    chainSelector: createDefaultChainSelector(),
    onWalletNotFound: createDefaultWalletNotFoundHandler(),
  })
}

/** Ignores a stored authorization for another chain, because the app may have changed its chain since. */
function forChain(chain: IdentifierString, cache: AuthorizationCache): AuthorizationCache {
  return {
    ...cache,
    get: async () => {
      const kept = await cache.get()
      return kept?.chain === chain ? kept : undefined
    },
  }
}
