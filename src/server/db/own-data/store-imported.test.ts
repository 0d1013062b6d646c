import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { storeConversation } from './store-imported.ts'

const database = await ownDatabase()

test('of many messages that are stored at once the planner knows, so that no plan of before is kept for them', async () => {
  const at = new Date().toISOString()
  const ids = Array.from({ length: 600 }, () => randomUUID())
  const messages = ids.map((id, index) => {
    const place = { id, parentId: ids[index - 1] ?? null, createdAt: at, content: 'Words' }
    return index % 2 === 0
      ? { ...place, role: 'user' as const }
      : {
          ...place,
          role: 'assistant' as const,
          ...{ state: 'finished' as const, cutShort: false, forgotten: 0, repliedAt: at },
        }
  })
  const conversation = {
    ...{ id: randomUUID(), agentId: randomUUID(), agentName: 'Ada', title: 'Long', modelRef: null },
    ...{ activeLeaf: ids.at(-1) ?? '', createdAt: at, updatedAt: at, messages },
  }
  const target = { id: randomUUID(), owner: 'ada', now: new Date() }
  expect(await storeConversation(database.db, target, conversation)).toBe('made')
  const [row] = await database.sql`select reltuples::int as known from pg_class where relname = 'messages'`
  expect(row?.known).toBeGreaterThanOrEqual(600)
})
