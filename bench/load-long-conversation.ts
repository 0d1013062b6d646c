import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../src/server/db/connect/connect.ts'
import { conversations, messages } from '../src/server/db/schema/conversations.ts'
import { drawnText } from './load-conversations.ts'

const BATCH = 500
const QUESTION_WORDS = 12
const REPLY_WORDS = 120
/** So that four per cent of the messages are in other branches than the one that is shown. */
const ANSWERED_TWICE = 12

export interface LongConversation {
  id: string
  /** The last reply of its path. */
  leaf: string
}

/** Stores a conversation of so many turns; every twelfth question was answered twice, but not the first ones. */
export async function loadLongConversation(
  db: Db,
  { owner, agentId, turns }: { owner: string; agentId: string; turns: number },
): Promise<LongConversation> {
  const say = await drawnText()
  const [id, at] = [randomUUID(), new Date()]
  const rows: (typeof messages.$inferInsert)[] = []
  const add = (role: 'user' | 'assistant', parentId: string | null, words: number) => {
    const state = role === 'user' ? null : ('finished' as const)
    const row = { id: randomUUID(), parentId, role, state, content: say(words), createdAt: at }
    rows.push({ ...row, conversationId: id, number: rows.length + 1 })
    return row.id
  }
  let leaf: string | null = null
  for (let turn = 1; turn <= turns; turn++) {
    const question = add('user', leaf, QUESTION_WORDS)
    if (turn % ANSWERED_TWICE === 0) add('assistant', question, REPLY_WORDS)
    leaf = add('assistant', question, REPLY_WORDS)
  }
  await db.insert(conversations).values({
    ...{ id, owner, agentId, agentName: 'Ada', title: say(6), activeLeaf: leaf ?? id },
    ...{ lastMessage: rows.length, createdAt: at, updatedAt: at },
  })
  for (let from = 0; from < rows.length; from += BATCH) {
    await db.insert(messages).values(rows.slice(from, from + BATCH))
    // The trigger finds the parent of each by a plan that is kept: it is to be made for more than an empty table.
    if (from === 0 || from === 4 * BATCH) await db.execute(sql`vacuum (analyze) messages`)
  }
  await db.execute(sql`vacuum (analyze) conversations`)
  await db.execute(sql`vacuum (analyze) messages`)
  return { id, leaf: leaf ?? id }
}
