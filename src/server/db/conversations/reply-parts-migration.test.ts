import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { migrationsFolder } from '../../base/files.ts'
import { runningIn } from '../turns/running-turns.ts'
import { prepareOpenConversation } from './open-conversation.ts'
import { closeDead, findReply, readNews } from './replies.ts'

const { db, sql } = await ownDatabase()
const files = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

const apply = (name: string) => sql.unsafe(readFileSync(join(migrationsFolder, name), 'utf8'))

test('replies of before they had parts are read as they were, and one that was running goes on', async () => {
  await sql.unsafe('drop schema public cascade; create schema public')
  const parts = files.findIndex((name) => name.endsWith('_reply_parts.sql'))
  for (const name of files.slice(0, parts)) await apply(name)
  const [id, question, over, running] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const server = randomUUID()
  await sql`
    insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
    values (${id}, 'ada', gen_random_uuid(), 'Nova', 'Light', ${running}, 3, now(), now())`
  await sql`
    insert into messages (conversation_id, id, parent_id, number, role, content, state, created_at) values
      (${id}, ${question}, null, 1, 'user', 'What is light?', null, now()),
      (${id}, ${over}, ${question}, 2, 'assistant', 'A wave.', 'finished', now()),
      (${id}, ${running}, ${question}, 3, 'assistant', '', 'running', now())`
  await sql`
    insert into running_replies (conversation_id, reply_id, server, words) values (${id}, ${running}, ${server}, 'A 💡')`
  for (const name of files.slice(parts)) await apply(name)

  const opened = await prepareOpenConversation(db)({ id, owner: 'ada' })
  const messages = opened?.messages.toSorted((one, other) => one.number - other.number)
  expect(messages).toMatchObject([
    { id: question, content: 'What is light?' },
    { id: over, content: 'A wave.', state: 'finished' },
    { id: running, content: 'A 💡', state: 'running' },
  ])
  for (const message of messages ?? []) expect(message).not.toHaveProperty('parts')

  const replies = runningIn(db, 'running_replies', server)
  const place = { conversationId: id, replyId: running }
  expect(await findReply(db, 'ada', place)).toMatchObject({ content: 'A 💡', reasoning: '', parts: null })
  const said = {
    ...place,
    at: 3,
    words: ' is',
    reasoningAt: 0,
    reasoning: '',
    parts: null,
    sources: null,
    repliedAt: null,
  }
  expect(await replies.storeWords([said])).toHaveLength(1)
  expect(
    await readNews(db, [{ ...place, characters: 3, reasoningCharacters: 0, sources: null }]),
  ).toMatchObject([{ content: ' is', reasoning: '', parts: null, characters: 6 }])
  const dead = await replies.listHeartbeats()
  await closeDead(
    db,
    dead.map((beat) => ({ ...beat, content: '', reasoning: '', parts: null, sources: null })),
  )
  expect(await findReply(db, 'ada', place)).toMatchObject({ state: 'interrupted', content: 'A 💡 is' })
})
