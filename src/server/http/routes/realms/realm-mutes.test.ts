import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import type { RealmMutes } from '../../../../shared/realms/realms.ts'

const { send, signIn, advance } = testApp(await testDatabase())
const { make, open, said, say, read, makeAgent } = realmRequests(send)
const [ada, bob, cyd] = [await signIn(), await signIn(), await signIn()]

const mute = (id: string, wallet: string, as?: typeof ada) =>
  send('PUT', `/api/realms/${id}/mutes/${wallet}`, { as })
const unmute = (id: string, wallet: string, as?: typeof ada) =>
  send('DELETE', `/api/realms/${id}/mutes/${wallet}`, { as })

async function muted(id: string): Promise<string[]> {
  const response = await send('GET', `/api/realms/${id}/mutes`, { as: ada })
  return ((await response.json()) as RealmMutes).wallets
}

test('a muted wallet is refused in every way to speak, and nothing of it is stored', async () => {
  const { id } = await make(ada)
  const message = await said(id, 'Hello', bob)
  const agent = await makeAgent(bob)
  expect(await outcome(mute(id, bob.address, ada))).toEqual([204])
  const before = await open(id)
  expect(await outcome(say(id, { content: 'And?' }, bob))).toEqual([403, 'muted'])
  expect(await outcome(say(id, { content: 'And?', replyTo: 1 }, bob))).toEqual([403, 'muted'])
  const json = { id: crypto.randomUUID() }
  expect(await outcome(send('POST', `/api/realms/${id}/go-on`, { as: bob, json }))).toEqual([403, 'muted'])
  expect(await outcome(send('PUT', `/api/realms/${id}/agents/${agent}`, { as: bob }))).toEqual([403, 'muted'])
  expect(await open(id)).toEqual(before)
  expect((await read(id)).messages).toEqual([message])
  // Others can still write; their messages get the next numbers.
  expect((await said(id, 'Silence', cyd)).number).toBe(2)
})

test('a message that was stored before its author was muted is acknowledged when it is sent again', async () => {
  const { id } = await make(ada)
  const sent = { id: crypto.randomUUID(), content: 'Hello' }
  const first = await (await say(id, sent, bob)).json()
  await mute(id, bob.address, ada)
  const again = await say(id, sent, bob)
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual(first)
})

test('a wallet is muted in one realm alone, and may speak again when its creator lets it', async () => {
  const [one, other] = [await make(ada), await make(ada)]
  await mute(one.id, bob.address, ada)
  expect(await muted(one.id)).toEqual([bob.address])
  expect(await muted(other.id)).toEqual([])
  await said(other.id, 'Hello', bob)
  expect(await outcome(unmute(one.id, bob.address, ada))).toEqual([204])
  expect(await muted(one.id)).toEqual([])
  await said(one.id, 'Hello', bob)
})

test('muting or letting speak again and again changes nothing more', async () => {
  const { id } = await make(ada)
  for (const wallet of [cyd.address, bob.address, cyd.address]) {
    advance(1)
    expect(await outcome(mute(id, wallet, ada))).toEqual([204])
  }
  expect(await muted(id)).toEqual([cyd.address, bob.address])
  for (let time = 0; time < 2; time++) expect(await outcome(unmute(id, cyd.address, ada))).toEqual([204])
  expect(await muted(id)).toEqual([bob.address])
})

test('only the creator mutes and sees who is muted, and is never muted', async () => {
  const { id } = await make(ada)
  await said(id, 'Hello', bob)
  for (const [as, expected] of [
    [bob, [403, 'forbidden']],
    [undefined, [401, 'not_signed_in']],
  ] as const) {
    expect(await outcome(mute(id, cyd.address, as))).toEqual(expected)
    expect(await outcome(unmute(id, cyd.address, as))).toEqual(expected)
    expect(await outcome(send('GET', `/api/realms/${id}/mutes`, { as }))).toEqual(expected)
  }
  expect(await outcome(mute(id, ada.address, ada))).toEqual([409, 'conflict'])
  expect(await muted(id)).toEqual([])
})

test.each([crypto.randomUUID(), 'nothing'])('in the realm %s nobody is muted', async (id) => {
  expect(await outcome(mute(id, bob.address, ada))).toEqual([404, 'not_found'])
  expect(await outcome(unmute(id, bob.address, ada))).toEqual([404, 'not_found'])
  expect(await outcome(send('GET', `/api/realms/${id}/mutes`, { as: ada }))).toEqual([404, 'not_found'])
})

test.each(['me', '0'.repeat(40), 'x'.repeat(300), '%00', `1${bob.address}`])(
  'the wallet %s is no address',
  async (wallet) => {
    const { id } = await make(ada)
    const response = await mute(id, wallet, ada)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'validation_failed',
      errors: { wallet: expect.any(String) },
    })
  },
)
