import { createPublicKey, verify } from 'node:crypto'
import type { SolanaSignTransactionFeature } from '@solana/wallet-standard-features'
import type { StandardConnectFeature, StandardDisconnectFeature } from '@wallet-standard/features'
import { expect, test } from 'vitest'
import { type PasskeyDevice, virtualPasskeys } from '../../../../../test/virtual-passkeys.ts'
import { verifyProof } from '../../../../server/domain/session/verify-proof.ts'
import { decodeBase58 } from '../../../../shared/session/base58.ts'
import { SIGN_IN_STATEMENT, type SignInInput } from '../../../../shared/session/session.ts'
import { proveWallet } from '../prove-wallet.ts'
import { signMessage, signTransaction } from '../signing.ts'
import { WalletError } from '../wallet-error.ts'
import { createCeremonies } from './ceremonies.ts'
import { HELD_MS } from './passkey-seed.ts'
import { PasskeyWallet } from './passkey-wallet.ts'
import { PASSKEY_KEY } from './remembered-passkey.ts'

const chain = 'solana:devnet'
const page = { host: 'bionic.example', origin: 'https://bionic.example' }

/** A browser of the owner of these passkeys; its storage is empty at first. */
function openBrowser(
  passkeys: ReturnType<typeof virtualPasskeys>,
  { rpId = 'bionic.example', kept = new Map<string, string>() } = {},
) {
  const timers = new Map<symbol, { ms: number; call: () => void }>()
  const passkey = new PasskeyWallet({
    chain,
    page,
    ceremonies: createCeremonies(rpId, passkeys.credentials),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    after(ms, call) {
      const timer = Symbol()
      timers.set(timer, { ms, call })
      return () => void timers.delete(timer)
    },
  })
  const features = passkey.wallet.features as StandardConnectFeature &
    StandardDisconnectFeature &
    SolanaSignTransactionFeature
  return {
    passkey,
    kept,
    timers,
    features,
    async connect(way?: 'make' | 'choose') {
      if (way) passkey.nextConnection(way)
      const { accounts } = await features['standard:connect'].connect()
      const account = accounts[0]
      if (!account) throw new Error('no account')
      return { wallet: passkey.wallet, account }
    },
  }
}

function openDevice(device?: Partial<PasskeyDevice>) {
  const passkeys = virtualPasskeys(device)
  return { passkeys, ...openBrowser(passkeys) }
}

const inputFor = (address: string, changed: Partial<SignInInput> = {}): SignInInput => ({
  domain: page.host,
  address,
  statement: SIGN_IN_STATEMENT,
  uri: page.origin,
  version: '1',
  chainId: chain,
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expirationTime: '2026-11-20T12:05:00.000Z',
  ...changed,
})

// §5.2, §5.3
test('a new passkey connects and signs in with one touch, and the server takes its proof', async () => {
  const { passkeys, connect } = openDevice()
  const connection = await connect('make')
  const input = inputFor(connection.account.address)
  expect(verifyProof(await proveWallet(connection, chain, input))).toEqual(input)
  expect(passkeys.calls).toEqual(['create'])
})

test('a device that gives the secret only when a passkey is used asks for a second touch', async () => {
  const { passkeys, connect } = openDevice({ prf: 'when used' })
  const connection = await connect('make')
  const input = inputFor(connection.account.address)
  expect(verifyProof(await proveWallet(connection, chain, input))).toEqual(input)
  expect(passkeys.calls).toEqual(['create', 'get'])
})

test('a synced passkey is the same wallet in a browser that remembers nothing', async () => {
  const { passkeys, connect } = openDevice()
  const { account } = await connect('make')
  const phone = openBrowser(passkeys)
  const connection = await phone.connect('choose')
  expect(connection.account.address).toBe(account.address)
  const input = inputFor(account.address)
  expect(verifyProof(await proveWallet(connection, chain, input))).toEqual(input)
  expect(passkeys.calls).toEqual(['create', 'get'])
})

test('a passkey that signs in is remembered, also where another tab forgot it when the session before ended', async () => {
  const { kept, connect } = openDevice()
  const connection = await connect('make')
  const remembered = kept.get(PASSKEY_KEY)
  kept.delete(PASSKEY_KEY)
  await proveWallet(connection, chain, inputFor(connection.account.address))
  expect(remembered).toBeDefined()
  expect(kept.get(PASSKEY_KEY)).toBe(remembered)
})

