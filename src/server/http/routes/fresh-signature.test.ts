import { expect, test } from 'vitest'
import { type Account, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { storeConversation } from '../../../../test/store-conversation.ts'
import { createTestWallet } from '../../../../test/wallet.ts'
import { SIGNATURE_HEADER, writeSignature } from '../../../shared/session/fresh-signature.ts'
import { type SignInInput, signInInputSchema, signInText } from '../../../shared/session/session.ts'

const database = await testDatabase()
const { send, signIn, sign, advance } = testApp(database)

const issue = async (as: Account): Promise<SignInInput> =>
  signInInputSchema.parse(
    await (
      await send('POST', '/api/session/signature', { as, json: { action: 'delete-conversations' } })
    ).json(),
  )
const deleteAll = (as: Account, header?: string) =>
  send('DELETE', '/api/conversations', {
    as,
    ...(header !== undefined && { headers: { [SIGNATURE_HEADER]: header } }),
  })
const outcome = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
]
const count = async (as: Account) =>
  ((await (await send('GET', '/api/conversations', { as })).json()) as { conversations: unknown[] })
    .conversations.length

async function somebodyWithWords() {
  const account = await signIn()
  await storeConversation(database, { owner: account.address })
  return account
}

test('a session alone deletes nothing: its wallet signs, and the message says what for, to whom and for how long', async () => {
  const ada = await somebodyWithWords()
  expect(await outcome(await deleteAll(ada))).toEqual([403, 'signature_required'])
  expect(await count(ada)).toBe(1)
  const input = await issue(ada)
  expect(input).toMatchObject({
    address: ada.address,
    domain: 'localhost:3000',
    uri: 'http://localhost:3000',
    statement: 'Delete all of my conversations on Bionic. This sends no transaction and costs nothing.',
  })
  expect(Date.parse(input.expirationTime) - Date.parse(input.issuedAt)).toBe(5 * 60_000)
  expect((await deleteAll(ada, writeSignature(ada.wallet.signInProof(input)))).status).toBe(200)
  expect(await count(ada)).toBe(0)
})

test.each(['plain', 'short-header', 'version-0', 'version-1'] as const)(
  'in each form of signing: %s',
  async (form) => {
    const ada = await somebodyWithWords()
    const proof = ada.wallet.signInProof(await issue(ada), form)
    expect((await deleteAll(ada, writeSignature(proof))).status).toBe(200)
  },
)

test('a signature is good once, also of many uses at the same time', async () => {
  const ada = await somebodyWithWords()
  const header = (await sign(ada, { action: 'delete-conversations' }))[SIGNATURE_HEADER]
  const answers = await Promise.all(Array.from({ length: 5 }, () => deleteAll(ada, header)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
  expect(await outcome(await deleteAll(ada, header))).toEqual([403, 'signature_required'])
})

test('five minutes after it was asked for a signature is good for nothing', async () => {
  const ada = await somebodyWithWords()
  const header = (await sign(ada, { action: 'delete-conversations' }))[SIGNATURE_HEADER]
  advance(5 * 60_000)
  expect(await outcome(await deleteAll(ada, header))).toEqual([403, 'signature_required'])
  expect(await count(ada)).toBe(1)
})

test('another wallet’s signature is refused, and the right one is still good after it', async () => {
  const [ada, bob] = [await somebodyWithWords(), await signIn()]
  const input = await issue(ada)
  for (const header of [
    writeSignature(bob.wallet.signInProof(await issue(bob))),
    writeSignature(bob.wallet.signInProof({ ...input, address: bob.address })),
    writeSignature({ ...ada.wallet.signInProof(input), signature: bob.wallet.signInProof(input).signature }),
  ])
    expect(await outcome(await deleteAll(ada, header))).toEqual([403, 'signature_rejected'])
  expect(await count(ada)).toBe(1)
  expect((await deleteAll(ada, writeSignature(ada.wallet.signInProof(input)))).status).toBe(200)
})

test('a signature for signing in is none for deleting, and the other way round', async () => {
  const ada = await somebodyWithWords()
  const nonce = await send('POST', '/api/session/nonce', { json: { address: ada.address } })
  const signInInput = signInInputSchema.parse(await nonce.json())
  const proof = ada.wallet.signInProof(signInInput)
  expect(await outcome(await deleteAll(ada, writeSignature(proof)))).toEqual([403, 'signature_rejected'])
  expect(await count(ada)).toBe(1)
  const agreed = ada.wallet.signInProof(await issue(ada))
  expect(await outcome(await send('POST', '/api/session', { json: agreed }))).toEqual([
    401,
    'sign_in_rejected',
  ])
})

test.each<[string, Partial<SignInInput>]>([
  ['another statement', { statement: 'Sign in to Bionic.' }],
  ['another domain', { domain: 'evil.example' }],
  ['another address of the site', { uri: 'https://evil.example' }],
  ['another chain', { chainId: 'solana:mainnet' }],
  ['a longer life', { expirationTime: '2099-01-01T00:00:00.000Z' }],
])('a good signature over %s deletes nothing', async (_, change) => {
  const ada = await somebodyWithWords()
  const proof = ada.wallet.prove(signInText({ ...(await issue(ada)), ...change }))
  expect(await outcome(await deleteAll(ada, writeSignature(proof)))).toEqual([403, 'signature_rejected'])
  expect(await count(ada)).toBe(1)
})

test.each([
  '',
  '.',
  'AAAA',
  'AAAA.',
  '.AAAA',
  'AAAA.AAAA.AAAA',
  '{}',
  `${'A'.repeat(5_000)}.AAAA`,
  'AAAA.<>',
])('what is no signature is refused: %s', async (header) => {
  const ada = await somebodyWithWords()
  expect(await outcome(await deleteAll(ada, header))).toEqual([403, 'signature_rejected'])
  expect(await count(ada)).toBe(1)
})

test('a nonce that was never asked for is good for nothing', async () => {
  const ada = await somebodyWithWords()
  const proof = ada.wallet.prove(signInText({ ...(await issue(ada)), nonce: '0'.repeat(40) }))
  expect(await outcome(await deleteAll(ada, writeSignature(proof)))).toEqual([403, 'signature_required'])
})

test('a visitor is asked to sign in, with a signature too; what can’t be agreed to is no action', async () => {
  const ada = await somebodyWithWords()
  const headers = await sign(ada, { action: 'delete-conversations' })
  expect(await outcome(await send('DELETE', '/api/conversations', { headers }))).toEqual([
    401,
    'not_signed_in',
  ])
  const json = { action: 'delete-conversations' }
  expect(await outcome(await send('POST', '/api/session/signature', { json }))).toEqual([
    401,
    'not_signed_in',
  ])
  for (const wrong of [
    { action: 'everything' },
    {},
    { action: 'delete-conversations', address: createTestWallet().address },
  ])
    expect(await outcome(await send('POST', '/api/session/signature', { as: ada, json: wrong }))).toEqual([
      422,
      'validation_failed',
    ])
})
