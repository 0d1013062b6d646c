import { afterAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const { send, signIn } = testApp(await anyDatabase(), { chat })
const ada = await signIn()
const client = conversationClient(send, ada)
const made = await send('POST', '/api/agents', { as: ada, json: newAgent })
const agentId = ((await made.json()) as Agent).id

test.each([
  ['a NUL', ['a\0', 'b']],
  ['half a character', ['a\ud83d', ' b \udc4b']],
  ['a character cut in two', ['wave \ud83d', '\udc4b', ' end']],
  ['nothing but halves', ['\ud83d', '\ud83d', '\udc4b', '\udc4b']],
  ['other control characters', ['\u0001\u0008', '\u001f\u007f\u0085', ' \u202e x']],
])('a model that says %s is heard to its end, and what is stored is what was heard', async (_, words) => {
  model.next({ name: 'words', words, delayMs: 350 })
  const conversation = crypto.randomUUID()
  const ask = firstQuestion(agentId)
  const asked = await received(replyKnown(ask.replyId), eventsOf(await client.ask(conversation, ask)))
  expect(asked.state).toBe('finished')
  const { messages } = await client.open(conversation)
  const stored = messages.find(({ id }) => id === ask.replyId)
  expect(stored).toMatchObject({ state: 'finished', content: asked.content })
  expect(await client.followToEnd(conversation, ask.replyId)).toMatchObject({ content: asked.content })
  expect(asked.content.isWellFormed()).toBe(true)
})
