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
import { signerPlace } from '../transaction.ts'
import { type Ceremonies, PasskeyError, type Touch } from './ceremonies.ts'
import { deriveSeed, publicKeyOf, secretKeyText, signWith } from './passkey-key.ts'
import { forgetPasskey, rememberedPasskey, rememberPasskey } from './remembered-passkey.ts'

/** What it goes by in the Wallet Standard, and under section 9's storage key. */
export const PASSKEY_WALLET_NAME = 'Bionic Passkey'

/** How long the secret of the touch that connected may wait for the sign-in, in milliseconds (decision 27). */
export const HELD_MS = 60_000

type Bytes = Uint8Array<ArrayBuffer>

/** How the next connection comes about: by the passkey that was used last, one that the person chooses, or a new one. */
type Way = 'last' | 'choose' | 'make'

export type PasskeyWallet = ReturnType<typeof createPasskeyWallet>

/**
 * A Wallet Standard wallet whose key is derived from a passkey (decision 27). Nothing of the key is stored, and it leaves
 * this closure in one form alone, when its owner has it shown. One touch covers connecting and the sign-in right after it;
 * every other signature is a touch of its own.
 */
export function createPasskeyWallet(parts: {
  chain: IdentifierString
  /** Where the page is. A sign-in for any other place is not signed. */
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
    const known = rememberedPasskey(storage)
    const isKnown = known && encodeBase58(known.credentialId) === encodeBase58(credentialId)
    const { seed, publicKey, address } = await unlock(touch, isKnown ? known.address : undefined)
    wipe()
    held = { seed, stopTimer: after(HELD_MS, wipe) }
    rememberPasskey(storage, { credentialId, address })
    const features = ['solana:signIn', 'solana:signMessage', 'solana:signTransaction'] as const
    setConnected({ credentialId, account: { address, publicKey, chains: [chain], features } })
  }

  /**
   * Has the person touch the passkey of the connected account, and lends its seed.
   * @param isSignIn whether the touch that connected may do, once
   */
  async function withSeed<Result>(isSignIn: boolean, use: (seed: Bytes) => Promise<Result>): Promise<Result> {
    if (!connected) throw new PasskeyError('The passkey wallet is not connected.')
    const { account, credentialId } = connected
    const waiting = isSignIn && held?.seed.slice()
    const seed = waiting || (await unlock(await ceremonies.use(credentialId), account.address)).seed
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
        // Silently means without asking the person, and without them there is no account to share.
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
          if (!read.success) throw new PasskeyError('What was to be signed is no sign-in of Bionic.')
          const input = read.data
          if (input.domain !== page.host || input.uri !== page.origin)
            throw new PasskeyError(`This sign-in is for ${input.domain}, and this page is at ${page.host}.`)
          const signedMessage = new TextEncoder().encode(signInText(input))
          const isSignIn = input.statement === SIGN_IN_STATEMENT
          const signature = await withSeed(isSignIn, (seed) => signWith(seed, signedMessage))
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
          const signature = await withSeed(false, (seed) => signWith(seed, signedMessage))
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
          if (!place) throw new PasskeyError('The transaction does not ask for a signature of this wallet.')
          const { message, at } = place
          signedTransaction.set(await withSeed(false, (seed) => signWith(seed, message)), at)
          signed.push({ signedTransaction })
        }
        return signed
      },
    },
  }

  /** @throws {PasskeyError} where it is not the connected one */
  function requireAccount(address: string | undefined): WalletAccount {
    if (!connected || (address !== undefined && address !== connected.account.address))
      throw new PasskeyError('The passkey wallet does not hold that account.')
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

    /** Says how the next connection is to come about; those after it use the same passkey again. */
    nextConnection(next: Exclude<Way, 'last'>): void {
      way = next
    },

    /**
     * The secret key behind a touch of its own, as Solana's wallets import it.
     * @throws {PasskeyError}
     */
    revealSecret: (): Promise<string> => withSeed(false, secretKeyText),

    /** Overwrites the secret that waits for a sign-in; to be called when the page is left. */
    wipe,
  }
}

/**
 * The key of a passkey that was touched. It is the same for ever: should a device give another secret than before, which
 * some ways between two devices got wrong, the key would be another wallet's, and none of what is the person's be there.
 * @param expected the address that is known to be this passkey's
 * @throws {PasskeyError}
 */
async function unlock({ prfOutput }: Touch, expected: string | undefined) {
  const seed = await deriveSeed(prfOutput)
  const publicKey = await publicKeyOf(seed)
  const address = encodeBase58(publicKey)
  if (expected === undefined || expected === address) return { seed, publicKey, address }
  seed.fill(0)
  throw new PasskeyError(
    'The passkey gave another secret than before. Use it on the device that keeps it, not through another one.',
  )
}

const ICON: Wallet['icon'] = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#2a1d5e"/><g fill="none" stroke="#d9ceff" stroke-width="2.2" stroke-linecap="round"><circle cx="13.5" cy="15" r="5"/><path d="M17.5 18.5l9 9M23 24l3-3"/></g></svg>',
)}`
