import { useSyncExternalStore } from 'react'
import { provideWallet } from '../../../lib/http/identity.ts'
import { Listeners } from '../../../lib/listeners.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'

type WalletFeature = typeof import('./wallet-feature.tsx')

const listeners = new Listeners()
let feature: WalletFeature | undefined
let loading: Promise<WalletFeature> | undefined

/** Loads the wallet's code once; after a failure the next call tries again. */
export function loadWallet(): Promise<WalletFeature> {
  loading ??= import('./wallet-feature.tsx')
    .then(async (module) => {
      await module.ready
      feature = module
      listeners.notify()
      return module
    })
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Shows an error if the wallet's code can't be loaded. */
export async function withWallet<Result>(
  use: (feature: WalletFeature) => Result,
): Promise<Awaited<Result> | null> {
  try {
    return await use(await loadWallet())
  } catch {
    toast.error(texts.connectionFailed)
    return null
  }
}

export function prepareWallet(): void {
  loadWallet().catch(() => {})
}

export function useLoadedWallet(): WalletFeature | undefined {
  return useSyncExternalStore(
    listeners.add,
    () => feature,
    () => undefined,
  )
}

provideWallet((act) => withWallet(({ flow }) => act(flow)))
