import type { BrowserContext, Page } from '@playwright/test'

/** The behaviour of a test wallet. Everything is optional: by default it does all that is requested. */
export interface WalletOptions {
  name?: string
  /** The 32-byte seeds of its accounts' keys; the first account is shared at first. By default two are generated. */
  seeds?: number[][]
  chains?: `${string}:${string}`[]
  /** Its signing features; all of them by default. */
  features?: (
    | 'solana:signIn'
    | 'solana:signMessage'
    | 'solana:signOffchainMessage'
    | 'solana:signTransaction'
  )[]
  /** What the user declines from the start. */
  refuses?: ('connect' | 'sign')[]
  /** What the user delays: it waits for `release()`. */
  holds?: ('connect' | 'sign')[]
  /** Prepends the off-chain message header to what it signs, as hardware wallets do. */
  offchainHeader?: boolean
  /** Returns the signed message with the signature appended, as wallets behind the mobile protocol do. */
  appendsSignature?: boolean
}

/** A test's control of a wallet: `page.evaluate(() => window.testWallets['Test Wallet']?.switchAccount(1))`. */
export interface TestWallet {
  /** The features that were requested so far, oldest first. */
  calls: string[]
  refuses: Set<'connect' | 'sign'>
  holds: Set<'connect' | 'sign'>
  /** Answers all delayed requests; waits for the first one. */
  release: () => Promise<void>
  /** The address of an account, shared or not. */
  address: (index?: number) => Promise<string>
  /** Shares another account and notifies the page. */
  switchAccount: (index: number) => Promise<void>
  /** Revokes the page's access and notifies the page. */
  removeAccounts: () => void
  unregister: () => void
  register: () => void
}

declare global {
  interface Window {
    testWallets: Record<string, TestWallet>
  }
}

/** Adds a wallet to every page that the context (or the page itself) opens from now on; its keys survive reloads. */
export async function installWallet(into: BrowserContext | Page, options: WalletOptions = {}): Promise<void> {
  const draw = () => [...crypto.getRandomValues(new Uint8Array(32))]
  await into.addInitScript(registerWallet, { seeds: [draw(), draw()], ...options })
}

/**
 * Creates a Wallet Standard wallet and registers it with the page. It is evaluated in the page as text, so it can't use
 * anything outside of it. Its keys are real Ed25519 keys of WebCrypto.
 */
