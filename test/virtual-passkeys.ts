import { createHash, createHmac, randomBytes } from 'node:crypto'

/** How a device treats passkeys. */
export interface PasskeyDevice {
  /** Whether it evaluates the pseudo-random function: when a passkey is made, too, only when it is used, or never. */
  prf: 'at once' | 'when used' | 'never'
  /** What the person does when they are asked. */
  answer: () => Promise<unknown>
}

interface Passkey {
  id: Uint8Array<ArrayBuffer>
  rpId: string
  secret: Buffer
}

/** A person's passkeys, which sync to every device of theirs, for tests without a browser. */
export function virtualPasskeys(options: Partial<PasskeyDevice> = {}) {
  const device: PasskeyDevice = { prf: 'at once', answer: async () => {}, ...options }
  const passkeys: Passkey[] = []
  const calls: string[] = []
  /** Every secret that was handed out: the very bytes. */
  const given: Uint8Array[] = []

  const evaluate = (passkey: Passkey, extensions: AuthenticationExtensionsClientInputs | undefined) => {
    const first = extensions?.prf?.eval?.first as Uint8Array
    const hashed = createHash('sha256').update('WebAuthn PRF\0').update(first).digest()
    const output = Uint8Array.from(createHmac('sha256', passkey.secret).update(hashed).digest())
    given.push(output)
    return { first: output.buffer }
  }
  const credential = (passkey: Passkey, prf: object | undefined) => ({
    id: Buffer.from(passkey.id).toString('base64url'),
    rawId: passkey.id.slice().buffer,
    type: 'public-key',
    getClientExtensionResults: () => (prf ? { prf } : {}),
  })

  const credentials = {
    async create({ publicKey }: CredentialCreationOptions) {
      calls.push('create')
      await device.answer()
      const passkey = {
        id: Uint8Array.from(randomBytes(32)),
        rpId: publicKey?.rp.id ?? '',
        secret: randomBytes(32),
      }
      passkeys.push(passkey)
      if (device.prf === 'never') return credential(passkey, undefined)
      if (device.prf === 'when used') return credential(passkey, { enabled: true })
      return credential(passkey, { enabled: true, results: evaluate(passkey, publicKey?.extensions) })
    },
    async get({ publicKey }: CredentialRequestOptions) {
      calls.push('get')
      await device.answer()
      const wanted = publicKey?.allowCredentials?.[0]?.id as Uint8Array | undefined
      const own = passkeys.filter(({ rpId }) => rpId === publicKey?.rpId)
      const passkey = wanted ? own.find(({ id }) => Buffer.compare(id, wanted) === 0) : own.at(-1)
      if (!passkey) throw new DOMException('The operation was not allowed.', 'NotAllowedError')
      if (device.prf === 'never') return credential(passkey, {})
      return credential(passkey, { results: evaluate(passkey, publicKey?.extensions) })
    },
  }
  return { device, passkeys, calls, given, credentials: credentials as unknown as CredentialsContainer }
}
