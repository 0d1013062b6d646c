import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../src/server/db/connect/connect.ts'
import { conversations, messages as storedMessages } from '../src/server/db/schema/conversations.ts'

const BATCH = 500
const QUESTION_WORDS = 12
const REPLY_WORDS = 120
const OTHER_OWNERS = 4

/** Terms with a known frequency: `common` occurs in most replies, `rare` in one message of the oldest conversation. */
export const terms = { common: 'agent', rare: 'Zephyrine' }

/**
 * Stores conversations of one wallet, oldest first, each a path of questions and replies, and as many again of four
 * other wallets. The words are those of the specification in a random order, the same in every run, so that they
 * compress no better than natural text.
 * @param lengths the number of messages of each conversation
 * @returns the ids of the conversations, in the order of `lengths`
 */
export async function loadConversations(
  db: Db,
  owner: string,
  agentId: string,
  lengths: readonly number[],
): Promise<string[]> {
  const say = await drawnText()
  const ids: string[] = []
  for (const [index, length] of lengths.entries()) {
    const id = randomUUID()
    ids.push(id)
    const messages = Array.from({ length }, (_, at) => ({ id: randomUUID(), number: at + 1 }))
    const time = new Date(Date.UTC(2026, 0, 1) + index * 3_600_000)
    await db.insert(conversations).values({
      id,
      owner,
      agentId,
      agentName: 'Ada',
      title: say(6),
      activeLeaf: messages.at(-1)?.id ?? id,
      lastMessage: length,
      createdAt: time,
      updatedAt: time,
    })
    for (let from = 0; from < length; from += BATCH) {
      const rows = messages.slice(from, from + BATCH).map(({ id: message, number }) => {
        const asked = number % 2 === 1
        const planted = index === 0 && number === 2 ? ` ${terms.rare}` : ''
        return {
          conversationId: id,
          id: message,
          parentId: messages[number - 2]?.id ?? null,
          number,
          role: asked ? ('user' as const) : ('assistant' as const),
          content: say(asked ? QUESTION_WORDS : REPLY_WORDS) + planted,
          state: asked ? null : ('finished' as const),
          createdAt: time,
          repliedAt: asked ? null : time,
        }
      })
      await db.insert(storedMessages).values(rows)
    }
  }
  for (let other = 0; other < OTHER_OWNERS; other++) {
    const suffix = `other ${other}`
    await db.execute(sql`
      insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
      select md5(id || ${suffix})::uuid, ${suffix}, agent_id, agent_name, title, active_leaf, last_message, created_at,
        updated_at
      from conversations where owner = ${owner}`)
    await db.execute(sql`
      insert into messages (conversation_id, id, parent_id, number, role, content, state, created_at, replied_at)
      select md5(conversation_id || ${suffix})::uuid, messages.id, parent_id, number, role, content, state,
        messages.created_at, replied_at
      from messages join conversations on conversations.id = conversation_id where owner = ${owner}
      order by conversation_id, number`)
  }
  await db.execute(sql`vacuum (analyze) conversations`)
  await db.execute(sql`vacuum (analyze) messages`)
  return ids
}

/** A number of random words of the specification, different in each call. */
export async function drawnText(): Promise<(words: number) => string> {
  const specification = await readFile(new URL('../docs/specification.md', import.meta.url), 'utf8')
  const vocabulary = [...new Set(specification.match(/[A-Za-z']{2,}/g))]
  let state = 1
  const draw = () => {
    // The minimal standard generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647
    return vocabulary[state % vocabulary.length] ?? ''
  }
  return (words) => Array.from({ length: words }, draw).join(' ')
}
