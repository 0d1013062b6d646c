/** Section 8: every way in which a wallet can fail, in the specification's words. */
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

/** The one error that leaves the wallet feature; what the wallet itself threw is its `cause`. */
export class WalletError extends Error {
  override name = 'WalletError'
  readonly kind: WalletErrorKind
  /** Whether the person said no, which is an answer and not a fault. */
  readonly refused: boolean

  constructor(kind: WalletErrorKind, detail?: string, cause?: unknown) {
    super(detail ?? kind, { cause })
    this.kind = kind
    this.refused = wasRefused(cause)
  }

  /** What a wallet threw while it was asked for something; an error of our own passes through as it is. */
  static from(kind: WalletErrorKind, thrown: unknown): WalletError {
    return thrown instanceof WalletError ? thrown : new WalletError(kind, messageOf(thrown) ?? kind, thrown)
  }
}

/**
 * EIP-1193's code, which Solana's extensions use as well; the Wallet Standard's own; and the mobile protocol's
 * "authorization failed" and "not signed".
 */
const refusalCodes: ReadonlySet<unknown> = new Set([4001, 4_001_000, -1, -3, 'ERROR_ASSOCIATION_CANCELLED'])
const refusalWords = /\b(reject|declin|den(y|ied)|cancel|refus|abort|dismiss|not approved)/i

/** How deep one error may lie in another; a wallet's `cause` can lead in a circle. */
const MAX_DEPTH = 5

/** Whether what a wallet threw means that its owner declined. Wallets agree on no form, so codes and words both count. */
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
