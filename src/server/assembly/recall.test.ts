import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../test/app.ts'
import { conversationClient } from '../../../test/conversation-client.ts'
import { testDatabase } from '../../../test/database.ts'
import { exchange, storeConversation } from '../../../test/store-conversation.ts'

const database = await testDatabase()
const app = testApp(database)
const ada = await app.signIn()

test('a long conversation is indexed after its next reply, and no longer once the server has closed', async () => {
  const made = await app.send('POST', '/api/agents', { as: ada, json: newAgent })
  const { id: agentId } = (await made.json()) as { id: string }
  const store = () =>
    storeConversation(
      database,
      { owner: ada.address, agentId },
      Array.from({ length: 100 }, () => exchange('What is light?', 'A wave.')).flat(),
    )
  const client = conversationClient(app.send, ada)
  const ask = async ({ id, activeLeaf }: { id: string; activeLeaf: string }) => {
    const question = { id: randomUUID(), parentId: activeLeaf, content: 'And sound?' }
    const replyId = randomUUID()
    const asked = await client.ask(id, { replyId, agentId, question })
    expect(asked.status).toBe(200)
    await asked.text()
  }
  const blocks = async (id: string) =>
    (await database.sql`select block from recall_blocks where conversation_id = ${id}`).length
  const [stored, later] = [await store(), await store()]
  await ask(stored)
  await expect.poll(() => blocks(stored.id)).toBe(3)
  await app.recallIndex.close()
  await ask(later)
  expect(await blocks(later.id)).toBe(0)
})
