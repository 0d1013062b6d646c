import type {
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'
import { encodeBase58 } from '../../../../shared/session/base58.ts'
import { SIGN_IN_STATEMENT, signInInputSchema, signInText } from '../../../../shared/session/session.ts'
import type { KeyValueStorage } from '../../../blocks/saved-draft/persisted.ts'
import type { After } from '../../../lib/http/retrying-fetch.ts'
import * as texts from '../texts.ts'
import { signerPlace } from '../transaction.ts'
import { type Ceremonies, PasskeyError, type Touch } from './ceremonies.ts'
import { deriveSeed, publicKeyOf, secretKeyText, signWith } from './passkey-key.ts'
import { forgetPasskey, rememberedPasskey, rememberPasskey } from './remembered-passkey.ts'

/** The name of the wallet in the Wallet Standard, and under the storage key of section 9. */
export const PASSKEY_WALLET_NAME = 'Bionic Passkey'

/** How long the seed from the connecting touch may be held for the sign-in, in milliseconds (decision 27). */
export const HELD_MS = 60_000

type Bytes = Uint8Array<ArrayBuffer>

/** How the next connection is made: with the passkey used last, with one that the person chooses, or with a new one. */
type Way = 'last' | 'choose' | 'make'

export type PasskeyWallet = ReturnType<typeof createPasskeyWallet>

/**
 * A Wallet Standard wallet whose key is derived from a passkey (decision 27). The key is never stored, and leaves this
 * closure only when its owner has it shown. One touch covers connecting and the sign-in right after it; every other
 * signature requires its own touch.
 */
export function createPasskeyWallet(parts: {
  chain: IdentifierString
  /** The location of the page. Sign-in messages for other sites are not signed. */
  page: { host: string; origin: string }
  ceremonies: Ceremonies
  storage: KeyValueStorage
  after: After
}) {
  const { chain, page, ceremonies, storage, after } = parts
  const listeners = new Set<StandardEventsListeners['change']>()
  let way: Way = 'last'
  let connected: { account: WalletAccount; credentialId: Bytes } | undefined
  let held: { seed: Bytes; stopTimer: () => void } | undefined

  function wipe(): void {
    held?.stopTimer()
    held?.seed.fill(0)
    held = undefined
  }

  function setConnected(next: typeof connected): void {
    connected = next
    for (const listener of listeners) listener({ accounts: wallet.accounts })
  }

  function touchFor(chosen: Way): Promise<Touch> {
    if (chosen === 'make') return ceremonies.make()
    return ceremonies.use(chosen === 'last' ? rememberedPasskey(storage)?.credentialId : undefined)
  }

  async function connect(): Promise<void> {
    const chosen = way
    way = 'last'
    wipe()
    const touch = await touchFor(chosen)
    const { credentialId } = touch
    const last = rememberedPasskey(storage)
    const isLast = last && encodeBase58(last.credentialId) === encodeBase58(credentialId)
    const { seed, publicKey, address } = await unlock(touch, isLast ? last.address : undefined)
    wipe()
    held = { seed, stopTimer: after(HELD_MS, wipe) }
    rememberPasskey(storage, { credentialId, address })
    const features = ['solana:signIn', 'solana:signMessage', 'solana:signTransaction'] as const
    setConnected({ credentialId, account: { address, publicKey, chains: [chain], features } })
  }

  /** The connected passkey, or the one that was used last, which is not connected any more after a reload. */
  const known = () =>
    connected
      ? { address: connected.account.address, credentialId: connected.credentialId }
      : rememberedPasskey(storage)

  /**
   * Requests a touch of an account's passkey and passes its seed to `use`.
   * @param isSignIn whether the held seed of the connecting touch may be used, once
   */
  async function withSeed<Result>(
    address: string,
    isSignIn: boolean,
    use: (seed: Bytes) => Promise<Result>,
  ): Promise<Result> {
    const passkey = known()
    if (passkey?.address !== address) throw new PasskeyError(texts.notConnected)
    const waiting = isSignIn && held?.seed.slice()
    const seed = waiting || (await unlock(await ceremonies.use(passkey.credentialId), address)).seed
    wipe()
    try {
      return await use(seed)
    } finally {
      seed.fill(0)
    }
  }

  const features: StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignInFeature &
    SolanaSignMessageFeature &
    SolanaSignTransactionFeature = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false } = {}) {
        // A silent connection must not prompt the person, and without a prompt there is no account.
        if (!silent) await connect()
        return { accounts: wallet.accounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        wipe()
        forgetPasskey(storage)
        setConnected(undefined)
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(_event, listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs) {
        const signed = []
        for (const given of inputs) {
          const account = requireAccount(given.address)
          const read = signInInputSchema.safeParse({ ...given, address: account.address })
          if (!read.success) throw new PasskeyError(texts.notASignIn)
          const input = read.data
          if (input.domain !== page.host || input.uri !== page.origin)
            throw new PasskeyError(texts.signInForElsewhere(input.domain, page.host))
          const signedMessage = new TextEncoder().encode(signInText(input))
          const isSignIn = input.statement === SIGN_IN_STATEMENT
          const signature = await withSeed(account.address, isSignIn, (seed) => signWith(seed, signedMessage))
          signed.push({ account, signedMessage, signature })
        }
        return signed
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      async signMessage(...inputs) {
        const signed = []
        for (const { account, message } of inputs) {
          requireAccount(account.address)
          const signedMessage = Uint8Array.from(message)
          const signature = await withSeed(account.address, false, (seed) => signWith(seed, signedMessage))
          signed.push({ signedMessage, signature })
        }
        return signed
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(...inputs) {
        const signed = []
        for (const { account, transaction } of inputs) {
          requireAccount(account.address)
          const signedTransaction = Uint8Array.from(transaction)
          const place = signerPlace(signedTransaction, Uint8Array.from(account.publicKey))
          if (!place) throw new PasskeyError(texts.notASigner)
          const { message, at } = place
          const signature = await withSeed(account.address, false, (seed) => signWith(seed, message))
          signedTransaction.set(signature, at)
          signed.push({ signedTransaction })
        }
        return signed
      },
    },
  }

  /** @throws {PasskeyError} if the account is not the connected one */
  function requireAccount(address: string | undefined): WalletAccount {
    if (!connected || (address !== undefined && address !== connected.account.address))
      throw new PasskeyError(texts.otherAccount)
    return connected.account
  }

  const wallet: Wallet = {
    version: '1.0.0',
    name: PASSKEY_WALLET_NAME,
    icon: ICON,
    chains: [chain],
    features,
    get accounts() {
      return connected ? [connected.account] : []
    },
  }

  return {
    wallet,

    /** Determines how the next connection is made; later ones use the same passkey again. */
    nextConnection(next: Exclude<Way, 'last'>): void {
      way = next
    },

    /**
     * The secret key after its own touch, in the format that Solana wallets import.
     * @param address the connected account, or that of the passkey used last
     * @throws {PasskeyError}
     */
    revealSecret: (address: string): Promise<string> => withSeed(address, false, secretKeyText),

    /** Overwrites the seed that is held for a sign-in; must be called when the page is left. */
    wipe,
  }
}

/**
 * Derives the key of a passkey. It must always be the same: if a device returned another secret than before, as some
 * cross-device connections wrongly did, the key would be another wallet's, without the person's content.
 * @param expected the known address of this passkey
 * @throws {PasskeyError} if the address differs
 */
async function unlock({ prfOutput }: Touch, expected: string | undefined) {
  const seed = await deriveSeed(prfOutput)
  const publicKey = await publicKeyOf(seed)
  const address = encodeBase58(publicKey)
  if (expected === undefined || expected === address) return { seed, publicKey, address }
  seed.fill(0)
  throw new PasskeyError(texts.otherSecret)
}

const ICON: Wallet['icon'] = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#2a1d5e"/><g fill="none" stroke="#d9ceff" stroke-width="2.2" stroke-linecap="round"><circle cx="13.5" cy="15" r="5"/><path d="M17.5 18.5l9 9M23 24l3-3"/></g></svg>',
)}`
