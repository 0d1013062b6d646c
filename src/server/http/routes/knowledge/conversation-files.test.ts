import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentSources } from '../../../../../test/agent-sources.ts'
import { testApp } from '../../../../../test/app.ts'
import { conversationClient, firstQuestion } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { eventsOf, received, replyKnown } from '../../../../../test/reply-events.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { type ConversationFile, conversationFilesSchema } from '../../../../shared/chat/conversation-files.ts'
import type { Ask } from '../../../../shared/chat/conversations.ts'
import { sourcesOf } from '../../../../shared/chat/parts.ts'
import type { SharedCopy } from '../../../../shared/chat/shared-copies.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import { limits, UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import type { SourceList } from '../../../../shared/knowledge/sources.ts'
import { createOfflineEngine } from '../../../llm/offline/offline.ts'
import type { ModelRequest } from '../../../llm/provider.ts'

/** What the model was asked, newest last. The offline engine answers with quotes from the passages. */
const requests: ModelRequest[] = []
const offline = createOfflineEngine({ pauseMs: 0 })
const database = await testDatabase()
const app = testApp(database, {
  chat: {
    engine: { kind: 'offline' },
    ask: (request, signal) => {
      requests.push(request)
      return offline(request, signal)
    },
  },
  settings: { SOURCE_MB: 1, QUOTA_SOURCES_MB: 2 },
  files: { readWaitMs: 50 },
})
const { send, signIn, advance, readIn, sweeps } = app
const documents = agentSources(app)
/** Ada made the agent; Bob talks with it. */
const [ada, bob] = [await signIn(), await signIn()]

const RENT = 'The rent of the boathouse is due on the third of each month.'
const HOUR_MS = 60 * 60_000
const MEGABYTE = 1024 * 1024

const upload = (
  conversation: string,
  as: Account | undefined,
  file: { id?: string; name?: string; body: BodyInit },
) =>
  send(
    'POST',
    `/api/conversations/${conversation}/files?${new URLSearchParams({ id: file.id ?? randomUUID(), name: file.name ?? 'lease.md' })}`,
    { as, body: file.body },
  )
const put = async (conversation: string, as = bob, body: BodyInit = RENT, name?: string) => {
  const answer = await upload(conversation, as, { body, ...(name !== undefined && { name }) })
  expect(answer.status).toBe(201)
  return (await answer.json()) as ConversationFile
}
const list = (conversation: string, as?: Account) =>
  send('GET', `/api/conversations/${conversation}/files`, { as })
const listed = async (conversation: string, as: Account) =>
  conversationFilesSchema.parse(await (await list(conversation, as)).json()).files
const codeOf = async (answer: Response) => ((await answer.json()) as Problem).code
const asking = (agent: Agent, files: string[], content = 'When is the rent due?') => {
  const ask = firstQuestion(agent.id, content)
  return { ...ask, question: { ...ask.question, files } } satisfies Ask
}
const reply = async (conversation: string, ask: Ask, as = bob) =>
  received(replyKnown(ask.replyId), eventsOf(await conversationClient(send, as).ask(conversation, ask)))
const prompt = () => JSON.stringify(requests.at(-1)?.messages)

/** A conversation of Bob's whose first question came with a file, which is read and cited. */
async function withLease(more: Partial<Agent> = {}) {
  const agent = await documents.makeAgent(ada, more)
  const conversation = randomUUID()
  const file = await put(conversation)
  await readIn.settled()
  const ask = asking(agent, [file.id])
  return { agent, conversation, file, ask, reply: await reply(conversation, ask) }
}

test('a file that came before the first question is read, cited, opened at the place, named in the question and in exports', async () => {
  const { agent, conversation, file, ask, reply: first } = await withLease()
  expect(first.content).toContain(`${RENT} [1]`)
  const [cited] = sourcesOf(first.parts) ?? []
  expect(cited).toMatchObject({ n: 1, sourceId: file.id, name: 'lease.md' })
  const around = `/api/sources/${file.id}/passages/1/${cited?.number}`
  expect(await (await send('GET', around, { as: bob })).json()).toMatchObject({
    passage: { text: RENT },
    document: { name: 'lease.md', canOpen: true },
  })
  const kept = await send('GET', `/api/sources/${file.id}/file`, { as: bob })
  expect(kept.headers.get('content-security-policy')).toContain('sandbox')
  expect(await kept.text()).toBe(RENT)

  const client = conversationClient(send, bob)
  const question = (await client.open(conversation)).messages.find(({ role }) => role === 'user')
  expect(question).toMatchObject({ files: [{ id: file.id, name: 'lease.md', bytes: RENT.length }] })
  expect(await listed(conversation, bob)).toMatchObject([
    { id: file.id, questionId: ask.question.id, state: { kind: 'ready', passages: 1 } },
  ])
  for (const format of ['markdown', 'json']) {
    const exported = await send('GET', `/api/conversations/${conversation}/export?format=${format}`, {
      as: bob,
    })
    expect(await exported.text(), format).toContain('lease.md')
  }
  // A repeated request follows the same reply.
  expect(
    (await received(replyKnown(ask.replyId), eventsOf(await client.ask(conversation, ask)))).content,
  ).toBe(first.content)
  // Later questions of the conversation have it, too, beside the agent's own documents.
  await documents.read(agent, ada, { name: 'manual.md', body: 'The rent of the lighthouse is paid in oil.' })
  const later = firstQuestion(agent.id, 'What is said of the rent?')
  const next = { ...later, question: { ...later.question, parentId: ask.replyId } }
  const names = sourcesOf((await reply(conversation, next)).parts)?.map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(['lease.md', 'manual.md']))
})

