import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Sealed {
  /** Nonce, ciphertext and tag. */
  bytes: Uint8Array
  /** Which secret it is encrypted under. */
  secretId: string
}

interface Secret {
  id: string
  key: Uint8Array
}

/**
 * Encrypts short texts under the first of several secrets (AES-256-GCM), and decrypts those under any of them. What a
 * text is bound to is authenticated with it, so that it can't be opened in another place than its own.
 */
export class SecretBox {
  readonly #first: Secret
  readonly #secrets: ReadonlyMap<string, Secret>

  constructor(first: string, ...others: readonly string[]) {
    const [newest, ...older] = [derived(first), ...others.map(derived)] as const
    this.#first = newest
    this.#secrets = new Map([...older, newest].map((secret) => [secret.id, secret]))
  }

  /** Of the secret that texts are encrypted under now. */
  get secretId(): string {
    return this.#first.id
  }

  /** Of all that texts can be decrypted under. */
  get secretIds(): string[] {
    return [...this.#secrets.keys()]
  }

  seal(text: string, boundTo: readonly string[]): Sealed {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#first.key, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(JSON.stringify(boundTo)))
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return { bytes: Buffer.concat([nonce, encrypted, cipher.getAuthTag()]), secretId: this.#first.id }
  }

  /** Null if its secret is not there, it was changed, or it is bound to something else. */
  open({ bytes, secretId }: Sealed, boundTo: readonly string[]): string | null {
    const secret = this.#secrets.get(secretId)
    if (!secret || bytes.length < NONCE_BYTES + TAG_BYTES) return null
    const end = bytes.length - TAG_BYTES
    const decipher = createDecipheriv(CIPHER, secret.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(JSON.stringify(boundTo)))
    decipher.setAuthTag(bytes.subarray(end))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]).toString()
    } catch {
      return null
    }
  }
}

/** The id is derived as the key is, so that it tells nothing of the secret. */
function derived(secret: string): Secret {
  const bytes = (purpose: string, length: number) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `bionic ${purpose}`, length))
  return { id: Buffer.from(bytes('id of secret', 4)).toString('hex'), key: bytes('keys of models', 32) }
}
