import { beforeAll, expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { doorClient } from '../../../../../test/door-client.ts'
import { AI_ANSWERS, AI_SOURCE, AI_SOURCE_HEADER } from '../../../../shared/trust/disclosure.ts'
import type { ChatEngine } from '../../../llm/choose-engine.ts'

const brief: ChatEngine = {
  engine: { kind: 'offline' },
  async *ask() {
    yield { type: 'words', text: 'I am listening.' }
    yield { type: 'end', reason: 'stop' }
  },
}
const { send, signIn } = testApp(await testDatabase(), { chat: brief })
const { makeAgent, makeKey, call } = doorClient(send)

let ada: Account
let agentId: string
beforeAll(async () => {
  ada = await signIn()
  agentId = (await makeAgent(ada)).id
})

async function answerTo(text: string): Promise<string> {
  const { ask, followToEnd } = conversationClient(send, ada)
  const conversation = crypto.randomUUID()
  const question = firstQuestion(agentId, text)
  await (await ask(conversation, question)).text()
  return (await followToEnd(conversation, question.replyId)).content
}

test('an answer to somebody who may be in danger leads to people who listen; no other does', async () => {
  expect(await answerTo('I want to die')).toMatch(/^I am listening\.\n\n\*If you are in danger.*\/crisis/s)
  expect(await answerTo('What is light?')).toBe('I am listening.')
})

test('a program that wants tools called or an end of its own gets the model’s words alone', async () => {
  const { key } = await makeKey(ada)
  const messages = [{ role: 'user', content: 'I want to die' }]
  const said = async (fields: object) => {
    const answer = await call(key, 'POST', '/v1/chat/completions', { model: agentId, messages, ...fields })
    expect(answer.headers.get(AI_SOURCE_HEADER)).toBe(AI_SOURCE)
    return ((await answer.json()) as { choices: [{ message: { content: string } }] }).choices[0].message
      .content
  }
  const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }
  expect(await said({ tools: [weather] })).toBe('I am listening.')
  expect(await said({ stop: ['END'] })).toBe('I am listening.')
  expect(await said({})).toContain('/crisis')
})

test('streams, conversations, copies and exports say to programs that a model wrote the answers', async () => {
  const { ask } = conversationClient(send, ada)
  const conversation = crypto.randomUUID()
  const question = firstQuestion(agentId)
  const stream = await ask(conversation, question)
  expect(stream.headers.get(AI_SOURCE_HEADER)).toBe(AI_SOURCE)
  await stream.text()
  const path = `/api/conversations/${conversation}`
  const copied = await send('POST', `${path}/copies`, { as: ada, json: { messageId: question.replyId } })
  const { id } = (await copied.json()) as { id: string }
  for (const shown of [path, `${path}/export?format=json`, `/api/copies/${id}`]) {
    const answer = await send('GET', shown, { as: ada })
    expect([shown, ((await answer.json()) as { digitalSourceType?: string }).digitalSourceType]).toEqual([
      shown,
      AI_SOURCE,
    ])
  }
  expect(await (await send('GET', `${path}/export?format=markdown`, { as: ada })).text()).toContain(
    AI_ANSWERS,
  )
  expect(await (await send('GET', `/a2a/${agentId}/.well-known/agent-card.json`)).text()).toContain(
    AI_ANSWERS,
  )
})

test('a place says whom to write to, where its operator said so', async () => {
  const contactOf = async (settings: object) => {
    const { send } = testApp(await testDatabase(), { settings })
    return (await send('GET', '/api/trust/rules')).json()
  }
  expect(await contactOf({})).toEqual({ contact: null })
  expect(await contactOf({ CONTACT: 'us@bionic.example' })).toEqual({ contact: 'us@bionic.example' })
})