test('a question that names a file which is gone takes none of the others with it', async () => {
  const agent = await documents.makeAgent(ada)
  const conversation = randomUUID()
  const file = await put(conversation)
  const refused = await send('POST', `/api/conversations/${conversation}/replies`, {
    as: bob,
    json: asking(agent, [file.id, randomUUID()]),
  })
  expect(await codeOf(refused)).toBe('validation_failed')
  expect(await listed(conversation, bob)).toMatchObject([{ id: file.id, questionId: null }])
})

test('it is there for that wallet and that conversation alone', async () => {
  const { agent, conversation, file, reply: first, ask } = await withLease()
  const [cited] = sourcesOf(first.parts) ?? []
  const copy = await send('POST', `/api/conversations/${conversation}/copies`, {
    as: bob,
    json: { messageId: ask.replyId },
  })
  const { id: copyId } = (await copy.json()) as SharedCopy
  const eve = await signIn()
  for (const [who, as] of [
    ['the owner of the agent', ada],
    ['another wallet', eve],
    ['a visitor', undefined],
  ] as const) {
    const around = `/api/sources/${file.id}/passages/1/${cited?.number}?key=${cited?.key}`
    expect((await send('GET', around, { as })).status, who).toBe(404)
    expect((await send('GET', `/api/sources/${file.id}/file`, { as })).status, who).toBe(404)
    const status = as ? 404 : 401
    expect((await list(conversation, as)).status, who).toBe(status)
    expect((await upload(conversation, as, { body: RENT })).status, who).toBe(status)
    const path = `/api/conversations/${conversation}/files/${file.id}`
    expect((await send('DELETE', path, { as })).status, who).toBe(status)
    // Through the routes of the agent's documents.
    const known = (await (await send('GET', `/api/agents/${agent.id}/sources`, { as })).json()) as SourceList
    expect(known.sources, who).toEqual([])
    if (known.room) expect(known.room, who).toMatchObject({ files: 0, bytes: 0 })
    const asDocument = await send('DELETE', `/api/agents/${agent.id}/sources/${file.id}`, { as })
    expect(asDocument.status, who).toBe(as === ada ? 404 : as ? 403 : 401)
    const chat = await send('POST', '/api/chat', {
      as,
      json: { agentId: agent.id, message: 'When is the rent due?' },
    })
    await chat.text()
    expect(prompt(), who).not.toContain(RENT)
    // The shared copy has the words that were said, and no way to the file.
    const shared = await (await send('GET', `/api/copies/${copyId}`, { as })).text()
    expect(shared, who).toContain(RENT)
    for (const hidden of [file.id, 'lease.md', cited?.key ?? '']) expect(shared, who).not.toContain(hidden)
  }
  expect(await (await send('GET', `/api/agents/${agent.id}`)).json()).toMatchObject({ documents: 0 })
  // Another conversation of the same wallet with the same agent knows nothing of it, nor does it take it along.
  const other = await reply(randomUUID(), firstQuestion(agent.id, 'When is the rent due?'))
  expect(sourcesOf(other.parts)).toBeNull()
  const taken = await conversationClient(send, bob).ask(randomUUID(), asking(agent, [file.id]))
  expect(await codeOf(taken)).toBe('validation_failed')
})

test('a file under the same id again is stored once, and another one under it is refused', async () => {
  const [conversation, id] = [randomUUID(), randomUUID()]
  const body = 'The rent is due on the first.'
  expect((await upload(conversation, bob, { id, body })).status).toBe(201)
  expect((await upload(conversation, bob, { id, body })).status).toBe(200)
  expect(await codeOf(await upload(conversation, bob, { id, body: 'The rent is due on the tenth.' }))).toBe(
    'conflict',
  )
  expect(await listed(conversation, bob)).toMatchObject([{ id, bytes: body.length }])
})