function registerWallet(options: WalletOptions & { seeds: number[][] }): void {
  const name = options.name ?? 'Test Wallet'
  const chains = options.chains ?? ['solana:devnet', 'solana:testnet', 'solana:mainnet']
  const signingFeatures = options.features ?? [
    'solana:signIn',
    'solana:signMessage',
    'solana:signOffchainMessage',
    'solana:signTransaction',
  ]

  interface Account {
    address: string
    publicKey: Uint8Array
    chains: string[]
    features: string[]
  }
  type Held = 'connect' | 'sign'
  type Change = (change: { accounts: Account[] }) => void

  const held: (() => void)[] = []
  let onHeld = () => {}
  const listeners = new Set<Change>()
  let shared: Account[] = []

  function base58(bytes: Uint8Array): string {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    let text = ''
    for (
      let rest = BigInt(`0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
      rest > 0n;
      rest /= 58n
    )
      text = alphabet.charAt(Number(rest % 58n)) + text
    const zeros = bytes.findIndex((byte) => byte !== 0)
    return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
  }

  const keys = options.seeds.map(async (seed) => {
    // PKCS #8 of an Ed25519 seed is these sixteen bytes and the seed.
    const header = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]
    const key = await crypto.subtle.importKey(
      'pkcs8',
      Uint8Array.from([...header, ...seed]),
      'Ed25519',
      true,
      ['sign'],
    )
    const { x = '' } = await crypto.subtle.exportKey('jwk', key)
    const raw = atob(x.replaceAll('-', '+').replaceAll('_', '/'))
    const publicKey = Uint8Array.from(raw, (character) => character.charCodeAt(0))
    const account: Account = { address: base58(publicKey), publicKey, chains, features: signingFeatures }
    return { key, account }
  })

  async function keyOf(index: number) {
    const found = await keys[index]
    if (!found) throw new Error(`The test wallet has no account ${index}.`)
    return found
  }

  async function decide(what: Held, call: string): Promise<void> {
    control.calls.push(call)
    if (control.holds.has(what))
      await new Promise<void>((resolve) => {
        held.push(resolve)
        onHeld()
      })
    if (control.refuses.has(what))
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }

  async function sign(address: string, text: Uint8Array) {
    const all = await Promise.all(keys)
    const signer = all.find(({ account }) => account.address === address)
    if (!signer) throw new Error('The test wallet does not hold that account.')
    const length = [text.length & 0xff, text.length >> 8]
    const header = [0xff, ...new TextEncoder().encode('solana offchain'), 0, 0, ...length]
    const message = Uint8Array.from(options.offchainHeader ? [...header, ...text] : text)
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', signer.key, message))
    const signedMessage = options.appendsSignature ? Uint8Array.from([...message, ...signature]) : message
    return { account: signer.account, signedMessage, signature }
  }

  function signInText(input: Record<string, string | undefined>): string {
    const fields = [
      ['URI', input.uri],
      ['Version', input.version],
      ['Chain ID', input.chainId],
      ['Nonce', input.nonce],
      ['Issued At', input.issuedAt],
      ['Expiration Time', input.expirationTime],
    ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
    const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`
    return [head, input.statement, fields.join('\n')].filter(Boolean).join('\n\n')
  }

  function tell(accounts: Account[]): void {
    shared = accounts
    for (const listener of listeners) listener({ accounts })
  }

  const every = {
    'standard:connect': {
      version: '1.0.0',
      async connect() {
        await decide('connect', 'standard:connect')
        if (shared.length === 0) tell([(await keyOf(0)).account])
        return { accounts: shared }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        control.calls.push('standard:disconnect')
        tell([])
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(_event: 'change', listener: Change) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(input: Record<string, string | undefined>) {
        await decide('sign', 'solana:signIn')
        const address = input.address ?? shared[0]?.address ?? ''
        return [await sign(address, new TextEncoder().encode(signInText({ ...input, address })))]
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      async signMessage(input: { account: Account; message: Uint8Array }) {
        await decide('sign', 'solana:signMessage')
        const { signedMessage, signature } = await sign(input.account.address, input.message)
        return [{ signedMessage, signature }]
      },
    },
    'solana:signOffchainMessage': {
      version: '1.0.0',
      supportedMessageVersions: [1],
      async signOffchainMessage(input: { account: Account; message: string }) {
        await decide('sign', 'solana:signOffchainMessage')
        const all = await Promise.all(keys)
        const signer = all.find(({ account }) => account.address === input.account.address)
        if (!signer) throw new Error('The test wallet does not hold that account.')
        const text = new TextEncoder()
        const header = [0xff, ...text.encode('solana offchain'), 1, 1, ...signer.account.publicKey]
        const signedOffchainMessage = Uint8Array.from([...header, ...text.encode(input.message)])
        const signature = new Uint8Array(
          await crypto.subtle.sign('Ed25519', signer.key, signedOffchainMessage),
        )
        return [{ signedOffchainMessage, signature }]
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(input: { account: Account; transaction: Uint8Array }) {
        await decide('sign', 'solana:signTransaction')
        // A single signature: it follows the count, which is one byte.
        const { signature } = await sign(input.account.address, input.transaction.subarray(65))
        const signedTransaction = Uint8Array.from(input.transaction)
        signedTransaction.set(signature, 1)
        return [{ signedTransaction }]
      },
    },
  }

  const offered: string[] = ['standard:connect', 'standard:disconnect', 'standard:events', ...signingFeatures]
  const icon = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="9" fill="#5f3ff0"/><path d="M10 18l6 6 10-12" fill="none" stroke="#fff" stroke-width="3"/></svg>')}`
  const wallet = {
    version: '1.0.0',
    name,
    icon,
    chains,
    features: Object.fromEntries(Object.entries(every).filter(([feature]) => offered.includes(feature))),
    get accounts() {
      return shared
    },
  }

  type Api = { register: (...wallets: unknown[]) => () => void }
  const apis = new Set<Api>()
  let undo: (() => void)[] = []
  const introduce = (api: Api) => {
    apis.add(api)
    undo.push(api.register(wallet))
  }

  const control: TestWallet = {
    calls: [],
    refuses: new Set(options.refuses),
    holds: new Set(options.holds),
    async release() {
      if (held.length === 0) await new Promise<void>((resolve) => (onHeld = resolve))
      for (const resolve of held.splice(0)) resolve()
    },
    address: async (index = 0) => (await keyOf(index)).account.address,
    switchAccount: async (index) => tell([(await keyOf(index)).account]),
    removeAccounts: () => tell([]),
    unregister() {
      for (const take of undo) take()
      undo = []
    },
    register: () => apis.forEach(introduce),
  }
  window.testWallets = { ...window.testWallets, [name]: control }

  // Whichever loads second, the wallet or the app, finds the other.
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: introduce }))
  window.addEventListener('wallet-standard:app-ready', (event) =>
    introduce((event as CustomEvent<Api>).detail),
  )
}
