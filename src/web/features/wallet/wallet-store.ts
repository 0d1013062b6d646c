import type { Wallets } from '@wallet-standard/app'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { encodeBase58, isSolanaAddress } from '../../../shared/session/base58.ts'
import type { KeyValueStorage } from '../../blocks/saved-draft/persisted.ts'
import type { Connection } from './signing.ts'
import { WalletError } from './wallet-error.ts'
import type { Device } from './wallets/device.ts'
import { type ListedWallet, listWallets } from './wallets/list-wallets.ts'
import { rememberedWallet, rememberWallet } from './wallets/remembered-wallet.ts'

/** The states of the wallet button (section 4). */
export type WalletState =
  | { state: 'no-wallet' }
  | { state: 'has-wallet'; name: string }
  | { state: 'connecting'; name: string }
  | { state: 'connected'; name: string; connection: Connection }
  | { state: 'disconnecting'; name: string; connection: Connection }

type Features = StandardConnectFeature & Partial<StandardDisconnectFeature & StandardEventsFeature>

/** How long a wallet may take to disconnect, in milliseconds; after that it is not waited for. */
const LETTING_GO_MS = 3_000

export type WalletStore = ReturnType<typeof createWalletStore>

/** Holds which wallet is chosen and its connection state. It does not depend on React, the session or a screen. */
export function createWalletStore(parts: {
  wallets: Pick<Wallets, 'get' | 'on'>
  chain: IdentifierString
  device: Device
  storage: KeyValueStorage
  wait: (ms: number) => Promise<void>
}) {
  const { wallets, chain, device, storage, wait } = parts
  const listeners = new Set<() => void>()
  const remembered = rememberedWallet(storage)
  let state: WalletState = remembered ? { state: 'has-wallet', name: remembered } : { state: 'no-wallet' }
  let list = listWallets(wallets.get(), { chain, device })
  /** The number of the latest request; results of earlier ones are ignored. */
  let attempt = 0
  let stopListening = () => {}

  function set(next: WalletState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function leave(): void {
    attempt += 1
    stopListening()
    stopListening = () => {}
  }

  function nobody(): void {
    leave()
    rememberWallet(storage, undefined)
    set({ state: 'no-wallet' })
  }

  function refreshList(): void {
    list = listWallets(wallets.get(), { chain, device })
    for (const listener of listeners) listener()
  }
  const stopRegister = wallets.on('register', refreshList)
  const stopUnregister = wallets.on('unregister', (...gone) => {
    if ('connection' in state && gone.includes(state.connection.wallet)) nobody()
    refreshList()
  })

  /** Subscribes to a wallet's account changes, which can occur at any time. */
  function listen(wallet: Wallet): void {
    const events = (wallet.features as Features)['standard:events']
    if (!events) return
    stopListening = events.on('change', (change) => {
      if (!change.accounts || state.state !== 'connected' || state.connection.wallet !== wallet) return
      try {
        const account = chooseAccount(change.accounts, chain)
        set({ state: 'connected', name: wallet.name, connection: { wallet, account } })
      } catch {
        nobody()
      }
    })
  }

  /** @throws {WalletError} `disconnection error` */
  async function abort(wallet: Wallet): Promise<void> {
    try {
      await Promise.race([
        (wallet.features as Features)['standard:disconnect']?.disconnect(),
        wait(LETTING_GO_MS),
      ])
    } catch (thrown) {
      throw WalletError.from('disconnection error', thrown)
    }
  }

  async function disconnect(): Promise<void> {
    if (state.state !== 'connected') return nobody()
    const { name, connection } = state
    leave()
    const mine = attempt
    rememberWallet(storage, undefined)
    set({ state: 'disconnecting', name, connection })
    try {
      await abort(connection.wallet)
    } finally {
      if (mine === attempt) set({ state: 'no-wallet' })
    }
  }

  let connecting: { name: string; answer: Promise<Connection | null> } | undefined

  async function startConnecting(name: string, wallet: Wallet): Promise<Connection | null> {
    if (state.state === 'connected') await disconnect().catch(() => {})
    leave()
    const mine = attempt
    rememberWallet(storage, name)
    set({ state: 'connecting', name })
    try {
      const { accounts } = await (wallet.features as Features)['standard:connect'].connect()
      if (mine !== attempt) {
        const current = state.state === 'no-wallet' || state.state === 'has-wallet' ? undefined : state.name
        if (current !== name) await abort(wallet)
        return null
      }
      const connection = { wallet, account: chooseAccount(accounts, chain) }
      listen(wallet)
      set({ state: 'connected', name, connection })
      return connection
    } catch (thrown) {
      if (mine !== attempt) return null
      nobody()
      throw WalletError.from('connection error', thrown)
    }
  }

  return {
    getState: () => state,
    /** The wallets to choose from; a new array whenever it changes. */
    getList: (): readonly ListedWallet[] => list,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Connects a wallet and disconnects the previous one first. After a failure no wallet is chosen, so that the next
     * press shows all of them.
     * @param name the wallet's name; the remembered one by default
     * @returns null if another request replaced this one
     * @throws {WalletError}
     */
    async connect(name?: string): Promise<Connection | null> {
      const wanted = name ?? ('name' in state ? state.name : undefined)
      if (wanted === undefined) throw new WalletError('wallet not selected')
      if (state.state === 'connected' && state.name === wanted) return state.connection
      if (state.state === 'connecting' && connecting?.name === wanted) return connecting.answer
      const listed = list.find((wallet) => wallet.name === wanted)
      if (listed?.readyState !== 'Installed' || !listed.registered) {
        if (state.state === 'has-wallet' && state.name === wanted) nobody()
        throw new WalletError('wallet not ready', `${wanted} is not installed in this browser.`)
      }
      connecting = { name: wanted, answer: startConnecting(wanted, listed.registered) }
      return connecting.answer
    },

    /**
     * Disconnects the wallet, or cancels connecting, and forgets it. No wallet is connected afterwards in any case.
     * @throws {WalletError} `disconnection error` if the wallet reported one
     */
    disconnect,

    /** Must be called when another tab chose or forgot a wallet; only matters if this tab has not connected one. */
    nameChanged(): void {
      if (state.state !== 'no-wallet' && state.state !== 'has-wallet') return
      const name = rememberedWallet(storage)
      set(name ? { state: 'has-wallet', name } : { state: 'no-wallet' })
    },

    close(): void {
      stopRegister()
      stopUnregister()
      leave()
    },
  }
}

/**
 * Chooses the account on the app's chain, or the first one, whose signing is then refused with a reason.
 * @throws {WalletError} `account error` if the wallet shares no account, `public key error` if the address does not
 *   match the key
 */
function chooseAccount(accounts: readonly WalletAccount[], chain: IdentifierString): WalletAccount {
  const account = accounts.find((candidate) => candidate.chains.includes(chain)) ?? accounts[0]
  if (!account) throw new WalletError('account error', 'The wallet shared no account.')
  const matches = encodeBase58(Uint8Array.from(account.publicKey)) === account.address
  if (!matches || !isSolanaAddress(account.address)) throw new WalletError('public key error')
  return account
}
