import { createHash } from 'node:crypto'
import type { VersionCrypto } from '../../../shared/agents/signed-version.ts'
import { encodeBase58 } from '../../../shared/session/base58.ts'
import { isSignedBy, readAddress } from '../session/ed25519.ts'

/** Of Node. A weak key, for which anybody can sign, has signed nothing. */
export const versionCrypto: VersionCrypto = {
  sha256: async (text) => createHash('sha256').update(text).digest('hex'),
  isSignedBy: async (key, message, signature) =>
    readAddress(encodeBase58(key)) !== null && isSignedBy(key, message, signature),
}
