import { getWallets } from '@wallet-standard/app'
import { type Cluster, chainOf } from '../../../../shared/session/session.ts'
import { provideSessionCheck, provideSigningIn, setIdentity } from '../../../lib/http/identity.ts'
import { openChannel } from '../../../lib/open-channel.ts'
import { SessionClient } from '../../../lib/session/session.ts'
import { SESSION_CHANNEL } from '../../../lib/session/session-channel.ts'
import { handTabTo } from '../../../lib/tab-owner.ts'
import { toast } from '../../../ui/toast.ts'
import { ModalState } from '../modal/modal-state.ts'
import { createCeremonies } from '../passkey/ceremonies.ts'
import { findPasskeySupport, type PasskeySupport } from '../passkey/passkey-support.ts'
import { PasskeyWallet } from '../passkey/passkey-wallet.ts'
import { forgetPasskey } from '../passkey/remembered-passkey.ts'
import { deviceOf } from '../wallets/device.ts'
import { WALLET_NAME_KEY } from '../wallets/remembered-wallet.ts'
import { hintIn, pageStorage } from './page-storage.ts'
import { WalletFlow } from './wallet-flow.ts'
import { WalletStore } from './wallet-store.ts'

export { AccountMenu } from '../menu/account-menu.tsx'
export { WalletControl } from './wallet-control.tsx'

/** The wallet feature of this page, set up with the browser's APIs. This module loads on first use. */
const device = deviceOf(navigator)
const chain = chainOf((document.documentElement.dataset.cluster ?? 'devnet') as Cluster)
const after = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

const storage = pageStorage()

const wait = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve))

export const passkey = new PasskeyWallet({
  chain,
  page: window.location,
  ceremonies: createCeremonies(window.location.hostname, navigator.credentials),
  storage,
  after,
})
getWallets().register(passkey.wallet)
window.addEventListener('pagehide', () => passkey.wipe())

/** Set once `ready` is resolved. */
export let passkeySupport: PasskeySupport

export const store = new WalletStore({ wallets: getWallets(), chain, device, storage, wait })

export const session = new SessionClient({
  fetch: window.fetch.bind(window),
  clock: Date.now,
  after,
  random: Math.random,
  channel: openChannel(SESSION_CHANNEL),
  hint: hintIn(storage),
})

session.on(({ type }) => {
  // A connected passkey wallet forgets its passkey when it is disconnected.
  if (type === 'signed out' && passkey.wallet.accounts.length === 0) forgetPasskey(storage)
})

export const modal = new ModalState()

export const flow = new WalletFlow({
  store,
  session,
  modal,
  chain,
  setIdentity(next) {
    // Before anything reads what is kept in the tab.
    if (next.state === 'signed-in') handTabTo(next.address)
    setIdentity(next)
  },
  page: {
    address: () => new URL(window.location.href),
    openTab: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
    redirect: (url) => window.location.assign(url),
    sayError: (message, description) => toast.error(message, description ? { description } : {}),
  },
})

export const ready = Promise.all([registerMobileWallets(), askForPasskeySupport()])

async function askForPasskeySupport(): Promise<void> {
  const hasEd25519 = async () => Boolean(await crypto.subtle.generateKey('Ed25519', false, ['sign']))
  const { isSecureContext, PublicKeyCredential } = window
  const browser = { isSecureContext, ...(PublicKeyCredential && { PublicKeyCredential }), hasEd25519 }
  passkeySupport = await findPasskeySupport(new URL(window.location.href), browser, wait)
}

/** Registers the wallet apps of an Android phone; other devices do not load their code. */
async function registerMobileWallets(): Promise<void> {
  if (device.kind !== 'android' || device.webView || !window.isSecureContext) return
  try {
    const { registerMobileWallet } = await import('../wallets/mobile-wallet.ts')
    registerMobileWallet(chain)
  } catch {
    // Without the adapter the page still offers the browser's own wallets.
  }
}

window.addEventListener('storage', ({ key }) => {
  if (key === WALLET_NAME_KEY || key === null) store.nameChanged()
})
// If the session check's refresh is refused, the session ends here, and a new sign-in can be requested.
provideSigningIn(() => flow.signingIn())
provideSessionCheck(() => void session.refresh())
for (const event of ['focus', 'online', 'pageshow'] as const)
  window.addEventListener(event, () => session.wake())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) session.wake()
})
