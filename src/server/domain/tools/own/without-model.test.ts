import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { countedTools } from '../../../../../test/acting-model.ts'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { anAnsweringAgent } from '../../../../../test/an-agent.ts'
import { testApp } from '../../../../../test/app.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { ToolCallPart } from '../../../../shared/tools/tool-fields.ts'
import type { OwnTool } from '../../../../shared/tools/tool-states.ts'

/** Replies of agents with tools where no model is connected: the whole way, from the question to the stored parts. */
const pages = countedTools(async () => ({ kind: 'done', text: 'The harbour opens at six.' }), {
  names: ['web_page'],
  parameters: { type: 'object', properties: { url: { type: 'string' } } },
  marks: { untrusted: true, private: false },
})
const app = testApp(await anyDatabase(), { tools: [pages.source], alone: false })
const sources = agentSources(app)
const ada = await app.signIn()

const agentWith = (...own: OwnTool[]) => sources.makeAgent(ada, { tools: { own, servers: [] } })

function talkWith(agentId: string) {
  const conversation = randomUUID()
  const path = `/api/conversations/${conversation}`
  let parentId: string | null = null
  async function reply(replyId: string) {
    const opened = (await (await app.send('GET', path, { as: ada })).json()) as Conversation
    const found = opened.messages.find(({ id }) => id === replyId)
    if (found?.role !== 'assistant') throw new Error('no such reply')
    const calls = (found.parts ?? []).filter((part) => part.kind === 'tool')
    return {
      replyId,
      state: found.state,
      text: found.content,
      calls,
      told: calls.map(({ name, status }) => [name, status.state]),
    }
  }
  return {
    async ask(content: string) {
      const replyId = randomUUID()
      const json = { replyId, agentId, question: { id: randomUUID(), parentId, content } }
      await (await app.send('POST', `${path}/replies`, { as: ada, json })).text()
      parentId = replyId
      return reply(replyId)
    },
    async decide({ replyId, calls: [call] }: { replyId: string; calls: ToolCallPart[] }, decision: object) {
      const json = { digest: call?.digest, decision }
      const answer = await app.send('PUT', `/api/tool-calls/${call?.call}/decision`, { as: ada, json })
      expect(answer.status).toBe(200)
      await (await app.send('GET', `${path}/replies/${replyId}`, { as: ada })).text()
      return reply(replyId)
    },
  }
}

test('a calculation and the time are done without asking anybody, and their results are the answer', async () => {
  const { ask } = talkWith((await agentWith('calculator', 'time')).id)
  const reply = await ask('What time is it in Tokyo and what is 6*7?')
  expect(reply.told).toEqual([
    ['time', 'done'],
    ['calculator', 'done'],
  ])
  expect(reply.text).toMatch(/ in Asia\/Tokyo \(UTC\+09:00\)/)
  expect(reply.text).toContain('= 42')
  const next = await ask('Who are you?')
  expect(next.told).toEqual([])
  expect((await ask('What is 6*8?')).text).toContain('= 48')
})

test('an agent without the tool answers as it always did', async () => {
  const { ask } = talkWith((await agentWith('time')).id)
  expect(await ask('What is 6*7?')).toMatchObject({
    told: [],
    text: expect.stringMatching(/can’t answer that/),
  })
})

test('a question waits for its person, and what they answer is what the reply goes on with', async () => {
  const { ask, decide } = talkWith((await agentWith('ask_person')).id)
  const waiting = await ask('Ask me whether I want tea or coffee')
  expect([waiting.state, waiting.told]).toEqual(['waiting', [['ask_person', 'waiting']]])
  expect(waiting.calls[0]?.status).toMatchObject({
    wait: { for: 'input', question: { kind: 'choice', choices: ['tea', 'coffee'] } },
  })
  const done = await decide(waiting, { kind: 'answer', action: 'accept', content: { answer: 'coffee' } })
  expect([done.state, done.told]).toEqual(['finished', [['ask_person', 'done']]])
  expect(done.text).toMatch(/^You answered:\n\n> coffee\n\n/)
  const other = await ask('Ask me something')
  expect((await decide(other, { kind: 'answer', action: 'decline' })).text).toContain(
    'You did not want to answer',
  )
  const third = await ask('Ask me something')
  expect((await decide(third, { kind: 'refuse', words: 'Not now' })).text).toContain('> Not now')
})

test('consent can be seen without a model: a page waits, and is read once it is allowed', async () => {
  const { ask, decide } = talkWith((await agentWith('web_page')).id)
  const waiting = await ask('Read https://harbour.example/times for me')
  expect([waiting.state, waiting.told]).toEqual(['waiting', [['web_page', 'waiting']]])
  expect(pages.effects).toEqual([])
  const done = await decide(waiting, { kind: 'once' })
  expect([done.state, done.told]).toEqual(['finished', [['web_page', 'done']]])
  expect(done.text).toContain('> The harbour opens at six.')
  expect(pages.effects).toEqual([{ name: 'web_page', args: { url: 'https://harbour.example/times' } }])
  const refused = await decide(await ask('Read https://harbour.example/fees'), { kind: 'refuse', words: '' })
  expect(refused.text).toContain('You refused that, so it was not done.')
  expect(pages.effects).toHaveLength(1)
})

test('documents are searched where somebody wants it', async () => {
  const agent = await agentWith('documents')
  await sources.read(agent, ada, { name: 'Bell.md', body: 'The fog bell rings nine times a minute.' })
  const reply = await talkWith(agent.id).ask('Search your documents for the fog bell')
  expect(reply.told).toEqual([['documents', 'done']])
  expect(reply.calls[0]?.brings).toEqual({ untrusted: false, private: true })
  expect(reply.text).toContain('> The fog bell rings nine times a minute. ("Bell.md")')
})

test('a visitor’s chat, which nobody keeps, calculates and asks nobody', async () => {
  const agent = await agentWith('calculator', 'ask_person')
  await app.send('POST', `/api/agents/${agent.id}/publish`, { as: ada })
  const chat = async (message: string) => {
    const json = { agentId: agent.id, message, history: [] }
    return (await app.send('POST', '/api/chat', { json })).text()
  }
  expect(await chat('What is 6*7?')).toMatch(/"calculator"/)
  expect(await chat('Ask me something')).not.toMatch(/ask_person/)
})

test('a draft that is tried out calculates with the tools that are chosen in it, before they are saved', async () => {
  const agent = await agentWith()
  const own: OwnTool[] = ['calculator', 'documents', 'ask_person']
  const tools = { own, servers: [] }
  const json = {
    draft: { ...anAnsweringAgent({ tools }), model: null },
    message: 'What is 6*7?',
    history: [],
  }
  const tried = (path: string, body: object) => app.send('POST', path, { as: ada, json: body })
  for (const path of [`/api/agents/${agent.id}/try-out`, '/api/try-out']) {
    const answer = await tried(path, json)
    expect([path, answer.status]).toEqual([path, 200])
    expect(await answer.text()).toMatch(/"calculator"[\s\S]*"done"/)
    expect(await (await tried(path, { ...json, message: 'Ask me something' })).text()).not.toMatch(
      /ask_person/,
    )
  }
})
