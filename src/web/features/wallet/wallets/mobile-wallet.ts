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
 * Registers the wallet apps of this Android phone as one Wallet Standard wallet. Its authorization (accounts, token,
 * the wallet's own address) is kept in the browser's storage and cleared when it disconnects (sections 3 and 4).
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

/** An authorization for one chain is none for another, which the product may have moved to since. */
function forChain(chain: IdentifierString, cache: AuthorizationCache): AuthorizationCache {
  return {
    ...cache,
    get: async () => {
      const kept = await cache.get()
      return kept?.chain === chain ? kept : undefined
    },
  }
}
