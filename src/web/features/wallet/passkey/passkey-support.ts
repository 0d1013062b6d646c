import * as texts from '../texts.ts'

/** Whether this browser and page can use a passkey wallet, or why not, in sentences for people. */
export type PasskeySupport =
  | { state: 'able' }
  /** `at` is another address of this page where passkeys work. */
  | { state: 'unable'; why: string; at?: string }

/** How long the browser's capabilities are waited for. After it, support is assumed, and a failure shows on use. */
const PATIENCE_MS = 1_000

export interface PasskeyBrowser {
  isSecureContext: boolean
  PublicKeyCredential?: { getClientCapabilities?: () => Promise<Record<string, boolean | undefined>> }
  hasEd25519: () => Promise<boolean>
}

/** Determines the support without prompting the person. Never throws. */
export async function findPasskeySupport(
  address: URL,
  browser: PasskeyBrowser,
  wait: (ms: number) => Promise<void>,
): Promise<PasskeySupport> {
  if (isIpAddress(address.hostname)) return atIpAddress(address)
  if (!browser.isSecureContext) return { state: 'unable', why: texts.passkeyNeedsHttps }
  if (!browser.PublicKeyCredential) return { state: 'unable', why: texts.passkeyUnsupported }
  const able = await Promise.race([isAble(browser), wait(PATIENCE_MS).then(() => true)])
  return able ? { state: 'able' } : { state: 'unable', why: texts.passkeyUnsupported }
}

/** A browser that does not report its capabilities counts as able. */
async function isAble({ PublicKeyCredential, hasEd25519 }: PasskeyBrowser): Promise<boolean> {
  const [capabilities, canSign] = await Promise.all([
    PublicKeyCredential?.getClientCapabilities?.().catch(() => undefined),
    hasEd25519().catch(() => false),
  ])
  return canSign && capabilities?.['extension:prf'] !== false
}

/** Whether the host is an IP address; one of version 6 is in brackets. */
function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}

/** Passkeys belong to host names, so a page opened by an IP address can't use them. */
function atIpAddress(address: URL): PasskeySupport {
  if (!/^(127\.|\[::1\]$)/.test(address.hostname))
    return { state: 'unable', why: `${texts.passkeyNeedsName} ${texts.openByName}` }
  const at = new URL(address)
  at.hostname = 'localhost'
  return { state: 'unable', why: `${texts.passkeyNeedsName} ${texts.sameByName}`, at: at.href }
}
