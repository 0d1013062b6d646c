import { generateKeyPairSync, sign } from 'node:crypto'
import { getWallets } from '@wallet-standard/app'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import { onTestFinished } from 'vitest'
import { encodeBase58 } from '../src/shared/session/base58.ts'
import { type SignInInput, signInText } from '../src/shared/session/session.ts'

type Method = 'connect' | 'disconnect' | 'sign'

/** A Wallet Standard wallet with real keys for tests without a browser; registered until the test is over. */
export function inMemoryWallet(
  options: { name?: string; chains?: IdentifierString[]; features?: string[] } = {},
) {
  const chains = options.chains ?? ['solana:devnet']
  const features = options.features ?? ['solana:signIn', 'solana:signMessage', 'solana:signTransaction']
  const keys = Array.from({ length: 2 }, () => generateKeyPairSync('ed25519'))
  const accounts = keys.map(({ publicKey }): WalletAccount => {
    const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    return {
      address: encodeBase58(bytes),
      publicKey: new Uint8Array(bytes),
      chains,
      features: features as IdentifierString[],
    }
  })
  const calls: string[] = []
  const listeners = new Set<(change: { accounts?: readonly WalletAccount[] }) => void>()
  let shared = accounts.slice(0, 1)
  /** What a method waits for before it answers; by default nothing. */
  const answers: Record<Method, () => Promise<unknown>> = {
    connect: async () => {},
    disconnect: async () => {},
    sign: async () => {},
  }

  async function signWith(account: WalletAccount, message: Uint8Array) {
    await answers.sign()
    const key = keys[accounts.findIndex(({ address }) => address === account.address)]
    if (!key) throw new Error('no such account')
    return { account, signedMessage: message, signature: new Uint8Array(sign(null, message, key.privateKey)) }
  }

  const every: Record<string, unknown> = {
    'solana:signIn': {
      async signIn(input: SignInInput) {
        calls.push('signIn')
        const account = accounts.find(({ address }) => address === input.address) ?? accounts[0]
        return account ? [await signWith(account, new TextEncoder().encode(signInText(input)))] : []
      },
    },
    'solana:signMessage': {
      async signMessage(input: { account: WalletAccount; message: Uint8Array }) {
        calls.push('signMessage')
        return [await signWith(input.account, input.message)]
      },
    },
    'solana:signTransaction': {
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(input: { transaction: Uint8Array }) {
        calls.push('signTransaction')
        await answers.sign()
        return [{ signedTransaction: input.transaction }]
      },
    },
    'solana:signAndSendTransaction': {
      supportedTransactionVersions: ['legacy', 0],
      async signAndSendTransaction() {
        calls.push('signAndSendTransaction')
        await answers.sign()
        return [{ signature: new Uint8Array(64).fill(7) }]
      },
    },
  }
  const wallet: Wallet = {
    version: '1.0.0',
    name: options.name ?? 'Test Wallet',
    icon: 'data:image/svg+xml;base64,PHN2Zy8+',
    chains,
    features: {
      'standard:connect': {
        async connect() {
          calls.push('connect')
          await answers.connect()
          return { accounts: shared }
        },
      },
      'standard:disconnect': {
        async disconnect() {
          calls.push('disconnect')
          await answers.disconnect()
          tell([])
        },
      },
      'standard:events': {
        on(_event: string, listener: (change: { accounts?: readonly WalletAccount[] }) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...Object.fromEntries(Object.entries(every).filter(([name]) => features.includes(name))),
    },
    get accounts() {
      return shared
    },
  }
  function tell(next: WalletAccount[]) {
    for (const listener of listeners) listener({ accounts: next })
  }
  const unregister = getWallets().register(wallet)
  onTestFinished(unregister)

  return {
    wallet,
    accounts,
    calls,
    answers,
    unregister,
    /** How many still listen for its changes. */
    listening: () => listeners.size,
    share(...next: WalletAccount[]) {
      shared = next
    },
    /** Its owner shares other accounts, or none, and the page is told. */
    tell(...next: WalletAccount[]) {
      shared = next
      tell(next)
    },
  }
}
