/** Whether a wallet can be a passkey here, or why not, in sentences for people. */
export type PasskeySupport =
  | { state: 'able' }
  /** `at` is the address of this very page at which it can. */
  | { state: 'unable'; why: string; at?: string }

const NO_BROWSER =
  'This browser can’t keep a wallet in a passkey. A current Chrome, Edge, Safari or Firefox can, on a device with a screen lock or with a security key.'

/** How long a browser may take to say what it can, in milliseconds; after that it is taken to be able, and shows it when asked. */
const PATIENCE_MS = 1_000

/** What is asked of the page's browser. */
export interface PasskeyBrowser {
  isSecureContext: boolean
  PublicKeyCredential?: { getClientCapabilities?: () => Promise<Record<string, boolean | undefined>> }
  /** Whether pages can sign as Solana's wallets do. */
  hasEd25519: () => Promise<boolean>
}

/** Finds out without asking the person anything. Never throws. */
export async function findPasskeySupport(
  address: URL,
  browser: PasskeyBrowser,
  wait: (ms: number) => Promise<void>,
): Promise<PasskeySupport> {
  if (isIpAddress(address.hostname)) return atIpAddress(address)
  if (!browser.isSecureContext)
    return {
      state: 'unable',
      why: 'Passkeys need a page that came over https. Open Bionic at its https address for a passkey wallet.',
    }
  if (!browser.PublicKeyCredential) return { state: 'unable', why: NO_BROWSER }
  const able = await Promise.race([isAble(browser), wait(PATIENCE_MS).then(() => true)])
  return able ? { state: 'able' } : { state: 'unable', why: NO_BROWSER }
}

/** A browser that does not say what it can shows it when it is asked. */
async function isAble({ PublicKeyCredential, hasEd25519 }: PasskeyBrowser): Promise<boolean> {
  const [capabilities, canSign] = await Promise.all([
    PublicKeyCredential?.getClientCapabilities?.().catch(() => undefined),
    hasEd25519().catch(() => false),
  ])
  return canSign && capabilities?.['extension:prf'] !== false
}

/** Also one of version 6, which stands in brackets. */
function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
}

/** A passkey belongs to a name, so that no number can have one. */
function atIpAddress(address: URL): PasskeySupport {
  const why = 'Passkeys belong to a host name, and this page was opened by a number.'
  if (!/^(127\.|\[::1\]$)/.test(address.hostname))
    return { state: 'unable', why: `${why} Open Bionic by its name for a passkey wallet.` }
  const at = new URL(address)
  at.hostname = 'localhost'
  return { state: 'unable', why: `${why} The same page by name:`, at: at.href }
}
