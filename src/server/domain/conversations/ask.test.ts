import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { eventually, from, known, listen, replyServers } from '../../../../test/reply-servers.ts'
import type { Ask } from '../../../shared/chat/conversations.ts'

const database = await testDatabase()
const { sql } = database
const { agentId, model, question, server, stored } = await replyServers(database)
afterAll(model.close)

const WHOLE = 'Hello from the scripted model.'

test('of many who ask at once in one conversation one is answered, and nothing of the others is stored', async () => {
  const requests = model.requests.length
  const [conversation, replies, other] = [randomUUID(), server(), server()]
  model.use('stalls')
  const asks = Array.from({ length: 8 }, () => question())
  const results = await Promise.allSettled(
    asks.map((ask, index) => (index % 2 ? replies : other).ask('ada', conversation, ask, from())),
  )
  model.use('words')
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'reply_running' })
  await replies.stopIn([conversation])
  await other.stopIn([conversation])
  expect(model.requests).toHaveLength(requests + 1)
  expect(await sql`select from messages where conversation_id = ${conversation}`).toHaveLength(2)
  expect(await sql`select last_message from conversations where id = ${conversation}`).toEqual([
    { last_message: 2 },
  ])
})

test('the same asked many times at once is one reply, which all of them follow', async () => {
  const requests = model.requests.length
  const [conversation, ask, replies] = [randomUUID(), question(), server()]
  const received = await Promise.all(
    Array.from({ length: 6 }, async () => listen(await replies.ask('ada', conversation, ask, from()))),
  )
  for (const events of received) expect(known(events)).toMatchObject({ state: 'finished', content: WHOLE })
  expect(model.requests).toHaveLength(requests + 1)
})

test('the model is told the path alone, as far as it fits, and how much does not is kept with the reply', async () => {
  const [conversation, replies] = [randomUUID(), server({ windowTokens: 5_000 })]
  const answer = 'x'.repeat(4_000)
  let parent: string | null = null
  const path: string[] = []
  for (const name of ['oldest', 'older', 'newer']) {
    const ask = question(name, parent)
    model.next({ name: 'words', words: [answer] })
    await listen(await replies.ask('ada', conversation, ask, from()))
    // A sibling, and a reply without text, are not part of the path.
    model.next('error-400')
    await listen(await replies.ask('ada', conversation, question('aside', parent), from()))
    parent = ask.replyId
    path.push(name)
  }
  const requests = model.requests.length
  const last = question('newest', parent)
  model.next('stalls')
  const follow = await replies.ask('ada', conversation, last, from())
  const { messages } = (await model.request(requests)).body as {
    messages: { role: string; content: string }[]
  }
  expect(messages.slice(3)).toEqual([
    { role: 'user', content: 'older' },
    { role: 'assistant', content: answer },
    { role: 'user', content: 'newer' },
    { role: 'assistant', content: answer },
    { role: 'user', content: 'newest' },
  ])
  expect((await listen(follow, { until: 1 }))[0]).toMatchObject({ type: 'started', forgotten: 2 })
  await eventually(async () => (await stored(last.replyId))?.forgotten).toBe(2)
  await replies.stop('ada', conversation, last.replyId)
  expect(await stored(last.replyId)).toMatchObject({ state: 'stopped', forgotten: 2 })
})

test('however long a path is, what is forgotten of it is counted whole', async () => {
  const [conversation, replies] = [randomUUID(), server({ windowTokens: 2_048 })]
  const first = question()
  await listen(await replies.ask('ada', conversation, first, from()))
  const pairs = Array.from({ length: 300 }, () => [randomUUID(), randomUUID()] as const)
  const rows = pairs.flatMap(([asked, said], index) => [
    { id: asked, parent: pairs[index - 1]?.[1] ?? first.replyId, role: 'user', content: 'Why?', state: null },
    { id: said, parent: asked, role: 'assistant', content: index % 3 ? 'Because.' : '', state: 'finished' },
  ])
  await sql`
    insert into messages (conversation_id, id, parent_id, number, role, content, state, created_at)
    select ${conversation}, row.id, row.parent, 2 + row.n, row.role, row.content, row.state, now()
    from json_array_elements(${JSON.stringify(rows)}::text::json) with ordinality as given (value, n)
    cross join lateral (select (value->>'id')::uuid as id, (value->>'parent')::uuid as parent,
      value->>'role' as role, value->>'content' as content, value->>'state' as state, n) row`
  await sql`update conversations set last_message = 602 where id = ${conversation}`
  const requests = model.requests.length
  const ask = question('And now?', rows.at(-1)?.id)
  await listen(await replies.ask('ada', conversation, ask, from()))
  const { messages } = (await model.request(requests)).body as { messages: unknown[] }
  const sent = messages.length - 4
  expect(sent).toBeGreaterThan(20)
  // The first exchange is among them and stays; what follows the gap is told from there on.
  expect(await stored(ask.replyId)).toMatchObject({ forgotten: 2 + 2 * 200 - (sent - 2) })
})

