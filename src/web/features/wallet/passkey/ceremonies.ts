import { prfInput } from './passkey-key.ts'

/** A passkey that its owner has just used, and what its pseudo-random function gave for this place. */
export interface Touch {
  credentialId: Uint8Array<ArrayBuffer>
  /** 32 bytes, for the one who derives the key to overwrite. */
  prfOutput: Uint8Array<ArrayBuffer>
}

/** What asks the device for a passkey. Each throws a `PasskeyError`. */
export interface Ceremonies {
  /** Makes a new passkey; some devices ask for a second touch before they give its secret. */
  make(): Promise<Touch>
  /** @param credentialId the one to be used; the person chooses among those of this place where none is given */
  use(credentialId?: Uint8Array<ArrayBuffer>): Promise<Touch>
}

/** Says in a sentence what a person can do about it. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  /** EIP-1193's code of a refusal, by which the wallet feature knows that the person said no; else undefined. */
  readonly code: number | undefined

  constructor(message: string, options: ErrorOptions & { refused?: boolean } = {}) {
    super(message, options)
    this.code = options.refused ? 4001 : undefined
  }
}

const NO_SECRET =
  'This passkey can’t hold a wallet, because whatever keeps it gives no secret to pages. A passkey of a current phone, of a password manager such as Google’s or iCloud Keychain, or of a FIDO2 security key can.'

/** What newer browsers do for pages that know a passkey to be of no use (WebAuthn's Signal API). */
type Signals = { signalUnknownCredential?: (about: object) => Promise<void> }

/**
 * Passkeys for a wallet: discoverable, so that nothing needs to be remembered to find them again, with the person
 * verified by the device, and with the PRF extension. The challenge proves nothing to anybody, as only the secret
 * counts, so it is drawn here.
 * @param rpId the host that they belong to: the page's own, since a parent's could be claimed by every page under it
 */
export function createCeremonies(rpId: string, credentials: CredentialsContainer): Ceremonies {
  const extensions = () => ({ prf: { eval: { first: prfInput() } } })
  let asking: AbortController | undefined
  /** A page may have one question open: a new one takes back the one before. */
  const nextSignal = () => {
    asking?.abort()
    asking = new AbortController()
    return asking.signal
  }
  const draw = () => crypto.getRandomValues(new Uint8Array(32))

  async function use(credentialId?: Uint8Array<ArrayBuffer>): Promise<Touch> {
    const found = await ask(() =>
      credentials.get({
        signal: nextSignal(),
        publicKey: {
          rpId,
          challenge: draw(),
          userVerification: 'required',
          allowCredentials: credentialId ? [{ type: 'public-key', id: credentialId }] : [],
          extensions: extensions(),
        },
      }),
    )
    const prfOutput = secretOf(found)
    if (!prfOutput) throw new PasskeyError(NO_SECRET)
    return { credentialId: new Uint8Array(found.rawId), prfOutput }
  }

  async function make(): Promise<Touch> {
    const made = await ask(() =>
      credentials.create({
        signal: nextSignal(),
        publicKey: {
          rp: { id: rpId, name: 'Bionic' },
          // The wallet's address is not known before the passkey is there, so its list has the day.
          user: { id: draw(), name: nameOfToday(), displayName: nameOfToday() },
          challenge: draw(),
          pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          extensions: extensions(),
        },
      }),
    )
    const credentialId = new Uint8Array(made.rawId)
    const prfOutput = secretOf(made)
    if (prfOutput) return { credentialId, prfOutput }
    if (made.getClientExtensionResults().prf?.enabled) return use(credentialId)
    await forget(rpId, made.id)
    throw new PasskeyError(NO_SECRET)
  }

  return { make, use }
}

function secretOf(passkey: PublicKeyCredential): Uint8Array<ArrayBuffer> | undefined {
  const first = passkey.getClientExtensionResults().prf?.results?.first
  if (first === undefined) return undefined
  // A view of the browser's own bytes where it gave a buffer, so that overwriting them leaves no copy.
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first as ArrayBuffer)
  return bytes.length === 32 ? bytes : undefined
}

/** Has a passkey that was made in vain taken out of the person's list, where the browser can. */
async function forget(rpId: string, credentialId: string): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as Signals
  await signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId }).catch(() => {})
}

function nameOfToday(): string {
  return `Bionic wallet of ${new Date().toLocaleDateString('en-US', { dateStyle: 'medium' })}`
}

/** @throws {PasskeyError} also where the person declined, which browsers do not tell from a passkey that is not there */
async function ask(question: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const answer = await question()
    if (answer) return answer as PublicKeyCredential
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name !== 'NotAllowedError' && name !== 'AbortError')
      throw new PasskeyError('The device could not use a passkey here.', { cause })
  }
  throw new PasskeyError(
    'No passkey was used. If this device has none for Bionic yet, make one: “Make a passkey wallet”.',
    { refused: true },
  )
}
