import * as texts from '../texts.ts'
import { prfInput } from './passkey-key.ts'

/** A passkey that its owner has just used, and the output of its pseudo-random function (PRF) for this site. */
export interface Touch {
  credentialId: Uint8Array<ArrayBuffer>
  /** 32 bytes; the function that derives the key overwrites them. */
  prfOutput: Uint8Array<ArrayBuffer>
}

/** The requests to the device for a passkey. Each throws a `PasskeyError`. */
export interface Ceremonies {
  /** Creates a passkey; some devices require a second touch before they return its secret. */
  make(): Promise<Touch>
  /** @param credentialId without it the person chooses among the passkeys of this site */
  use(credentialId?: Uint8Array<ArrayBuffer>): Promise<Touch>
}

/** The message says what to do about it. */
export class PasskeyError extends Error {
  override name = 'PasskeyError'
  /** EIP-1193's code of a refusal, which the wallet feature recognises. */
  readonly code: number | undefined

  constructor(message: string, options: ErrorOptions & { refused?: boolean } = {}) {
    super(message, options)
    this.code = options.refused ? 4001 : undefined
  }
}

/** WebAuthn's Signal API, with which newer browsers let a page report a useless passkey. */
type Signals = { signalUnknownCredential?: (about: object) => Promise<void> }

/**
 * The passkeys are discoverable, so that nothing has to be stored to find them, with user verification and the PRF
 * extension. Only the secret matters and the challenge proves nothing, so it is generated here.
 * @param rpId the page's own host, because every page below a parent domain could use that domain's passkeys
 */
export function createCeremonies(rpId: string, credentials: CredentialsContainer): Ceremonies {
  const extensions = () => ({ prf: { eval: { first: prfInput() } } })
  let asking: AbortController | undefined
  /** A page can have only one pending request, so a new one aborts the one before. */
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
    if (!prfOutput) throw new PasskeyError(texts.passkeyWithoutSecret)
    return { credentialId: new Uint8Array(found.rawId), prfOutput }
  }

  async function make(): Promise<Touch> {
    const made = await ask(() =>
      credentials.create({
        signal: nextSignal(),
        publicKey: {
          rp: { id: rpId, name: 'Bionic' },
          // The wallet's address is not known before the passkey exists, so its name in the passkey list has the date.
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
    throw new PasskeyError(texts.passkeyWithoutSecret)
  }

  return { make, use }
}

function secretOf(passkey: PublicKeyCredential): Uint8Array<ArrayBuffer> | undefined {
  const first = passkey.getClientExtensionResults().prf?.results?.first
  if (first === undefined) return undefined
  // If the browser returned a buffer, this is a view of it, so that overwriting it leaves no copy.
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first as ArrayBuffer)
  return bytes.length === 32 ? bytes : undefined
}

/** Removes a useless new passkey from the person's list, where the browser can. */
async function forget(rpId: string, credentialId: string): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as Signals
  await signalUnknownCredential?.call(PublicKeyCredential, { rpId, credentialId }).catch(() => {})
}

function nameOfToday(): string {
  return texts.passkeyName(new Date().toLocaleDateString('en-US', { dateStyle: 'medium' }))
}

/** @throws {PasskeyError} also if the person declined, which browsers do not distinguish from a missing passkey */
async function ask(question: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const answer = await question()
    if (answer) return answer as PublicKeyCredential
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name !== 'NotAllowedError' && name !== 'AbortError')
      throw new PasskeyError(texts.passkeyFailed, { cause })
  }
  throw new PasskeyError(texts.noPasskeyUsed, { refused: true })
}
