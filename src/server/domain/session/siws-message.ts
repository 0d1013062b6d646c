import { type SignInInput, signInInputSchema } from '../../../shared/session/session.ts'

/** The fields in the only valid order; `$` without the m flag matches only at the very end of the text. */
const layout = new RegExp(
  [
    '^(?<domain>\\S+) wants you to sign in with your Solana account:',
    '(?<address>\\S+)',
    '',
    '(?<statement>[^\\p{Cc}]+)',
    '',
    'URI: (?<uri>\\S+)',
    'Version: (?<version>\\S+)',
    'Chain ID: (?<chainId>\\S+)',
    'Nonce: (?<nonce>[0-9A-Za-z]+)',
    'Issued At: (?<issuedAt>\\S+)',
    'Expiration Time: (?<expirationTime>\\S+)$',
  ].join('\n'),
  'u',
)

/** Parses exactly what `signInText` writes; null for anything else, and for bytes that are not UTF-8. */
export function parseSiwsMessage(bytes: Uint8Array): SignInInput | null {
  const text = decodeUtf8(bytes)
  const fields = signInInputSchema.safeParse(text === null ? null : layout.exec(text)?.groups)
  return fields.success ? fields.data : null
}

/** A byte order mark is kept, so that different bytes never decode to the same text. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
