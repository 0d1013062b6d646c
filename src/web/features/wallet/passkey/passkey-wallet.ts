import type {
  SolanaSignInFeature,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaSignMessageFeature,
  SolanaSignMessageInput,
  SolanaSignMessageOutput,
  SolanaSignTransactionFeature,
  SolanaSignTransactionInput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'
import { SIGN_IN_STATEMENT, signInInputSchema, signInText } from '../../../../shared/session/session.ts'
import { Listeners } from '../../../lib/listeners.ts'
import * as texts from '../texts.ts'
import { signerPlace } from '../transaction.ts'
import { PasskeyError } from './ceremonies.ts'
import { secretKeyText, signWith } from './passkey-key.ts'
import { type Bytes, PasskeySeed, type SeedParts } from './passkey-seed.ts'
import { forgetPasskey, rememberedPasskey, rememberPasskey } from './remembered-passkey.ts'

/** The name of the wallet in the Wallet Standard, and under the storage key of section 9. */
export const PASSKEY_WALLET_NAME = 'Bionic Passkey'

type PasskeyFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature

interface PasskeyParts extends SeedParts {
  chain: IdentifierString
  /** Sign-in messages for other sites are not signed. */
  page: { host: string; origin: string }
}

/**
 * A Wallet Standard wallet (decision 27). One touch covers connecting and the sign-in right after it; every other
 * signature requires its own.
 */
export class PasskeyWallet {
  readonly wallet: Wallet
  readonly #parts: PasskeyParts
  readonly #listeners = new Listeners<Parameters<StandardEventsListeners['change']>>()
  readonly #seed: PasskeySeed
  #connected: { account: WalletAccount; credentialId: Bytes } | undefined

  constructor(parts: PasskeyParts) {
    this.#parts = parts
    this.#seed = new PasskeySeed(parts)
    const accounts = () => this.#accounts()
    this.wallet = {
      version: '1.0.0',
      name: PASSKEY_WALLET_NAME,
      icon: ICON,
      chains: [parts.chain],
      features: this.#features(),
      get accounts() {
        return accounts()
      },
    }
  }

  /** See `PasskeySeed.nextConnection`. */
  nextConnection(next: 'choose' | 'make'): void {
    this.#seed.nextConnection(next)
  }

  /**
   * The secret key after its own touch, as Solana wallets import it.
   * @param address the connected account, or that of the passkey used last
   * @throws {PasskeyError}
   */
  revealSecret(address: string): Promise<string> {
    return this.#withSeed(address, false, secretKeyText)
  }

  /** Overwrites the seed that is held for a sign-in; must be called when the page is left. */
  wipe(): void {
    this.#seed.wipe()
  }

  #features(): PasskeyFeatures {
    const version = '1.0.0'
    return {
      'standard:connect': {
        version,
        connect: async ({ silent = false } = {}) => {
          // A silent connection must not prompt the person, and without a prompt there is no account.
          if (!silent) await this.#connect()
          return { accounts: this.#accounts() }
        },
      },
      'standard:disconnect': { version, disconnect: async () => this.#disconnect() },
      'standard:events': { version, on: (_event, listener) => this.#listeners.add(listener) },
      'solana:signIn': { version, signIn: (...inputs) => eachInTurn(inputs, (input) => this.#signIn(input)) },
      'solana:signMessage': {
        version,
        signMessage: (...inputs) => eachInTurn(inputs, (input) => this.#signMessage(input)),
      },
      'solana:signTransaction': {
        version,
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs) => eachInTurn(inputs, (input) => this.#signTransaction(input)),
      },
    }
  }

  #accounts(): WalletAccount[] {
    return this.#connected ? [this.#connected.account] : []
  }

  #setConnected(next: { account: WalletAccount; credentialId: Bytes } | undefined): void {
    this.#connected = next
    this.#listeners.notify({ accounts: this.#accounts() })
  }

  async #connect(): Promise<void> {
    const { credentialId, address, publicKey } = await this.#seed.connect()
    const features = ['solana:signIn', 'solana:signMessage', 'solana:signTransaction'] as const
    const account = { address, publicKey, chains: [this.#parts.chain], features }
    this.#setConnected({ credentialId, account })
  }

  #disconnect(): void {
    this.wipe()
    forgetPasskey(this.#parts.storage)
    this.#setConnected(undefined)
  }

  async #signIn(given: SolanaSignInInput): Promise<SolanaSignInOutput> {
    const { page } = this.#parts
    const account = this.#requireAccount(given.address)
    const read = signInInputSchema.safeParse({ ...given, address: account.address })
    if (!read.success) throw new PasskeyError(texts.notASignIn)
    const input = read.data
    if (input.domain !== page.host || input.uri !== page.origin)
      throw new PasskeyError(texts.signInForElsewhere(input.domain, page.host))
    const signedMessage = new TextEncoder().encode(signInText(input))
    const isSignIn = input.statement === SIGN_IN_STATEMENT
    const signature = await this.#withSeed(account.address, isSignIn, (seed) => signWith(seed, signedMessage))
    // The end of the session before may have made another tab forget it.
    const known = this.#known()
    if (known) rememberPasskey(this.#parts.storage, known)
    return { account, signedMessage, signature }
  }

  async #signMessage({ account, message }: SolanaSignMessageInput): Promise<SolanaSignMessageOutput> {
    this.#requireAccount(account.address)
    const signedMessage = Uint8Array.from(message)
    const signature = await this.#withSeed(account.address, false, (seed) => signWith(seed, signedMessage))
    return { signedMessage, signature }
  }

  async #signTransaction(input: SolanaSignTransactionInput): Promise<SolanaSignTransactionOutput> {
    const { address, publicKey } = input.account
    this.#requireAccount(address)
    const signedTransaction = Uint8Array.from(input.transaction)
    const place = signerPlace(signedTransaction, Uint8Array.from(publicKey))
    if (!place) throw new PasskeyError(texts.notASigner)
    signedTransaction.set(
      await this.#withSeed(address, false, (seed) => signWith(seed, place.message)),
      place.at,
    )
    return { signedTransaction }
  }

  /** @throws {PasskeyError} if the account is not the connected one */
  #requireAccount(address: string | undefined): WalletAccount {
    const account = this.#connected?.account
    if (!account || (address !== undefined && address !== account.address))
      throw new PasskeyError(texts.otherAccount)
    return account
  }

  /** The connected passkey, or the one that was used last, which is not connected any more after a reload. */
  #known(): { address: string; credentialId: Bytes } | undefined {
    if (!this.#connected) return rememberedPasskey(this.#parts.storage)
    const { account, credentialId } = this.#connected
    return { address: account.address, credentialId }
  }

  #withSeed<Result>(address: string, isSignIn: boolean, use: (seed: Bytes) => Promise<Result>) {
    return this.#seed.use(this.#known(), address, isSignIn, use)
  }
}

async function eachInTurn<Input, Output>(
  inputs: readonly Input[],
  sign: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const signed: Output[] = []
  for (const input of inputs) signed.push(await sign(input))
  return signed
}

const ICON: Wallet['icon'] = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#2a1d5e"/><g fill="none" stroke="#d9ceff" stroke-width="2.2" stroke-linecap="round"><circle cx="13.5" cy="15" r="5"/><path d="M17.5 18.5l9 9M23 24l3-3"/></g></svg>',
)}`
