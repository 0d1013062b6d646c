import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { inMemoryWallet } from '../../../../test/in-memory-wallet.ts'
import { decodeBase58 } from '../../../shared/session/base58.ts'
import { type SignInInput, signInText } from '../../../shared/session/session.ts'
import { MOBILE_WALLET_NAME, proveWallet } from './prove-wallet.ts'
import { type Connection, sendTransaction, signMessage, signTransaction } from './signing.ts'
import { transactionVersion } from './transaction.ts'

const chain = 'solana:devnet'

function connect(options?: Parameters<typeof inMemoryWallet>[0]) {
  const made = inMemoryWallet(options)
  const account = made.accounts[0]
  if (!account) throw new Error('the wallet has no account')
  return { ...made, account, connection: { wallet: made.wallet, account } satisfies Connection }
}

/** A transaction with a number of signatures, whose message starts with the byte. */
const transaction = (signatures: number, first: number) =>
  Uint8Array.from([signatures, ...new Array<number>(signatures * 64).fill(7), first, 0, 0])

function inputFor(address: string): SignInInput {
  return {
    domain: 'bionic.example',
    address,
    statement: 'Sign in to Bionic.',
    uri: 'https://bionic.example',
    version: '1',
    chainId: chain,
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-20T12:00:00.000Z',
    expirationTime: '2026-11-20T12:05:00.000Z',
  }
}

// §5.1, §8.23
test('nothing is signed or sent without a connected wallet: "not connected"', async () => {
  const bytes = transaction(1, 0x80)
  for (const work of [
    signMessage(undefined, chain, bytes),
    signTransaction(undefined, chain, bytes),
    sendTransaction(undefined, chain, bytes),
  ])
    await expect(work).rejects.toMatchObject({ kind: 'not connected', message: 'not connected' })
})

// §5.3
test('nothing is signed for another chain than the cluster’s, and the wallet is not even asked', async () => {
  const { connection, calls } = connect({ chains: ['solana:mainnet'] })
  await expect(signMessage(connection, chain, new Uint8Array())).rejects.toMatchObject({
    kind: 'sign message error',
  })
  await expect(signTransaction(connection, chain, transaction(1, 1))).rejects.toMatchObject({
    kind: 'sign transaction error',
  })
  expect(calls).toEqual([])
})

// §5.2, §8.31
test('a feature that the wallet or its account lacks is "method not implemented"', async () => {
  const { connection, account } = connect({ features: ['solana:signMessage'] })
  const lacking = { kind: 'method not implemented' }
  await expect(signTransaction(connection, chain, transaction(1, 1))).rejects.toMatchObject(lacking)
  await expect(sendTransaction(connection, chain, transaction(1, 1))).rejects.toMatchObject(lacking)
  const readOnly = { ...connection, account: { ...account, features: [] } }
  await expect(signMessage(readOnly, chain, new Uint8Array())).rejects.toMatchObject(lacking)
})

// §7.26, §8.27
test('legacy and version 0 transactions are signed, later versions are not', async () => {
  const { connection, calls } = connect()
  for (const first of [1, 0x80])
    expect(await signTransaction(connection, chain, transaction(1, first))).toEqual(transaction(1, first))
  await expect(signTransaction(connection, chain, transaction(1, 0x81))).rejects.toMatchObject({
    kind: 'sign transaction error',
  })
  expect(calls).toHaveLength(2)
})

// §8.28
test('a transaction is sent by a wallet that can, and one that fails at it is a "send transaction error"', async () => {
  const { connection, answers } = connect({ features: ['solana:signAndSendTransaction'] })
  expect(await sendTransaction(connection, chain, transaction(1, 0x80))).toEqual(new Uint8Array(64).fill(7))
  answers.sign = () => Promise.reject(new Error('The cluster did not take it.'))
  await expect(sendTransaction(connection, chain, transaction(1, 0x80))).rejects.toMatchObject({
    kind: 'send transaction error',
    message: 'The cluster did not take it.',
  })
})

test.each([
  ['legacy', transaction(1, 1)],
  [0, transaction(2, 0x80)],
  [undefined, transaction(1, 0x81)],
  [undefined, transaction(1, 0xff)],
  [undefined, new Uint8Array()],
  [undefined, Uint8Array.of(1)],
  [undefined, Uint8Array.of(0xff, 0xff, 0xff)],
  ['legacy', Uint8Array.of(0, 1)],
] as const)('the version is read behind the signatures: %s', (version, bytes) => {
  expect(transactionVersion(bytes)).toBe(version)
})

test('a count of signatures in two bytes is read whole', () => {
  const bytes = new Uint8Array(2 + 130 * 64 + 1)
  bytes.set([0x82, 0x01])
  bytes[bytes.length - 1] = 0x80
  expect(transactionVersion(bytes)).toBe(0)
})

// §8.26
test('a refusal is a typed error that knows it was one', async () => {
  const { connection, answers } = connect()
  answers.sign = () => Promise.reject({ code: 4001, message: 'No.' })
  await expect(signMessage(connection, chain, new Uint8Array(1))).rejects.toMatchObject({
    kind: 'sign message error',
    refused: true,
  })
})

// §3.38
test.each([
  ['signIn where the wallet has it', undefined, 'signIn'],
  ['signMessage over the same text where it has not', { features: ['solana:signMessage'] }, 'signMessage'],
  [
    'signMessage with the mobile adapter, whose later sign-in is stale',
    { name: MOBILE_WALLET_NAME },
    'signMessage',
  ],
])('a wallet proves itself by %s', async (_, options, method) => {
  const { connection, account, calls } = connect(options)
  const input = inputFor(account.address)
  const proof = await proveWallet(connection, chain, input)
  expect(calls).toEqual([method])
  const message = Buffer.from(proof.signedMessage, 'base64')
  expect(message.toString()).toBe(signInText(input))
  expect(proof.address).toBe(account.address)
  expect(verify(null, message, publicKey(account.address), Buffer.from(proof.signature, 'base64'))).toBe(true)
})

test('a signature at the end of the signed message, as the mobile protocol gives it, is taken off', async () => {
  const { connection, account, wallet } = connect({ features: ['solana:signMessage'] })
  const feature = wallet.features['solana:signMessage'] as {
    signMessage: (input: unknown) => Promise<{ signedMessage: Uint8Array; signature: Uint8Array }[]>
  }
  const original = feature.signMessage
  feature.signMessage = async (input) =>
    (await original(input)).map(({ signedMessage, signature }) => ({
      signature,
      signedMessage: Uint8Array.from([...signedMessage, ...signature]),
    }))
  const input = inputFor(account.address)
  const proof = await proveWallet(connection, chain, input)
  expect(Buffer.from(proof.signedMessage, 'base64').toString()).toBe(signInText(input))
})

test('a wallet that can do neither is told from one that refused', async () => {
  const { connection, account } = connect({ features: [] })
  await expect(proveWallet(connection, chain, inputFor(account.address))).rejects.toMatchObject({
    kind: 'method not implemented',
    refused: false,
  })
})

// §8.29
test('another account’s signature proves nothing', async () => {
  const { connection, accounts } = connect()
  await expect(proveWallet(connection, chain, inputFor(accounts[1]?.address ?? ''))).rejects.toMatchObject({
    kind: 'sign-in error',
  })
})

function publicKey(address: string) {
  const header = Buffer.from('302a300506032b6570032100', 'hex')
  const key = Buffer.concat([header, decodeBase58(address) ?? Buffer.alloc(0)])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}
