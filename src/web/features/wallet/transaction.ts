import type { SolanaTransactionVersion } from '@solana/wallet-standard-features'

/** The transaction versions that the app supports (section 7). */
type TransactionVersion = Extract<SolanaTransactionVersion, 'legacy' | 0>

const SIGNATURE_LENGTH = 64
const KEY_LENGTH = 32

/** Solana's compact format: seven bits per byte, lowest first. Undefined if the bytes end too early. */
function readCount(bytes: Uint8Array, from: number): { count: number; end: number } | undefined {
  let count = 0
  for (let place = 0; place < 3; place++) {
    const byte = bytes[from + place]
    if (byte === undefined) return undefined
    count |= (byte & 0x7f) << (7 * place)
    if (byte < 0x80) return { count, end: from + place + 1 }
  }
  return { count, end: from + 3 }
}

/**
 * Undefined for an unsupported version or invalid bytes. The message follows the signatures (a compact count, then 64
 * bytes each). Its first byte is the version with the highest bit set, or, in a legacy message, the number of signers.
 */
export function transactionVersion(transaction: Uint8Array): TransactionVersion | undefined {
  const signatures = readCount(transaction, 0)
  const first = signatures && transaction[signatures.end + signatures.count * SIGNATURE_LENGTH]
  if (first === undefined) return undefined
  if (first < 0x80) return 'legacy'
  return first === 0x80 ? 0 : undefined
}

/**
 * Undefined if the key is not a signer. A message begins with its version, if it has one, and three counts, first that
 * of the signers. A compact count and the keys follow, signers first, in the order of their signatures.
 */
export function signerPlace(
  transaction: Uint8Array,
  publicKey: Uint8Array,
): { message: Uint8Array; at: number } | undefined {
  const version = transactionVersion(transaction)
  const signatures = readCount(transaction, 0)
  if (version === undefined || !signatures) return undefined
  const message = transaction.subarray(signatures.end + signatures.count * SIGNATURE_LENGTH)
  const header = version === 'legacy' ? 0 : 1
  const keys = readCount(message, header + 3)
  if (!keys || message[header] !== signatures.count || signatures.count > keys.count) return undefined
  for (let index = 0; index < signatures.count; index++) {
    const from = keys.end + index * KEY_LENGTH
    if (publicKey.every((byte, offset) => message[from + offset] === byte))
      return { message, at: signatures.end + index * SIGNATURE_LENGTH }
  }
  return undefined
}
