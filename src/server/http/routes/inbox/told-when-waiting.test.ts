import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { actingModel, countedTools } from '../../../../../test/acting-model.ts'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { startPictureServer } from '../../../../../test/picture-server.ts'
import { pushBrowser } from '../../../../../test/push-browser.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Inbox } from '../../../../shared/tools/inbox.ts'

const database = await testDatabase()
const service = await startPictureServer()
afterAll(service.close)

test('a reply that begins to wait is told to its person’s browser, is decided from the inbox, and is told there once it has ended', async () => {
  const secret = 'the words that nobody else may read'
  const model = actingModel((_, step) =>
    step === 0 ? [{ name: 'send', arguments: { to: secret } }] : 'It is sent.',
  )
  const { source, effects } = countedTools(async () => ({ kind: 'done', text: 'accepted' }))
  const { send, signIn } = testApp(database, {
    ...{ chat: model.chat, tools: [source], network: service.network },
  })
  const ada = await signIn()
  const browser = pushBrowser(service)
  await send('PUT', '/api/inbox/push', { as: ada, json: browser.subscription })
  const made = await send('POST', '/api/agents', {
    as: ada,
    json: { ...newAgent, name: 'Nova', tools: { own: [], servers: [] } },
  })
  const { id: agentId } = (await made.json()) as Agent
  const [conversation, replyId] = [randomUUID(), randomUUID()]
  const json = { replyId, agentId, question: { id: randomUUID(), parentId: null, content: 'Send it.' } }
  await (await send('POST', `/api/conversations/${conversation}/replies`, { as: ada, json })).text()
  const inbox = async () => (await (await send('GET', '/api/inbox', { as: ada })).json()) as Inbox

  const { waiting } = await inbox()
  expect(waiting).toMatchObject([{ agentName: 'Nova', where: 'Send it.', place: { scopeId: conversation } }])
  const [item] = waiting
  expect(item?.part.arguments).toContain(secret)
  await expect.poll(() => browser.received.length).toBe(1)
  const { text = '' } = browser.received[0] ?? {}
  expect(JSON.parse(text)).toMatchObject({
    ...{ title: 'Nova waits for you', path: `/chat/${agentId}/${conversation}`, waiting: 1 },
  })
  expect(text).not.toContain(secret)
  expect(text).not.toContain('Send it.')

  const decided = await send('PUT', `/api/tool-calls/${item?.part.call}/decision`, {
    as: ada,
    json: { digest: item?.part.digest, decision: { kind: 'once' } },
  })
  expect(await decided.json()).toMatchObject({ goesOn: true })
  await expect.poll(async () => (await inbox()).ended.map(({ what }) => what)).toEqual(['finished'])
  expect((await inbox()).waiting).toEqual([])
  expect(effects).toHaveLength(1)
})
