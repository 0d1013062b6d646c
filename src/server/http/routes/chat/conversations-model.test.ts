import * as fc from 'fast-check'
import { afterAll, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { actions, replyNames } from '../../../../../test/conversation-actions.ts'
import { somebody } from '../../../../../test/conversation-steps.ts'
import { testDatabase } from '../../../../../test/database.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const { send, signIn, advance } = testApp(await testDatabase(), { chat })

const step = fc.record({
  does: fc.constantFrom(...actions),
  reply: fc.constantFrom(...replyNames),
  pick: fc.nat({ max: 1_000 }),
  shuffle: fc.nat(),
})

test('whatever somebody does with their conversations, the server has what a plain tree of objects has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const account = await signIn()
      const made = await send('POST', '/api/agents', { as: account, json: newAgent })
      const agentId = ((await made.json()) as Agent).id
      const person = somebody({ send, account, agentId, model })
      try {
        for (const one of steps) {
          advance(1_000)
          await person.take(one)
          await person.compare(one.shuffle)
        }
      } finally {
        await person.leave()
      }
    }),
    { numRuns: 15, seed: 4, endOnFailure: true },
  )
})
