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

/** Section 4: what the wallet button stands for. */
export type WalletState =
  | { state: 'no-wallet' }
  | { state: 'has-wallet'; name: string }
  | { state: 'connecting'; name: string }
  | { state: 'connected'; name: string; connection: Connection }
  | { state: 'disconnecting'; name: string; connection: Connection }

type Features = StandardConnectFeature & Partial<StandardDisconnectFeature & StandardEventsFeature>

/** How long a wallet may take to let go before nobody waits for it any longer, in milliseconds. */
const LETTING_GO_MS = 3_000

export type WalletStore = ReturnType<typeof createWalletStore>

/** Which wallet is chosen and how far it is connected. Knows no React, no session and no screen. */
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
  /** Counts what was asked for; an answer to anything but the latest question comes too late. */
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

  /** Wallets tell of another account, or of none, at any time. */
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
    /** The wallets to choose from; a new array when something changed. */
    getList: (): readonly ListedWallet[] => list,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Connects a wallet; one that was connected before is let go first. A failure leaves no wallet chosen, so that
     * the next press offers them all.
     * @param name the remembered one where none is given
     * @returns null where something else was asked for in the meantime
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
     * Lets go of the wallet, or stops waiting for one, and forgets it. Nobody is connected afterwards in any case.
     * @throws {WalletError} `disconnection error` where the wallet said so
     */
    disconnect,

    /** Another tab chose or forgot a wallet; matters only to a tab that has not connected one. */
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
 * The account on the product's chain, or else the first, whose signing is then refused with a reason.
 * @throws {WalletError} `account error` where the wallet shares none, `public key error` where its address is not its key's
 */
function chooseAccount(accounts: readonly WalletAccount[], chain: IdentifierString): WalletAccount {
  const account = accounts.find((candidate) => candidate.chains.includes(chain)) ?? accounts[0]
  if (!account) throw new WalletError('account error', 'The wallet shared no account.')
  const matches = encodeBase58(Uint8Array.from(account.publicKey)) === account.address
  if (!matches || !isSolanaAddress(account.address)) throw new WalletError('public key error')
  return account
}
