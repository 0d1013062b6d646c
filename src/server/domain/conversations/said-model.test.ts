import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { fixedModel } from '../../../../test/fixed-models.ts'
import { eventually, from, known, listen, replyServers } from '../../../../test/reply-servers.ts'
import { chooseEngine } from '../../llm/choose-engine.ts'

const { model, question, server, stored } = await replyServers(await testDatabase())
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const choose = async () => fixedModel(chat, 8_000)

test('a reply that is stopped has said its model and how long it took, here, elsewhere and as it is stored', async () => {
  const [conversation, ask, replies] = [randomUUID(), question(), server({ choose })]
  model.next({ name: 'stalls', words: ['At nine'] })
  const follow = await replies.ask('ada', conversation, ask, from())
  await eventually(async () => (await stored(ask.replyId))?.content).toBe('At nine')
  const other = await server().follow('ada', conversation, ask.replyId)
  const following = [follow, other].map(async (events) => known(await listen(events)))
  await replies.stop('ada', conversation, ask.replyId)
  const said = { kind: 'model', asked: 'scripted', tokens: null, ms: expect.any(Number), revision: 2 }
  for (const received of await Promise.all(following))
    expect(received).toMatchObject({ state: 'stopped', parts: [said, { kind: 'text', text: 'At nine' }] })
  expect(await stored(ask.replyId)).toMatchObject({ state: 'stopped', parts: [said, { kind: 'text' }] })
})