test('behind a story the model is told the first exchange, the story with own words, and what was said since', async () => {
  const [conversation, replies] = [randomUUID(), server()]
  const asks: Ask[] = []
  for (const content of ['first', 'second', 'third', 'fourth']) {
    const ask = question(content, asks.at(-1)?.replyId)
    await listen(await replies.ask('ada', conversation, ask, from()))
    asks.push(ask)
  }
  const aside = question('aside', asks[1]?.replyId)
  await listen(await replies.ask('ada', conversation, aside, from()))
  const stories = [
    { through: asks[0]?.replyId, text: 'An older story.' },
    { through: asks[2]?.replyId, text: 'They spoke of light.' },
    { through: aside.replyId, text: 'A story of another branch.' },
  ]
  for (const { through, text } of stories)
    await sql`
      insert into stories (id, conversation_id, through, text, by, created_at, updated_at)
      values (${randomUUID()}, ${conversation}, ${through}, ${text}, 'model', now(), now())`
  const requests = model.requests.length
  const last = question('fifth', asks[3]?.replyId)
  await listen(await replies.ask('ada', conversation, last, from()))
  const { messages } = (await model.request(requests)).body as {
    messages: { role: string; content: string }[]
  }
  const [opening, answer, story, taken, ...rest] = messages.slice(3)
  expect([opening?.content, answer?.content]).toEqual(['first', WHOLE])
  expect(story?.content).toContain('They spoke of light.')
  expect(story?.content).toContain('> second')
  expect(story?.content).toContain('> third')
  expect(story?.content).not.toMatch(/> first|older story|another branch/)
  expect(taken?.role).toBe('assistant')
  expect(rest).toEqual([
    { role: 'user', content: 'fourth' },
    { role: 'assistant', content: WHOLE },
    { role: 'user', content: 'fifth' },
  ])
  expect(await stored(last.replyId)).toMatchObject({ forgotten: 6 })
})

test('the agent is looked up as the wallet may see it', async () => {
  const replies = server()
  await sql`update agents set visibility_enabled = false where id = ${agentId}`
  await expect(replies.ask('ada', randomUUID(), question(), from())).rejects.toMatchObject({
    code: 'not_found',
  })
  const own = await listen(await replies.ask('maker', randomUUID(), question(), from()))
  expect(known(own).state).toBe('finished')
  await sql`update agents set visibility_enabled = true where id = ${agentId}`
})

test('two wallets may have used the same ids in their conversations, and neither hears or stops the other', async () => {
  const [ask, replies] = [question(), server()]
  const [adas, eves] = [randomUUID(), randomUUID()]
  model.next({ name: 'stalls', words: ['for Ada'] })
  const toAda = await replies.ask('ada', adas, ask, from())
  await listen(toAda, { until: 1 })
  model.next({ name: 'stalls', words: ['for Eve'] })
  const toEve = await replies.ask('eve', eves, ask, from())
  await listen(toEve, { until: 1 })
  await replies.stop('eve', eves, ask.replyId)
  expect(known(await listen(toEve))).toMatchObject({ state: 'stopped', content: 'for Eve' })
  const elsewhere = await server().follow('ada', adas, ask.replyId)
  await listen(elsewhere, { until: 7 })
  model.release()
  for (const follow of [toAda, elsewhere])
    expect(known(await listen(follow))).toMatchObject({ state: 'finished', content: 'for Ada' })
})
