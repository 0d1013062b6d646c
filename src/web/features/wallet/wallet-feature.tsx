import { getWallets } from '@wallet-standard/app'
import { type Cluster, chainOf } from '../../../shared/session/session.ts'
import type { KeyValueStorage } from '../../blocks/saved-draft/persisted.ts'
import { provideSessionCheck, provideSigningIn, setIdentity } from '../../lib/http/identity.ts'
import { createSessionClient, type SessionHint } from '../../lib/session/session.ts'
import { SESSION_CHANNEL } from '../../lib/session/session-channel.ts'
import { toast } from '../../ui/toast.ts'
import { createModalState } from './modal/modal-state.ts'
import { createCeremonies } from './passkey/ceremonies.ts'
import { findPasskeySupport, type PasskeySupport } from './passkey/passkey-support.ts'
import { createPasskeyWallet } from './passkey/passkey-wallet.ts'
import { forgetPasskey } from './passkey/remembered-passkey.ts'
import { createWalletFlow } from './wallet-flow.ts'
import { createWalletStore } from './wallet-store.ts'
import { deviceOf } from './wallets/device.ts'
import { WALLET_NAME_KEY } from './wallets/remembered-wallet.ts'

export { AccountMenu } from './menu/account-menu.tsx'
export { WalletControl } from './wallet-control.tsx'

/** The wallet of this page, built from what the browser offers. Loaded when it is first needed. */
const device = deviceOf(navigator)
const chain = chainOf((document.documentElement.dataset.cluster ?? 'devnet') as Cluster)
const after = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

const storage = pageStorage()

const wait = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve))

/** The wallet of who has none, registered like any other. */
export const passkey = createPasskeyWallet({
  chain,
  page: window.location,
  ceremonies: createCeremonies(window.location.hostname, navigator.credentials),
  storage,
  after,
})
getWallets().register(passkey.wallet)
window.addEventListener('pagehide', passkey.wipe)

/** Known once the feature is ready. */
export let passkeySupport: PasskeySupport

export const store = createWalletStore({ wallets: getWallets(), chain, device, storage, wait })

const session = createSessionClient({
  fetch: window.fetch.bind(window),
  clock: Date.now,
  after,
  random: Math.random,
  channel: new BroadcastChannel(SESSION_CHANNEL),
  hint: hintIn(storage),
})

session.on(({ type }) => {
  // A connected wallet forgets by being disconnected.
  if (type === 'signed out' && passkey.wallet.accounts.length === 0) forgetPasskey(storage)
})

export const modal = createModalState()

export const flow = createWalletFlow({
  store,
  session,
  modal,
  chain,
  setIdentity,
  page: {
    address: () => new URL(window.location.href),
    openTab: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
    redirect: (url) => window.location.assign(url),
    sayError: (message, description) => toast.error(message, description ? { description } : {}),
  },
})

/** Resolved once every wallet that will be here at the start is registered, and it is known whether a passkey can be one. */
export const ready = Promise.all([registerMobileWallets(), askForPasskeySupport()])

async function askForPasskeySupport(): Promise<void> {
  const hasEd25519 = async () => Boolean(await crypto.subtle.generateKey('Ed25519', false, ['sign']))
  const { isSecureContext, PublicKeyCredential } = window
  const browser = { isSecureContext, ...(PublicKeyCredential && { PublicKeyCredential }), hasEd25519 }
  passkeySupport = await findPasskeySupport(new URL(window.location.href), browser, wait)
}

/** Wallet apps of an Android phone; no other device loads their code. */
async function registerMobileWallets(): Promise<void> {
  if (device.kind !== 'android' || device.webView || !window.isSecureContext) return
  try {
    const { registerMobileWallet } = await import('./wallets/mobile-wallet.ts')
    registerMobileWallet(chain)
  } catch {
    // Without it the page still offers what the browser itself has.
  }
}

/** A browser that keeps nothing for this page still remembers until the page is left. */
function pageStorage(): KeyValueStorage {
  try {
    return window.localStorage
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }
  }
}

function hintIn(storage: KeyValueStorage): SessionHint {
  const key = 'session'
  return {
    get() {
      const hint = storage.getItem(key)
      return hint === 'alive' || hint === 'ending' ? hint : null
    },
    set: (hint) => (hint ? storage.setItem(key, hint) : storage.removeItem(key)),
  }
}

window.addEventListener('storage', ({ key }) => {
  if (key === WALLET_NAME_KEY || key === null) store.nameChanged()
})
// To be refused a refresh is to be signed out; what was asked can then be signed for anew.
provideSigningIn(flow.signingIn)
provideSessionCheck(() => void session.refresh())
for (const event of ['focus', 'online', 'pageshow'] as const)
  window.addEventListener(event, () => session.wake())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) session.wake()
})
