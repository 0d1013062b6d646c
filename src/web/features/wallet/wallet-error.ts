import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import * as texts from './texts.ts'

/** The kinds of wallet errors, in the words of section 8. */
export type WalletErrorKind =
  | 'wallet not ready'
  | 'connection error'
  | 'disconnection error'
  | 'not connected'
  | 'account error'
  | 'public key error'
  | 'sign message error'
  | 'sign transaction error'
  | 'send transaction error'
  | 'sign-in error'
  | 'wallet not selected'
  | 'method not implemented'

/** The only error that leaves the wallet feature; `cause` is what the wallet threw. */
export class WalletError extends Error {
  override name = 'WalletError'
  readonly kind: WalletErrorKind
  readonly refused: boolean

  constructor(kind: WalletErrorKind, detail?: string, cause?: unknown) {
    super(detail ?? kind, { cause })
    this.kind = kind
    this.refused = wasRefused(cause)
  }

  /** A WalletError is returned as it is. */
  static from(kind: WalletErrorKind, thrown: unknown): WalletError {
    return thrown instanceof WalletError ? thrown : new WalletError(kind, messageOf(thrown) ?? kind, thrown)
  }
}

/**
 * EIP-1193's code, which Solana's extensions use as well; the Wallet Standard's own; the mobile protocol's
 * "authorization failed" and "not signed".
 */
const refusalCodes: ReadonlySet<unknown> = new Set([4001, 4_001_000, -1, -3, 'ERROR_ASSOCIATION_CANCELLED'])
const refusalWords = /\b(reject|declin|den(y|ied)|cancel|refus|abort|dismiss|not approved)/i

/** The maximum depth of nested errors; a wallet's `cause` can be circular. */
const MAX_DEPTH = 5

/** Wallets do not agree on a format, so both codes and words are checked. */
export function wasRefused(thrown: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH || thrown === null || thrown === undefined) return false
  const { code, cause, error } = (typeof thrown === 'object' ? thrown : {}) as Record<string, unknown>
  if (refusalCodes.has(code) || refusalWords.test(messageOf(thrown) ?? '')) return true
  return wasRefused(cause, depth + 1) || wasRefused(error, depth + 1)
}

function messageOf(thrown: unknown): string | undefined {
  if (typeof thrown === 'string') return thrown
  const message = (thrown as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' && message !== '' ? message : undefined
}

/** A refusal is reported quietly, and the wallet stays connected (decision 5). */
export function whySignInFailed(error: unknown, walletName: string): string {
  if (error instanceof WalletError && error.refused) return texts.signInDeclined
  if (error instanceof WalletError && error.kind === 'method not implemented')
    return texts.cannotSignIn(walletName)
  return texts.signInFailed(telling(error) ?? texts.pleaseTryAgain)
}

export function whyNotSigned(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return texts.sessionOver
  if (!(error instanceof WalletError)) return explainError(error)
  return telling(error) ?? texts.noSignature
}

/** The message of an error that is written for people. */
function telling(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.message
  return error instanceof WalletError && error.message !== error.kind ? error.message : undefined
}
