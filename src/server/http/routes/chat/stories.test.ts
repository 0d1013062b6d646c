import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { conversationClient } from '../../../../../test/conversation-client.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { changedExport, exportOf, importTo } from '../../../../../test/own-exports.ts'
import { exchange, type Said, storeConversation } from '../../../../../test/store-conversation.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import { type Conversation, conversationSchema } from '../../../../shared/chat/conversations.ts'
import type { SharedCopy } from '../../../../shared/chat/shared-copies.ts'
import { type Story, storySchema } from '../../../../shared/chat/stories.ts'
import { stories } from '../../../db/schema/conversations.ts'

const database = await testDatabase()
const { send, signIn, advance, sweeps } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]
const client = conversationClient(send, ada)

const TEXT = 'The person keeps a *lighthouse*.\n# It is dark.'

async function tell(conversationId: string, through: string | undefined, text = TEXT) {
  const at = new Date(1_700_000_000_123)
  const story = { id: randomUUID(), through: through ?? '', text, by: 'model' as const }
  await database.db.insert(stories).values({ ...story, conversationId, createdAt: at, updatedAt: at })
  return { ...story, createdAt: at.toISOString(), updatedAt: at.toISOString() }
}

/** Three exchanges, of which a story tells the first two. */
async function talk(fields: { agentId?: string; last?: Partial<Said> } = {}, as = ada) {
  const said = [
    ...exchange('What is dark?', 'A night.'),
    ...exchange('And light?', 'A lamp.'),
    ...exchange('And glass?', 'A lens.'),
  ].map((one, index) => (index === 5 ? { ...one, ...fields.last } : one))
  const { last: _, ...own } = fields
  const stored = await storeConversation(database, { owner: as.address, ...own }, said)
  return { ...stored, story: await tell(stored.id, stored.said[3]?.id) }
}
const at = (conversation: string, story: string) => `/api/conversations/${conversation}/stories/${story}`
const change = (conversation: string, story: string, text: unknown, as: Account = ada) =>
  send('PATCH', at(conversation, story), { as, json: { text } })
const remove = (conversation: string, story: string, as: Account = ada) =>
  send('DELETE', at(conversation, story), { as })

test('a story comes with its conversation, and is what its person makes of it, until they delete it', async () => {
  const { id, story } = await talk()
  expect((await client.open(id)).stories).toEqual([story])

  const answer = await change(id, story.id, '  I keep a lighthouse.\nIt is dark.  ')
  expect(answer.status).toBe(200)
  const changed = storySchema.parse(await answer.json())
  expect(changed).toEqual({
    ...story,
    text: 'I keep a lighthouse.\nIt is dark.',
    by: 'person',
    updatedAt: expect.not.stringMatching(story.updatedAt),
  })
  expect((await client.open(id)).stories).toEqual([changed])

  expect((await remove(id, story.id)).status).toBe(204)
  expect((await client.open(id)).stories).toBeUndefined()
  for (const again of [await remove(id, story.id), await change(id, story.id, 'Dark.')])
    expect(again.status).toBe(404)
})

test('nobody else can read, change or delete it, nor through another conversation', async () => {
  const { id, story } = await talk()
  const ofBob = await talk({}, bob)
  const other = await talk()
  const missing = [
    await change(id, story.id, 'Mine now.', bob),
    await remove(id, story.id, bob),
    await change(ofBob.id, story.id, 'Mine now.', bob),
    await remove(ofBob.id, story.id, bob),
    await change(other.id, story.id, 'Elsewhere.'),
    await remove(other.id, story.id),
    await change(id, 'none', 'No id.'),
    await change(id, randomUUID(), 'Not there.'),
    await remove(randomUUID(), story.id),
  ]
  expect(missing.map(({ status }) => status)).toEqual(missing.map(() => 404))
  expect((await send('PATCH', at(id, story.id), { json: { text: 'A visitor.' } })).status).toBe(401)
  expect((await client.open(id)).stories).toEqual([story])
  await client.remove(id)
  expect([(await change(id, story.id, 'Deleted.')).status, (await remove(id, story.id)).status]).toEqual([
    404, 404,
  ])
})

test.each([
  ['', 'Write the story so far.'],
  [' \u200b\n', 'Write the story so far.'],
  ['a'.repeat(8_001), 'A story can have at most 8,000 characters.'],
  ['a\0', "The story has a character that can't be shown."],
  [7, 'Write the story so far.'],
])('%j is no story', async (text, message) => {
  const { id, story } = await talk()
  const answer = await change(id, story.id, text)
  expect([answer.status, await answer.json()]).toMatchObject([422, { errors: { text: message } }])
})

