import { randomUUID } from 'node:crypto'
import type { Database } from '../src/server/db/connect/connect.ts'
import { conversations, messages } from '../src/server/db/schema/conversations.ts'
import { runningTurns } from '../src/server/db/schema/turns.ts'

type Row = typeof messages.$inferInsert

/** A message that was said; one without a parent follows the one before it. */
export type Said = Pick<Row, 'role' | 'content'> & Partial<Omit<Row, 'conversationId' | 'number'>>

/** A question and its finished reply. */
export const exchange = (question: string, answer: string): Said[] => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
]

/** Puts a conversation into the database as if it had been held, without a model; the words of a running reply apart. */
export async function storeConversation(
  { db }: Pick<Database, 'db'>,
  fields: Partial<typeof conversations.$inferInsert> & { owner: string },
  said: readonly Said[] = exchange('What is light?', 'A wave.'),
) {
  const now = fields.updatedAt ?? new Date()
  const id = fields.id ?? randomUUID()
  const rows: Row[] = []
  for (const [index, one] of said.entries())
    rows.push({
      id: randomUUID(),
      parentId: rows.at(-1)?.id ?? null,
      state: one.role === 'assistant' ? 'finished' : null,
      requestId: one.role === 'assistant' ? 'request' : null,
      createdAt: new Date(now.getTime() - (said.length - index) * 1_000),
      ...one,
      conversationId: id,
      number: index + 1,
    })
  const stored = {
    id,
    agentId: randomUUID(),
    agentName: 'Ada',
    title: 'A talk',
    activeLeaf: rows.at(-1)?.id ?? randomUUID(),
    lastMessage: rows.length,
    createdAt: now,
    updatedAt: now,
    ...fields,
  }
  await db.insert(conversations).values(stored)
  const running = rows.find(({ state }) => state === 'running')
  if (rows.length > 0)
    await db.insert(messages).values(rows.map((row) => (row === running ? { ...row, content: '' } : row)))
  if (running)
    await db.insert(runningTurns).values({
      conversationId: id,
      replyId: running.id,
      server: randomUUID(),
      words: running.content,
    })
  return { ...stored, said: rows }
}
