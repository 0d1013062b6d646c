import type { Wallets } from '@wallet-standard/app'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { encodeBase58, isSolanaAddress } from '../../../../shared/session/base58.ts'
import type { KeyValueStorage } from '../../../blocks/saved-draft/persisted.ts'
import { Listeners } from '../../../lib/listeners.ts'
import type { Connection } from '../signing.ts'
import { WalletError } from '../wallet-error.ts'
import type { Device } from '../wallets/device.ts'
import { type ListedWallet, listWallets } from '../wallets/list-wallets.ts'
import { rememberedWallet, rememberWallet } from '../wallets/remembered-wallet.ts'

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

interface WalletStoreParts {
  wallets: Pick<Wallets, 'get' | 'on'>
  chain: IdentifierString
  device: Device
  storage: KeyValueStorage
  wait: (ms: number) => Promise<void>
}

/** It does not depend on React, the session or a screen. */
export class WalletStore {
  readonly #parts: WalletStoreParts
  readonly #listeners = new Listeners()
  readonly #ends: (() => void)[]
  #state: WalletState
  #list: readonly ListedWallet[]
  /** The number of the latest request; results of earlier ones are ignored. */
  #attempt = 0
  #connecting: { name: string; answer: Promise<Connection | null> } | undefined
  #stopListening = () => {}

  constructor(parts: WalletStoreParts) {
    this.#parts = parts
    this.#state = this.#rememberedState()
    this.#list = listWallets(parts.wallets.get(), parts)
    this.#ends = [
      parts.wallets.on('register', () => this.#refreshList()),
      parts.wallets.on('unregister', (...gone) => {
        if ('connection' in this.#state && gone.includes(this.#state.connection.wallet)) this.#forget()
        this.#refreshList()
      }),
    ]
  }

  readonly getState = (): WalletState => this.#state

  /** The wallets to choose from; a new array whenever it changes. */
  readonly getList = (): readonly ListedWallet[] => this.#list

  readonly subscribe = this.#listeners.add

  /**
   * Disconnects the previous wallet first. After a failure none is chosen, so that the next press shows all.
   * @param name the remembered one by default
   * @returns null if another request replaced this one
   * @throws {WalletError}
   */
  async connect(name?: string): Promise<Connection | null> {
    const state = this.#state
    const wanted = name ?? ('name' in state ? state.name : undefined)
    if (wanted === undefined) throw new WalletError('wallet not selected')
    if (state.state === 'connected' && state.name === wanted) return state.connection
    if (state.state === 'connecting' && this.#connecting?.name === wanted) return this.#connecting.answer
    const listed = this.#list.find((wallet) => wallet.name === wanted)
    if (listed?.readyState !== 'Installed' || !listed.registered) {
      if (state.state === 'has-wallet' && state.name === wanted) this.#forget()
      throw new WalletError('wallet not ready', `${wanted} is not installed in this browser.`)
    }
    this.#connecting = { name: wanted, answer: this.#startConnecting(wanted, listed.registered) }
    return this.#connecting.answer
  }

  /**
   * Also cancels connecting, and forgets the wallet. No wallet is connected afterwards in any case.
   * @throws {WalletError} `disconnection error` if the wallet reported one
   */
  async disconnect(): Promise<void> {
    if (this.#state.state !== 'connected') return this.#forget()
    const { name, connection } = this.#state
    this.#leave()
    const mine = this.#attempt
    rememberWallet(this.#parts.storage, undefined)
    this.#set({ state: 'disconnecting', name, connection })
    try {
      await this.#disconnectFrom(connection.wallet)
    } finally {
      if (mine === this.#attempt) this.#set({ state: 'no-wallet' })
    }
  }

  /** Must be called when another tab chose or forgot a wallet; only matters if this tab has not connected one. */
  nameChanged(): void {
    if (this.#state.state === 'no-wallet' || this.#state.state === 'has-wallet')
      this.#set(this.#rememberedState())
  }

  close(): void {
    for (const end of this.#ends) end()
    this.#leave()
  }

  #rememberedState(): WalletState {
    const name = rememberedWallet(this.#parts.storage)
    return name ? { state: 'has-wallet', name } : { state: 'no-wallet' }
  }

  #set(next: WalletState): void {
    this.#state = next
    this.#listeners.notify()
  }

  #leave(): void {
    this.#attempt += 1
    this.#stopListening()
    this.#stopListening = () => {}
  }

  #forget(): void {
    this.#leave()
    rememberWallet(this.#parts.storage, undefined)
    this.#set({ state: 'no-wallet' })
  }

  #refreshList(): void {
    this.#list = listWallets(this.#parts.wallets.get(), this.#parts)
    this.#listeners.notify()
  }

  async #startConnecting(name: string, wallet: Wallet): Promise<Connection | null> {
    if (this.#state.state === 'connected') await this.disconnect().catch(() => {})
    this.#leave()
    const mine = this.#attempt
    rememberWallet(this.#parts.storage, name)
    this.#set({ state: 'connecting', name })
    try {
      const { accounts } = await (wallet.features as Features)['standard:connect'].connect()
      if (mine !== this.#attempt) {
        // Another request for the same wallet may have come meanwhile; its connection stays.
        const state = this.#state
        const isChosen = state.state !== 'no-wallet' && state.state !== 'has-wallet' && state.name === name
        if (!isChosen) await this.#disconnectFrom(wallet)
        return null
      }
      const connection = { wallet, account: chooseAccount(accounts, this.#parts.chain) }
      this.#followAccounts(wallet)
      this.#set({ state: 'connected', name, connection })
      return connection
    } catch (thrown) {
      if (mine !== this.#attempt) return null
      this.#forget()
      throw WalletError.from('connection error', thrown)
    }
  }

  #followAccounts(wallet: Wallet): void {
    const events = (wallet.features as Features)['standard:events']
    if (!events) return
    this.#stopListening = events.on('change', (change) => {
      const state = this.#state
      if (!change.accounts || state.state !== 'connected' || state.connection.wallet !== wallet) return
      try {
        const account = chooseAccount(change.accounts, this.#parts.chain)
        this.#set({ state: 'connected', name: wallet.name, connection: { wallet, account } })
      } catch {
        this.#forget()
      }
    })
  }

  /** @throws {WalletError} `disconnection error` */
  async #disconnectFrom(wallet: Wallet): Promise<void> {
    try {
      await Promise.race([
        (wallet.features as Features)['standard:disconnect']?.disconnect(),
        this.#parts.wait(LETTING_GO_MS),
      ])
    } catch (thrown) {
      throw WalletError.from('disconnection error', thrown)
    }
  }
}

/**
 * The account on the app's chain, or the first one, whose signing is then refused with a reason.
 * @throws {WalletError} `account error` without an account, `public key error` if address and key differ
 */
function chooseAccount(accounts: readonly WalletAccount[], chain: IdentifierString): WalletAccount {
  const account = accounts.find((candidate) => candidate.chains.includes(chain)) ?? accounts[0]
  if (!account) throw new WalletError('account error', 'The wallet shared no account.')
  const matches = encodeBase58(Uint8Array.from(account.publicKey)) === account.address
  if (!matches || !isSolanaAddress(account.address)) throw new WalletError('public key error')
  return account
}
