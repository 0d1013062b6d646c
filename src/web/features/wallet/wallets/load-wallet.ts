import { useSyncExternalStore } from 'react'
import { provideWallet } from '../../../lib/http/identity.ts'
import { toast } from '../../../ui/toast.ts'
import { CONNECTION_FAILED } from './connection-failed.ts'

/** All of the wallet that a page does not need until somebody reaches for it. */
export type WalletFeature = typeof import('../wallet-feature.tsx')

const listeners = new Set<() => void>()
let feature: WalletFeature | undefined
let loading: Promise<WalletFeature> | undefined

/** Loads the wallet's code once; a load that failed is tried again by the next call. */
export function loadWallet(): Promise<WalletFeature> {
  loading ??= import('../wallet-feature.tsx')
    .then(async (module) => {
      await module.ready
      feature = module
      for (const listener of listeners) listener()
      return module
    })
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

/** For a press: says so where the code can't be loaded. */
export async function withWallet<Result>(
  use: (feature: WalletFeature) => Result,
): Promise<Awaited<Result> | null> {
  try {
    return await use(await loadWallet())
  } catch {
    toast.error(CONNECTION_FAILED)
    return null
  }
}

/** For a pointer that comes near: has the code ready when it is pressed. */
export function prepareWallet(): void {
  loadWallet().catch(() => {})
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The wallet's code, once something has loaded it. */
export function useLoadedWallet(): WalletFeature | undefined {
  return useSyncExternalStore(
    subscribe,
    () => feature,
    () => undefined,
  )
}

provideWallet((act) => withWallet(({ flow }) => act(flow)))