test('whoever connects again uses the same passkey, also where they have made another one elsewhere', async () => {
  const { passkeys, connect } = openDevice()
  const first = await connect('make')
  await openBrowser(passkeys).connect('make')
  expect((await connect()).account.address).toBe(first.account.address)
})

test('the touch that connected signs one sign-in: every later signature is a touch', async () => {
  const { passkeys, connect } = openDevice()
  const connection = await connect('make')
  const { address } = connection.account
  await proveWallet(connection, chain, inputFor(address))
  await proveWallet(connection, chain, inputFor(address))
  await signMessage(connection, chain, new TextEncoder().encode('Hello'))
  expect(passkeys.calls).toEqual(['create', 'get', 'get'])
})

test('the touch that connected agrees to nothing else, such as to deleting', async () => {
  const { passkeys, connect } = openDevice()
  const connection = await connect('make')
  await proveWallet(connection, chain, inputFor(connection.account.address, { statement: 'Delete all.' }))
  expect(passkeys.calls).toEqual(['create', 'get'])
})

test('the secret waits for a sign-in for a minute, and is gone when the page is left', async () => {
  const { passkeys, connect, timers, passkey } = openDevice()
  const connection = await connect('make')
  const [timer] = timers.values()
  expect(timer?.ms).toBe(HELD_MS)
  timer?.call()
  await proveWallet(connection, chain, inputFor(connection.account.address))
  expect(passkeys.calls).toEqual(['create', 'get'])
  const again = await connect()
  passkey.wipe()
  await proveWallet(again, chain, inputFor(again.account.address))
  expect(passkeys.calls).toEqual(['create', 'get', 'get', 'get'])
  expect(timers.size).toBe(0)
})

test('what passkeys give is overwritten, and what is stored says only which passkey and whose', async () => {
  const { passkeys, connect, kept, features } = openDevice()
  const connection = await connect('make')
  await signMessage(connection, chain, new TextEncoder().encode('Hello'))
  expect(passkeys.given).toHaveLength(2)
  for (const secret of passkeys.given) expect([...secret]).toEqual(new Array(32).fill(0))
  const stored = JSON.parse(kept.get(PASSKEY_KEY) ?? '')
  expect(Object.keys(stored).sort()).toEqual(['address', 'credentialId'])
  expect(decodeBase58(stored.credentialId)).toEqual(passkeys.passkeys[0]?.id)
  await features['standard:disconnect'].disconnect()
  expect(kept.size).toBe(0)
})

test.each<[string, Partial<SignInInput>]>([
  ['another host', { domain: 'elsewhere.example' }],
  ['another address of the page', { uri: 'https://bionic.example.org' }],
  ['another account', { address: 'So11111111111111111111111111111111111111112' }],
])('a sign-in for %s is not signed, and nobody is asked', async (_, changed) => {
  const { passkeys, connect } = openDevice()
  const connection = await connect('make')
  const input = inputFor(connection.account.address, changed)
  await expect(proveWallet(connection, chain, input)).rejects.toMatchObject({ kind: 'sign-in error' })
  expect(passkeys.calls).toEqual(['create'])
})

// §5.1
test('nothing is signed once the wallet is disconnected', async () => {
  const { passkeys, connect, features, passkey } = openDevice()
  const connection = await connect('make')
  await features['standard:disconnect'].disconnect()
  const text = new TextEncoder().encode('Hello')
  await expect(signMessage(connection, chain, text)).rejects.toMatchObject({ kind: 'sign message error' })
  await expect(passkey.revealSecret(connection.account.address)).rejects.toThrow('not connected')
  expect(passkeys.calls).toEqual(['create'])
})

test('connecting silently asks nobody', async () => {
  const { passkeys, features } = openDevice()
  expect(await features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] })
  expect(passkeys.calls).toEqual([])
})

test('a refusal is one for the wallet feature, and says what else it may have been', async () => {
  const { connect, passkeys } = openDevice()
  const refused = async () => {
    throw new DOMException('The operation was not allowed.', 'NotAllowedError')
  }
  passkeys.device.answer = refused
  const thrown = await connect('make').catch((error: unknown) => error)
  expect(WalletError.from('connection error', thrown)).toMatchObject({
    refused: true,
    message: expect.stringContaining('“Make a passkey wallet”'),
  })
})