test('a conversation of another wallet is answered as one that is not there', async () => {
  const { conversation, file } = await withLease()
  const eve = await signIn()
  const answers = async (of: string) => {
    const path = `/api/conversations/${of}/files`
    const all = [
      await send('GET', path, { as: eve }),
      await send('DELETE', `${path}/${file.id}`, { as: eve }),
    ]
    return Promise.all(
      all.map(async (answer) => ({
        status: answer.status,
        ...(await answer.json()),
        requestId: '',
        instance: '',
      })),
    )
  }
  expect(await answers(conversation)).toEqual(await answers(randomUUID()))
})

test('files of a conversation with an agent that is hidden are still its person’s own', async () => {
  const { agent, conversation, file } = await withLease()
  await send('PATCH', `/api/agents/${agent.id}`, { as: ada, json: { visibilityEnabled: false } })
  expect(await listed(conversation, bob)).toMatchObject([{ id: file.id }])
  expect((await send('GET', `/api/sources/${file.id}/file`, { as: bob })).status).toBe(200)
  expect((await send('GET', `/api/sources/${file.id}/file`, { as: ada })).status).toBe(404)
})

test('what two wallets put under one id that is not begun yet never meets', async () => {
  const agent = await documents.makeAgent(ada)
  const conversation = randomUUID()
  const eve = await signIn()
  const hers = await put(conversation, eve, 'The vault opens with 1234.')
  const his = await put(conversation)
  await readIn.settled()
  expect((await listed(conversation, eve)).map(({ id }) => id)).toEqual([hers.id])
  expect(await codeOf(await conversationClient(send, bob).ask(conversation, asking(agent, [hers.id])))).toBe(
    'validation_failed',
  )
  const told = await reply(conversation, asking(agent, [his.id], 'When is the rent due, and the vault?'))
  expect(sourcesOf(told.parts)?.map(({ sourceId }) => sourceId)).toEqual([his.id])
  expect(prompt()).not.toContain('1234')
  // She does not learn that somebody began it.
  expect((await listed(conversation, eve)).map(({ id }) => id)).toEqual([hers.id])
})

test('a file that was not sent with a question is in no prompt, and one that was removed is in no later one', async () => {
  const { agent, conversation, file, ask } = await withLease()
  await put(conversation, bob, 'The boathouse has a leak.', 'unsent.md')
  await readIn.settled()
  const again = (content: string) => {
    const next = firstQuestion(agent.id, content)
    return { ...next, question: { ...next.question, parentId: ask.replyId } }
  }
  await reply(conversation, again('What of the boathouse?'))
  expect(prompt()).toContain(RENT)
  expect(prompt()).not.toContain('leak')
  const path = `/api/conversations/${conversation}/files/${file.id}`
  expect((await send('DELETE', path, { as: bob })).status).toBe(204)
  expect((await send('DELETE', path, { as: bob })).status).toBe(404)
  await reply(conversation, again('And when is it due?'))
  expect(requests.at(-1)?.sources).toEqual([])
  expect((await send('GET', `/api/sources/${file.id}/file`, { as: bob })).status).toBe(404)
})

test('a file of a question that was refused is in no prompt before it was sent with another one', async () => {
  const agent = await documents.makeAgent(ada)
  const conversation = randomUUID()
  const first = firstQuestion(agent.id, 'Who are you?')
  await reply(conversation, first)
  const file = await put(conversation)
  await readIn.settled()
  const following = (ask: Ask, parentId: string) =>
    ({ ...ask, question: { ...ask.question, parentId } }) as Ask
  const refused = await send('POST', `/api/conversations/${conversation}/replies`, {
    as: bob,
    json: following(asking(agent, [file.id]), randomUUID()),
  })
  expect(await codeOf(refused)).toBe('validation_failed')
  // However many are refused, nothing of them is kept with the file.
  expect(await database.sql`select from sources where id = ${file.id} and question_ids <> '{}'`).toEqual([])
  const without = firstQuestion(agent.id, 'When is the rent due?')
  await reply(conversation, following(without, first.replyId))
  expect(prompt()).not.toContain(RENT)
  const sent = following(asking(agent, [file.id]), without.replyId)
  await reply(conversation, sent)
  expect(prompt()).toContain(RENT)
  const other = { ...sent, replyId: randomUUID(), question: { ...sent.question, content: 'Is it?' } } as Ask
  const again = await send('POST', `/api/conversations/${conversation}/replies`, { as: bob, json: other })
  expect(await codeOf(again)).toBe('conflict')
  expect(await listed(conversation, bob)).toMatchObject([{ id: file.id, questionId: sent.question.id }])
})

