import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignInInput,
  SolanaSignMessageFeature,
  SolanaSignOffchainMessageFeature,
  SolanaSignTransactionFeature,
  SolanaTransactionVersion,
} from '@solana/wallet-standard-features'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import { transactionVersion } from './transaction.ts'
import { WalletError, type WalletErrorKind } from './wallet-error.ts'

export interface Connection {
  wallet: Wallet
  account: WalletAccount
}

type Features = SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignOffchainMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature

/**
 * Checks in the order of section 5: connected, the chain, the feature.
 * @throws {WalletError} `not connected`, `method not implemented`, or the given kind for another chain
 */
function featureOf<Name extends keyof Features>(
  connection: Connection | undefined,
  chain: string,
  name: Name,
  kind: WalletErrorKind,
): { account: WalletAccount; feature: Features[Name] } {
  if (!connection) throw new WalletError('not connected')
  const { wallet, account } = connection
  if (!account.chains.some((own) => own === chain))
    throw new WalletError(kind, `${wallet.name} is not on ${chain.replace('solana:', '')} with this account.`)
  // The sign-in feature returns its account itself, so an account need not list it.
  if (!(name in wallet.features) || (name !== 'solana:signIn' && !account.features.includes(name)))
    throw new WalletError('method not implemented', `${wallet.name} doesn’t offer ${name}.`)
  return { account, feature: wallet.features[name] as Features[Name] }
}

/** Converts a wallet's errors, and an empty result, into the given kind. */
async function ask<Output>(kind: WalletErrorKind, method: () => Promise<readonly Output[]>): Promise<Output> {
  try {
    const [output] = await method()
    if (!output) throw new WalletError(kind, 'The wallet answered with nothing.')
    return output
  } catch (thrown) {
    throw WalletError.from(kind, thrown)
  }
}

/** @throws {WalletError} `sign-in error` and those of section 5's checks */
export async function signIn(connection: Connection | undefined, chain: string, input: SolanaSignInInput) {
  const { feature } = featureOf(connection, chain, 'solana:signIn', 'sign-in error')
  return ask('sign-in error', () => feature.signIn(input))
}

/** @throws {WalletError} `sign message error` and those of section 5's checks */
export async function signMessage(connection: Connection | undefined, chain: string, message: Uint8Array) {
  const { account, feature } = featureOf(connection, chain, 'solana:signMessage', 'sign message error')
  return ask('sign message error', () => feature.signMessage({ account, message }))
}

/**
 * With a header that no transaction has, which hardware wallets sign as well.
 * @throws {WalletError} `sign message error` and those of section 5's checks
 */
export async function signOffchainMessage(
  connection: Connection | undefined,
  chain: string,
  message: string,
) {
  const kind = 'sign message error'
  const { account, feature } = featureOf(connection, chain, 'solana:signOffchainMessage', kind)
  const input = { messageVersion: 1, account, message, requiredSigners: [account.publicKey] } as const
  return ask(kind, () => feature.signOffchainMessage(input))
}

/** Whether it takes off-chain messages of the version that has a layout of its own. */
export function canSignOffchain({ wallet, account }: Connection): boolean {
  const name = 'solana:signOffchainMessage'
  const feature = wallet.features[name] as Features[typeof name] | undefined
  return account.features.includes(name) && feature?.supportedMessageVersions.includes(1) === true
}

/**
 * @param transaction the serialized transaction
 * @throws {WalletError} `sign transaction error` and those of section 5's checks
 */
export async function signTransaction(
  connection: Connection | undefined,
  chain: IdentifierString,
  transaction: Uint8Array,
): Promise<Uint8Array> {
  const kind = 'sign transaction error'
  const { account, feature } = featureOf(connection, chain, 'solana:signTransaction', kind)
  requireVersion(kind, feature.supportedTransactionVersions, transaction)
  return (await ask(kind, () => feature.signTransaction({ account, chain, transaction }))).signedTransaction
}

/** @returns the signature @throws {WalletError} `send transaction error` and those of section 5's checks */
export async function sendTransaction(
  connection: Connection | undefined,
  chain: IdentifierString,
  transaction: Uint8Array,
): Promise<Uint8Array> {
  const kind = 'send transaction error'
  const { account, feature } = featureOf(connection, chain, 'solana:signAndSendTransaction', kind)
  requireVersion(kind, feature.supportedTransactionVersions, transaction)
  return (await ask(kind, () => feature.signAndSendTransaction({ account, chain, transaction }))).signature
}

/** @throws {WalletError} if the app or the wallet does not support the transaction's version */
function requireVersion(
  kind: WalletErrorKind,
  supported: readonly SolanaTransactionVersion[],
  transaction: Uint8Array,
): void {
  const version = transactionVersion(transaction)
  if (version === undefined)
    throw new WalletError(kind, 'Only legacy and version 0 transactions can be signed.')
  if (!supported.includes(version))
    throw new WalletError(
      kind,
      `The wallet can’t sign ${version === 0 ? 'version 0' : version} transactions.`,
    )
}
