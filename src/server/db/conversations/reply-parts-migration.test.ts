import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { citedSource } from '../../../../test/cited-source.ts'
import { ownDatabase } from '../../../../test/database.ts'
import { migrationsFolder } from '../../base/files.ts'
import { closeDeadAnswers } from '../realms/realm-answers.ts'
import { listMessages } from '../realms/realm-messages.ts'
import { findRun } from '../swarm/swarm-runs.ts'
import { closeDeadTurns } from '../swarm/swarm-turns.ts'
import { listHeartbeats, storeWords } from '../turns/running-turns.ts'
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

  const place = { conversationId: id, replyId: running }
  expect(await findReply(db, 'ada', place)).toMatchObject({ content: 'A 💡', reasoning: '', parts: null })
  const said = {
    ...place,
    scope: 'conversation' as const,
    at: 3,
    words: ' is',
    reasoningAt: 0,
    reasoning: '',
    parts: null,
    revision: 0,
    repliedAt: null,
  }
  expect(await storeWords(db, server, [said])).toHaveLength(1)
  expect(
    await readNews(db, [{ ...place, characters: 3, reasoningCharacters: 0, revision: 0 }]),
  ).toMatchObject([{ content: ' is', reasoning: '', parts: null }])
  const dead = await listHeartbeats(db)
  await closeDead(
    db,
    dead.map((beat) => ({ ...beat, content: '', reasoning: '', parts: null, revision: 0 })),
  )
  expect(await findReply(db, 'ada', place)).toMatchObject({ state: 'interrupted', content: 'A 💡 is' })
})

/** The passage that each of these replies cites. */
const cited = citedSource(2)
const old = {
  cited: JSON.stringify([cited]),
  shapes: [
    { kind: 'reasoning', length: 3 },
    { kind: 'text', length: 12 },
  ],
}

test('what cited passages before they were parts cites them as the first part, and what runs goes on, everywhere', async () => {
  await sql.unsafe('drop schema public cascade; create schema public')
  const turns = files.findIndex((name) => name.endsWith('_parts_and_turns.sql'))
  for (const name of files.slice(0, turns)) await apply(name)
  const [id, realmId, runId, server] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const [thoughtful, plain, running, answer, later, turn, next] = Array.from({ length: 7 }, () =>
    randomUUID(),
  )
  await sql`
    insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
    values (${id}, 'ada', gen_random_uuid(), 'Nova', 'Light', ${running}, 3, now(), now())`
  await sql`
    insert into messages (conversation_id, id, number, role, content, reasoning, parts, sources, state, created_at) values
      (${id}, ${thoughtful}, 1, 'assistant', 'At nine [2].', 'Hm.', ${JSON.stringify(old.shapes)}::text::jsonb,
        ${old.cited}::text::jsonb, 'finished', now()),
      (${id}, ${plain}, 2, 'assistant', 'A wave [9].', '', null, null, 'finished', now()),
      (${id}, ${running}, 3, 'assistant', '', '', null, null, 'running', now())`
  await sql`
    insert into realms (id, name, description, created_by, participants, created_at, last_message, last_change)
    values (${realmId}, 'Harbour', '', 'ada', '{ada}', now(), 2, 2)`
  await sql`
    insert into realm_messages (realm_id, number, id, kind, author, content, created_at, version, agent_id, agent_name,
      answers, state, sources, words_given) values
      (${realmId}, 1, ${answer}, 'answer', 'ada', 'At nine [2].', now(), 1, gen_random_uuid(), 'Nova', 1, 'finished',
        ${old.cited}::text::jsonb, 9),
      (${realmId}, 2, ${later}, 'answer', 'ada', '', now(), 2, gen_random_uuid(), 'Nova', 1, 'running', null, 9)`
  await sql`
    insert into swarm_runs (id, owner, mode, seats, phases, state, created_at, updated_at)
    values (${runId}, 'ada', 'parallel', '[]', '[]', 'running', now(), now())`
  await sql`
    insert into swarm_turns (run_id, number, id, phase, round, seat, state, content, given, sources, created_at) values
      (${runId}, 1, ${turn}, 0, 1, 0, 'finished', 'At nine [2].', 9, ${old.cited}::text::jsonb, now()),
      (${runId}, 2, ${next}, 0, 1, 1, 'running', '', 9, null, now())`
  for (const [table, scope, reply] of [
    ['running_replies', id, running],
    ['running_answers', realmId, later],
    ['running_turns', runId, next],
  ])
    await sql.unsafe(`insert into ${table} (conversation_id, reply_id, server, words, sources)
      values ('${scope}', '${reply}', '${server}', 'At ten [2].', '${old.cited}'::jsonb)`)
  for (const name of files.slice(turns)) await apply(name)

  const citing = { kind: 'sources', id: 1, revision: 1, sources: [cited] }
  const open = async () => {
    const opened = await prepareOpenConversation(db)({ id, owner: 'ada' })
    return opened?.messages.toSorted((one, other) => one.number - other.number)
  }
  expect(await open()).toMatchObject([
    { parts: [citing, { kind: 'reasoning', text: 'Hm.' }, { kind: 'text', text: 'At nine [2].' }] },
    { content: 'A wave [9].' },
    { state: 'running', parts: [citing, { kind: 'text', text: 'At ten [2].' }] },
  ])
  const ends = { conversation: closeDead, realm: closeDeadAnswers, run: closeDeadTurns }
  for (const scope of ['conversation', 'realm', 'run'] as const) {
    const dead = (await listHeartbeats(db)).filter((one) => one.scope === scope)
    expect(dead).toHaveLength(1)
    const nothing = { content: '', reasoning: '', parts: null, revision: 0 }
    expect(
      await ends[scope](
        db,
        dead.map((beat) => ({ ...beat, ...nothing })),
      ),
    ).toHaveLength(1)
  }
  const said = (await listMessages(db, realmId, { limit: 9 }))?.messages
  expect(said).toMatchObject([
    { content: 'At nine [2].', sources: [cited] },
    { content: 'At ten [2].', sources: [cited], state: 'interrupted' },
  ])
  expect((await findRun(db, runId))?.run.turns).toMatchObject([
    { content: 'At nine [2].', sources: [cited] },
    { content: 'At ten [2].', sources: [cited], state: 'interrupted' },
  ])
  expect((await open())?.at(-1)).toMatchObject({ state: 'interrupted', parts: [citing, { kind: 'text' }] })
})

test('what runs goes with what it is said in', async () => {
  const [id, realmId, runId] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`
    insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
    values (${id}, 'ada', gen_random_uuid(), 'Nova', 'Light', gen_random_uuid(), 1, now(), now())`
  await sql`
    insert into realms (id, name, description, created_by, participants, created_at)
    values (${realmId}, 'Harbour', '', 'ada', '{ada}', now())`
  await sql`
    insert into swarm_runs (id, owner, mode, seats, phases, state, created_at, updated_at)
    values (${runId}, 'ada', 'parallel', '[]', '[]', 'running', now(), now())`
  await sql`
    insert into running_turns (conversation_id, realm_id, run_id, reply_id, server) values
      (${id}, null, null, gen_random_uuid(), gen_random_uuid()),
      (null, ${realmId}, null, gen_random_uuid(), gen_random_uuid()),
      (null, null, ${runId}, gen_random_uuid(), gen_random_uuid())`
  await sql`delete from conversations where id = ${id}`
  await sql`delete from realms where id = ${realmId}`
  await sql`delete from swarm_runs where id = ${runId}`
  expect(await sql`select from running_turns`).toHaveLength(0)
})