test('a reply says which files it was made without: one that lies about itself, and one that is not read yet', async () => {
  const agent = await documents.makeAgent(ada)
  const conversation = randomUUID()
  const broken = await put(conversation, bob, '%PDF-1.7\nnothing', 'notes.txt')
  expect(broken.type).toBe('pdf')
  await readIn.settled()
  const first = await reply(conversation, asking(agent, [broken.id]))
  expect(first.content).toMatch(/^“notes\.txt” can't be used\. .+\n\n/)
  // A picture is no document, whatever its name says.
  const picture = await upload(conversation, bob, {
    name: 'lease.pdf',
    body: 'GIF89a\u0001\u0000\u0001\u0000;',
  })
  expect(await codeOf(picture)).toBe('source_invalid')
  expect(await codeOf(await upload(conversation, bob, { body: '' }))).toBe('source_invalid')

  const other = randomUUID()
  const slow = await put(other, bob, RENT, 'slow.md')
  // Another server has claimed it and is still at it.
  await readIn.settled()
  await database.sql`update sources set searched = null where id = ${slow.id}`
  await database.sql`
    update source_versions set state = 'reading', claim = gen_random_uuid(), beat_at = now() + interval '1 hour'
    where source_id = ${slow.id}`
  const early = await reply(other, asking(agent, [slow.id]))
  expect(early.content).toContain('“slow.md” is still being read, so this reply does not use it yet.')
})

test('a conversation holds twenty files, a file one megabyte here, and all count as bytes of their wallet', async () => {
  const carol = await signIn()
  const conversation = randomUUID()
  const id = randomUUID()
  const first = await upload(conversation, carol, { id, body: RENT })
  expect(first.status).toBe(201)
  expect((await upload(conversation, carol, { id, body: RENT })).status).toBe(200)
  expect(await codeOf(await upload(randomUUID(), carol, { id, body: RENT }))).toBe('conflict')
  for (let stored = 1; stored < limits.conversationFiles; stored++) await put(conversation, carol)
  expect(await codeOf(await upload(conversation, carol, { body: RENT }))).toBe('sources_full')
  expect((await send('DELETE', `/api/conversations/${conversation}/files/${id}`, { as: carol })).status).toBe(
    204,
  )
  advance(UNDO_DELETE_MS + 1)
  expect((await upload(conversation, carol, { body: RENT })).status).toBe(201)

  const bytes = new Uint8Array([0, 1, 2, 3, 255])
  const unknown = await upload(randomUUID(), carol, { name: 'a.bin', body: bytes })
  expect(((await unknown.json()) as Problem).errors?.file).toMatch(
    /PDF.* or a PNG, JPEG, WebP or GIF picture/,
  )

  const large = 'x'.repeat(MEGABYTE)
  expect(await codeOf(await upload(randomUUID(), carol, { body: 'x'.repeat(MEGABYTE + 1) }))).toBe(
    'source_too_large',
  )
  await put(randomUUID(), carol, large)
  expect(await codeOf(await upload(randomUUID(), carol, { body: large }))).toBe('quota_reached')
})

test('files go with their conversation, come back with it, and are removed for good; those that were never sent after a day', async () => {
  const { conversation, file } = await withLease()
  const client = conversationClient(send, bob)
  const isThere = async () => (await send('GET', `/api/sources/${file.id}/file`, { as: bob })).status
  await client.remove(conversation)
  expect((await list(conversation, bob)).status).toBe(404)
  expect((await upload(conversation, bob, { body: RENT })).status).toBe(404)
  expect(await isThere()).toBe(404)
  expect((await client.restore(conversation)).status).toBe(200)
  expect(await isThere()).toBe(200)
  expect(await listed(conversation, bob)).toMatchObject([{ id: file.id }])

  const unsent = await put(randomUUID())
  await client.remove(conversation)
  const stored = async () => {
    for (const sweep of [sweeps.sources, sweeps.files, sweeps.conversations]) await sweep()
    const found = await database.sql`
      select s.id, (select count(*)::int from source_passages p where p.version_id = v.id) as passages,
        (select count(*)::int from source_terms t where t.version_id = v.id) as terms
      from sources s join source_versions v on v.source_id = s.id where s.id in (${file.id}, ${unsent.id})`
    return found.map(({ id }) => id)
  }
  expect(await stored()).toHaveLength(2)
  advance(HOUR_MS + 1)
  expect(await stored()).toEqual([unsent.id])
  advance(24 * HOUR_MS)
  expect(await stored()).toEqual([])
  // The content of files that nothing names any more.
  await sweeps.sources()
  const [left] = await database.sql`select count(*)::int as files from source_files f
    where not exists (select from source_versions v where v.file_id = f.id)`
  expect(left).toEqual({ files: 0 })
})