test('an export has it at its place in Markdown, and of all paths in JSON', async () => {
  const { id, said, story } = await talk()
  const get = (format: string) => send('GET', `/api/conversations/${id}/export?format=${format}`, { as: ada })
  const markdown = await (await get('markdown')).text()
  const sections = [...markdown.matchAll(/^## (.+) · /gm)].map(([, who]) => who)
  expect(sections).toEqual(['You', 'Ada', 'You', 'Ada', 'The story so far', 'You', 'Ada'])
  expect(markdown).toContain(`A lamp.\n\n## The story so far · 2023-11-14 22:13 UTC\n\n${TEXT}\n\n## You`)
  expect(conversationSchema.parse(await (await get('json')).json()).stories).toEqual([story])

  await client.change(id, { activeLeaf: said[1]?.id })
  expect(await (await get('markdown')).text()).not.toContain('The story so far')
})

const contextPart = (story: string, recalled: string[]) => ({
  ...{ kind: 'context' as const, id: 1, revision: 1, window: 6_000, reserved: 1_000 },
  used: {
    ...{ persona: 10, memory: 0, opening: 0, story: 10, turns: 10 },
    ...{ recalled: 10, passages: 0, question: 10 },
  },
  ...{ facts: [], story, recalled },
})

test('a fork has the stories of the path that is copied, and its replies name them and what they recalled', async () => {
  const { id, said, story } = await talk()
  const [first, second, last] = [said[1]?.id ?? '', said[3]?.id ?? '', said[5]?.id ?? '']
  const beyond = await tell(id, last, 'All of it.')
  const parts = JSON.stringify([contextPart(story.id, [second, first]), { kind: 'text', length: 7 }])
  await database.sql`update messages set parts = ${parts}::jsonb where id = ${last}`

  const short = randomUUID()
  expect((await client.fork(id, { id: short, messageId: second })).status).toBe(201)
  const copy = await client.open(short)
  expect(copy.stories).toEqual([{ ...story, id: expect.any(String), through: copy.messages[3]?.id }])

  const whole = randomUUID()
  await client.fork(id, { id: whole, messageId: last })
  const forked = await client.open(whole)
  const ids = forked.messages.map((message) => message.id)
  expect(forked.stories?.map(({ text, through }) => [text, through])).toEqual(
    expect.arrayContaining([
      [TEXT, ids[3]],
      ['All of it.', ids[5]],
    ]),
  )
  expect(forked.stories?.some((one) => one.id === story.id || one.id === beyond.id)).toBe(false)
  const copied = forked.messages[5]
  expect(copied?.role === 'assistant' && copied.parts?.[0]).toMatchObject({
    story: forked.stories?.find(({ text }) => text === TEXT)?.id,
    recalled: [ids[3], ids[1]],
  })
  expect((await remove(id, story.id)).status).toBe(204)
  expect((await client.open(whole)).stories).toHaveLength(2)
})

test('an export of everything brings it along; a file without stories is read as before, a wrong one is not', async () => {
  const owner = await signIn()
  const mine = conversationClient(send, owner)
  const made = await send('POST', '/api/agents', { as: owner, json: newAgent })
  const { id: agentId } = (await made.json()) as Agent
  const { id, said, story } = await talk({ agentId }, owner)
  const parts = JSON.stringify([contextPart(story.id, []), { kind: 'text', length: 7 }])
  await database.sql`update messages set parts = ${parts}::jsonb where id = ${said[5]?.id ?? ''}`
  const zip = await exportOf(send, owner)
  const others = async () => {
    const listed = (await (await send('GET', '/api/conversations', { as: owner })).json()) as {
      conversations: { id: string }[]
    }
    const read = listed.conversations.filter((one) => one.id !== id).map((one) => mine.open(one.id))
    return Promise.all(read)
  }
  const edit = (how: (document: { stories?: Story[] }) => void) =>
    changedExport(zip, (files) => {
      for (const [path, content] of files) {
        if (!/^conversations\/.*json$/.test(path)) continue
        const document = JSON.parse(content) as { stories?: Story[] }
        how(document)
        files.set(path, JSON.stringify(document))
      }
    })

  expect(await importTo(send, owner, zip)).toMatchObject({ made: { conversations: 1 }, notes: [] })
  const [copy] = await others()
  expect(copy?.stories).toEqual([{ ...story, id: expect.any(String) }])
  expect(copy?.stories?.[0]?.id).not.toBe(story.id)
  const last = (copy as Conversation).messages.at(-1)
  expect(last?.role === 'assistant' && last.parts?.[0]).toMatchObject({ story: copy?.stories?.[0]?.id })

  await importTo(send, owner, await edit((document) => delete document.stories))
  expect((await others()).map((one) => one.stories?.length ?? 0).toSorted()).toEqual([0, 1])

  const refused = await importTo(
    send,
    owner,
    await edit((document) => {
      document.stories = [{ ...story, through: said[2]?.id ?? '' }]
    }),
  )
  expect(JSON.stringify(refused.notes)).toContain('A story tells up to a reply of its conversation.')
})

test('a shared copy never has it, and it goes with its conversation', async () => {
  const { id, said, story } = await talk()
  const json = { messageId: said[5]?.id }
  const copy = await send('POST', `/api/conversations/${id}/copies`, { as: ada, json })
  const { id: copyId } = (await copy.json()) as SharedCopy
  const shared = await (await send('GET', `/api/copies/${copyId}`)).text()
  expect(shared).toContain('A lens.')
  expect(shared).not.toMatch(/lighthouse|stor(?:y|ies)/)

  await client.remove(id)
  advance(2 * 60 * 60_000)
  await sweeps.conversations()
  expect(await database.sql`select from stories where id = ${story.id}`).toHaveLength(0)
})
