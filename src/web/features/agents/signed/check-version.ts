import { differences, type ShownContent } from '../../../../shared/agents/manifest.ts'
import {
  type AgentManifestView,
  type SignedVersion,
  type VersionCrypto,
  verifySignedVersion,
} from '../../../../shared/agents/signed-version.ts'
import { sha256 } from '../../../lib/sha256.ts'

/** Of WebCrypto; null where a browser has none, as on a page without TLS, or no Ed25519. */
function pageCrypto(): VersionCrypto | null {
  const { subtle } = globalThis.crypto
  if (!subtle) return null
  return {
    sha256: (text) => sha256(text, subtle),
    async isSignedBy(key, message, signature) {
      const imported = await subtle.importKey('raw', Uint8Array.from(key), 'Ed25519', false, ['verify'])
      return subtle.verify('Ed25519', imported, Uint8Array.from(signature), Uint8Array.from(message))
    },
  }
}

type Checked = 'verified' | 'not verified' | 'not checked'

/** Whether what the page shows is what was signed, from the bytes alone: nothing that the server says of it counts. */
export async function checkVersion(
  { manifest, signed }: Pick<AgentManifestView, 'manifest' | 'signed'>,
  shown: ShownContent & { id: string },
): Promise<Checked> {
  const crypto = pageCrypto()
  if (!crypto || !signed) return 'not checked'
  try {
    const text = await verifySignedVersion({ manifest, ...signed }, crypto)
    return text?.agent === shown.id && differences(manifest, shown).length === 0 ? 'verified' : 'not verified'
  } catch {
    // Some browsers have no Ed25519.
    return 'not checked'
  }
}

/** The place where a version was signed that was brought here; null unless its signature verifies. */
export async function placeOf(signed: SignedVersion): Promise<{ place: string; time: string } | null> {
  const crypto = pageCrypto()
  return crypto && verifySignedVersion(signed, crypto).catch(() => null)
}