test('a passkey of somewhere else is none here', async () => {
  const { passkeys, connect } = openDevice()
  await connect('make')
  const elsewhere = openBrowser(passkeys, { rpId: 'other.example' })
  await expect(elsewhere.connect('choose')).rejects.toMatchObject({ code: 4001 })
})

test('a device that keeps no secrets is named, and a passkey that was made in vain is reported', async () => {
  const { passkeys, connect } = openDevice({ prf: 'never' })
  const reported: unknown[] = []
  const before = globalThis.PublicKeyCredential
  globalThis.PublicKeyCredential = {
    signalUnknownCredential: async (about: unknown) => void reported.push(about),
  } as unknown as typeof PublicKeyCredential
  try {
    const sentence = /can’t be a wallet.*security keys do/
    await expect(connect('make')).rejects.toThrow(sentence)
    await expect(connect('choose')).rejects.toThrow(sentence)
  } finally {
    globalThis.PublicKeyCredential = before
  }
  const [made] = passkeys.passkeys
  expect(reported).toEqual([
    { rpId: 'bionic.example', credentialId: Buffer.from(made?.id ?? []).toString('base64url') },
  ])
})

test('a passkey that gives another secret than before is told, not taken for another wallet', async () => {
  const { passkeys, connect } = openDevice()
  const connection = await connect('make')
  const [made] = passkeys.passkeys
  made?.secret.fill(7)
  await expect(connect()).rejects.toThrow('a different secret than before')
  await expect(connect('choose')).rejects.toThrow('a different secret than before')
  const text = new TextEncoder().encode('Hello')
  await expect(signMessage(connection, chain, text)).rejects.toThrow('a different secret than before')
})

test('the secret key is shown behind a touch of its own, each time', async () => {
  const { passkeys, connect, passkey } = openDevice()
  const { account } = await connect('make')
  const secret = decodeBase58(await passkey.revealSecret(account.address))
  expect(secret?.subarray(32)).toEqual(account.publicKey)
  await passkey.revealSecret(account.address)
  expect(passkeys.calls).toEqual(['create', 'get', 'get'])
})

test('after a reload the secret key of the passkey used last is shown, and of no other wallet', async () => {
  const { passkeys, connect, kept } = openDevice()
  const { account } = await connect('make')
  const { passkey } = openBrowser(passkeys, { kept })
  expect(decodeBase58(await passkey.revealSecret(account.address))?.subarray(32)).toEqual(account.publicKey)
  const other = await openBrowser(passkeys).connect('make')
  await expect(passkey.revealSecret(other.account.address)).rejects.toThrow('not connected')
})

/** A transaction of a version for these signers; the signatures are empty. */
function transactionOf(version: 'legacy' | 0, signers: Uint8Array[]): Uint8Array {
  const head = version === 'legacy' ? [signers.length, 0, 1] : [0x80, signers.length, 0, 1]
  const keys = [...signers, new Uint8Array(32).fill(9)]
  const message = [...head, keys.length, ...keys.flatMap((key) => [...key]), ...new Array(32).fill(5), 0]
  return Uint8Array.from([signers.length, ...new Array(signers.length * 64).fill(0), ...message])
}

test.each(['legacy', 0] as const)(
  'a transaction of version %s gets the signature at its place',
  async (version) => {
    const { connect } = openDevice()
    const connection = await connect('make')
    const own = Uint8Array.from(connection.account.publicKey)
    const other = new Uint8Array(32).fill(3)
    const given = transactionOf(version, [other, own])
    const signed = await signTransaction(connection, chain, given)
    const message = signed.subarray(1 + 128)
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), own])
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    expect(verify(null, message, key, signed.subarray(1 + 64, 1 + 128))).toBe(true)
    expect(signed.subarray(1, 1 + 64)).toEqual(new Uint8Array(64))
    expect(message).toEqual(given.subarray(1 + 128))
  },
)

test('a transaction that asks others to sign is refused, and nobody is asked', async () => {
  const { passkeys, connect } = openDevice()
  const connection = await connect('make')
  const given = transactionOf(0, [new Uint8Array(32).fill(3)])
  await expect(signTransaction(connection, chain, given)).rejects.toThrow(
    'does not ask for this wallet’s signature',
  )
  expect(passkeys.calls).toEqual(['create'])
})
