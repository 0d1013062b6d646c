import { afterAll, expect, test } from 'vitest'
import { chunk, delta, startModelServer } from '../../../../../e2e/fakes/model-server.ts'
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

const chunkOf = (choice: Record<string, unknown>, changed: Record<string, unknown>) =>
  `data: ${JSON.stringify({ ...JSON.parse(chunk(choice).slice('data: '.length)), ...changed })}\n\n`

const calling = (call: Record<string, unknown>, { name = 'search', given = '{}' } = {}) => {
  const tool_calls = [
    { index: 0, id: 'one', type: 'function', ...call, function: { name, arguments: given } },
  ]
  return chunk({ delta: { tool_calls } })
}

test.each([
  ['a NUL in its own name', chunkOf({ delta: {} }, { model: 'm\0' })],
  ['half a character in its own name', chunkOf({ delta: {} }, { model: 'm\ud800' })],
  ['a NUL in the id of a call', calling({ id: 'one\0' })],
  ['a NUL in the name of a tool', calling({}, { name: 'search\0' })],
  ['half a character in the name of a tool', calling({}, { name: 'search\ud800' })],
  ['a character where the name of a tool is cut', calling({}, { name: `${'s'.repeat(63)}🌊` })],
  ['a NUL in the arguments of a call', calling({}, { given: '{"query":"\0"}' })],
])('a model that has %s loses no word, and the conversation goes on', async (_, piece) => {
  const end = chunk({ delta: {}, finish_reason: 'stop' })
  model.next({ name: 'raw', pieces: [piece, delta('Kept.'), end, 'data: [DONE]\n\n'] })
  const conversation = crypto.randomUUID()
  const ask = firstQuestion(agentId)
  const asked = await received(replyKnown(ask.replyId), eventsOf(await client.ask(conversation, ask)))
  expect(asked.state).toBe('finished')
  const stored = (await client.open(conversation)).messages.find(({ id }) => id === ask.replyId)
  expect(stored).toMatchObject({ state: 'finished', content: asked.content })
  expect(asked.content).toContain('Kept.')
})
