import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'

const { send, signIn } = testApp(await testDatabase())
const wallets = [await signIn(), await signIn(), await signIn(), await signIn()]
const [ada, bob] = [await signIn(), await signIn()]

async function make(fields: object = {}): Promise<string> {
  const response = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, ...fields } })
  return ((await response.json()) as Agent).id
}

// §2.101, §3.13
test('a wallet has one vote, sees its own, and can take it back', async () => {
  const id = await make()
  const vote = (method: string, as = bob) => send(method, `/api/agents/${id}/upvote`, { as })
  const seenBy = async (as?: typeof bob) => (await send('GET', `/api/agents/${id}`, { as })).json()
  for (const method of ['PUT', 'PUT'])
    expect(await (await vote(method)).json()).toEqual({ upvotes: 1, upvoted: true })
  expect(await (await vote('PUT', ada)).json()).toEqual({ upvotes: 2, upvoted: true })
  expect(await seenBy(bob)).toMatchObject({ upvotes: 2, upvoted: true })
  expect(await seenBy(wallets[0])).toMatchObject({ upvotes: 2, upvoted: false })
  expect(await seenBy()).toMatchObject({ upvotes: 2, upvoted: false })
  for (const method of ['DELETE', 'DELETE'])
    expect(await (await vote(method)).json()).toEqual({ upvotes: 1, upvoted: false })
})

test.each([
  ['a visitor', {}, undefined, 401],
  ['another wallet on a hidden agent', { visibilityEnabled: false }, bob, 404],
  ['its owner on a hidden agent', { visibilityEnabled: false }, ada, 200],
  ['another wallet on a draft', { isPublic: false }, bob, 200],
])('a vote by %s', async (_, fields, as, status) => {
  const id = await make(fields)
  for (const method of ['PUT', 'DELETE'])
    expect((await send(method, `/api/agents/${id}/upvote`, { as })).status).toBe(status)
})

test('nobody votes for what is not there', async () => {
  const id = await make()
  await send('DELETE', `/api/agents/${id}`, { as: ada })
  for (const gone of [id, crypto.randomUUID(), 'nothing'])
    expect((await send('PUT', `/api/agents/${gone}/upvote`, { as: bob })).status).toBe(404)
})

test('however votes are given and taken back at once, the count is that of the wallets who have one', async () => {
  const step = fc.record({ wallet: fc.nat({ max: wallets.length - 1 }), up: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
      const id = await make()
      const answers = await Promise.all(
        steps.map(({ wallet, up }) =>
          send(up ? 'PUT' : 'DELETE', `/api/agents/${id}/upvote`, { as: wallets[wallet] }),
        ),
      )
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      const seen = await Promise.all(
        wallets.map(async (as) => (await (await send('GET', `/api/agents/${id}`, { as })).json()) as Agent),
      )
      const voters = seen.filter(({ upvoted }) => upvoted).length
      expect(new Set(seen.map(({ upvotes }) => upvotes))).toEqual(new Set([voters]))

      // A wallet that always voted the same way has that vote, in whatever order the requests arrived.
      wallets.forEach((_, wallet) => {
        const ways = new Set(steps.flatMap((step) => (step.wallet === wallet ? [step.up] : [])))
        if (ways.size < 2) expect(seen[wallet]?.upvoted).toBe(ways.has(true))
      })
    }),
    { numRuns: 20 },
  )
})
