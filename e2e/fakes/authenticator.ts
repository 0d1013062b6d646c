import type { CDPSession, Page } from '@playwright/test'
import { prfInput } from '../../src/web/features/wallet/passkey/passkey-key.ts'

/**
 * Chromium's virtual authenticator with passkeys: it answers every request at once, as if the user had verified with a
 * fingerprint.
 */
export interface Authenticator {
  /** The requests so far: `made` or `used`, oldest first. */
  touches: string[]
  /** Its only passkey, as another device would receive it by syncing. */
  exported(): Promise<SyncedPasskey>
  /** From now on the user declines. */
  decline(): Promise<void>
}

/** The fields of Chromium's description of a passkey that another device needs. */
interface Credential {
  credentialId: string
  isResidentCredential: boolean
  rpId?: string
  privateKey: string
  userHandle?: string
  signCount: number
}

/** A passkey, and the output of its pseudo-random function for a wallet, which Chromium does not export. */
export interface SyncedPasskey {
  credential: Credential
  prfOutput: number[]
}

/**
 * Adds a virtual authenticator to a page's browser, one per page; it stays during navigation.
 * @param synced a passkey that it already has
 */
export async function addAuthenticator(
  page: Page,
  { synced, prf = true }: { synced?: SyncedPasskey; prf?: boolean } = {},
): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: prf,
    },
  })
  const touches: string[] = []
  devtools.on('WebAuthn.credentialAdded', () => touches.push('made'))
  devtools.on('WebAuthn.credentialAsserted', () => touches.push('used'))
  if (synced) {
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: synced.credential })
    if (prf) await page.addInitScript(giveSecret, synced.prfOutput)
  }
  return {
    touches,
    async exported() {
      const credential = await onlyPasskey(devtools, authenticatorId)
      return { credential, prfOutput: await page.evaluate(evaluatePrf, [...prfInput()]) }
    },
    async decline() {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    },
  }
}

async function onlyPasskey(devtools: CDPSession, authenticatorId: string): Promise<Credential> {
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  if (!credential || credentials.length > 1) throw new Error('The device has not one passkey.')
  return credential
}

/** Requests the passkey as any page of the origin could. It is evaluated in the page as text. */
async function evaluatePrf(input: number[]): Promise<number[]> {
  const found = (await navigator.credentials.get({
    publicKey: {
      challenge: new Uint8Array(32),
      userVerification: 'required',
      extensions: { prf: { eval: { first: Uint8Array.from(input) } } },
    },
  })) as PublicKeyCredential
  const first = found.getClientExtensionResults().prf?.results?.first
  return [...new Uint8Array(first as ArrayBuffer)]
}

/**
 * Adds the output that Chromium omits for an imported passkey to its responses. It is evaluated in the page as text.
 */
function giveSecret(prfOutput: number[]): void {
  const prototype = globalThis.PublicKeyCredential?.prototype
  if (!prototype) return
  prototype.getClientExtensionResults = () => ({
    prf: { results: { first: Uint8Array.from(prfOutput).buffer } },
  })
}
