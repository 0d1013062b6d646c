import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { explain } from '../../../../../test/explain.ts'
import { storeLongConversation, storeShortConversations } from '../../../../../test/long-conversation.ts'
import { exchange, type Said, storeConversation } from '../../../../../test/store-conversation.ts'
import {
  type Conversation,
  conversationSchema,
  type EarlierMessages,
  earlierMessagesSchema,
} from '../../../../shared/chat/conversations.ts'
import { leafUnder, pathTo } from '../../../../shared/chat/message-tree.ts'
import { sharedConversationSchema } from '../../../../shared/chat/shared-copies.ts'
import { limits } from '../../../../shared/common/limits.ts'
import {
  prepareEarlierMessages,
  prepareOpenConversation,
} from '../../../db/conversations/open-conversation.ts'

const database = await testDatabase()
const { send, signIn } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

const at = (id: string) => `/api/conversations/${id}`

async function open(id: string, as = ada): Promise<Conversation> {
  return conversationSchema.parse(await (await send('GET', at(id), { as })).json())
}

async function earlier(id: string, before: string): Promise<EarlierMessages> {
  const answer = await send('GET', `${at(id)}/earlier?before=${before}`, { as: ada })
  return earlierMessagesSchema.parse(await answer.json())
}

/** The rows that a statement went over, in all steps of its plan. */
interface Step {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Step[]
}
function rowsOf(step: Step): number {
  const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)
  const own = (step['Actual Rows'] + removed) * step['Actual Loops']
  return (step.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}

async function rowsRead(work: Parameters<typeof explain>[1]): Promise<number> {
  const { plans } = await explain(database, work, 'explain (analyze, format json)')
  return plans.flat().reduce((sum, plan) => sum + rowsOf(plan['QUERY PLAN'][0].Plan), 0)
}

test('a conversation of ten thousand turns opens, and reads on, with as many rows as one that is hardly too long to come whole', async () => {
  const owner = ada.address
  const short = await storeLongConversation(database, { owner }, limits.conversationWhole / 2 + 1)
  const long = await storeLongConversation(database, { owner }, 10_000)
  // Else each short one is placed by a plan for the empty table, which reads all of it.
  await database.sql`analyze messages`
  await storeShortConversations(database, owner, 300)
  await database.sql`analyze messages`
  const opening = ({ id }: { id: string }) => rowsRead((db) => prepareOpenConversation(db)({ id, owner }))
  const [few, many] = [await opening(short), await opening(long)]
  expect(many).toBeLessThan(few * 1.1)
  const reading = async ({ id, idOf }: typeof long, number: number) => {
    const before = idOf(number)
    return rowsRead((db) => prepareEarlierMessages(db)({ id, owner, before }))
  }
  expect(await reading(long, 15_000)).toBeLessThan((await reading(short, 300)) * 1.1)
  expect(many).toBeLessThan(limits.conversationPage * 30)
})

const choices = fc.array(fc.tuple(fc.nat(9), fc.nat(999)), {
  minLength: limits.conversationWhole + 1,
  maxLength: 600,
})

/** Messages that follow one of those before them each, so that there are questions and answers of several versions. */
function treeOf(chosen: readonly (readonly [number, number])[]) {
  const said: (Said & { id: string; parentId: string | null })[] = []
  for (const [isNext, at] of chosen) {
    const parent = isNext > 0 ? said.at(-1) : said[at % (said.length + 1)]
    const role = parent?.role === 'user' ? 'assistant' : 'user'
    said.push({ id: crypto.randomUUID(), parentId: parent?.id ?? null, role, content: `${said.length}` })
  }
  return said
}

test('all pages together are the path of any tree, each message with its other versions and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(choices, fc.nat(), async (chosen, at) => {
      const said = treeOf(chosen)
      const leaf = said[at % said.length]?.id ?? ''
      const { id } = await storeConversation(database, { owner: ada.address, activeLeaf: leaf }, said)
      const path = pathTo(said as never, leaf).map((message) => message.id)
      const read: string[] = []
      for (
        let page = { earlier: 0, ...(await open(id)) };
        ;
        page = { ...page, ...(await earlier(id, read[0] ?? '')) }
      ) {
        const start = path.length - read.length
        const own = path.slice(Math.max(0, start - limits.conversationPage), start)
        const places = said.filter((one) => own.includes(one.id)).map(placeOf)
        const versions = said.filter((one) => places.includes(placeOf(one))).map((one) => one.id)
        expect(page.messages.map((message) => message.id)).toEqual(versions)
        expect(page.earlier).toBe(start - own.length)
        read.unshift(...own)
        if (page.earlier === 0) break
      }
      expect(read).toEqual(path)
    }),
    { numRuns: 6 },
  )
})

const placeOf = ({ parentId, role }: { parentId?: string | null; role: string }) => `${parentId} ${role}`

test('a version is shown with the newest that was said below it, of which the page knows nothing', async () => {
  const said: Said[] = [{ role: 'user', content: 'What is light?', id: crypto.randomUUID() }]
  const first = said[0]?.id ?? ''
  for (let turn = 0; turn < 210; turn++)
    said.push({ role: 'assistant', content: `${turn}` }, { role: 'user', content: `${turn}?` })
  const other = crypto.randomUUID()
  said.push({ role: 'assistant', content: 'A particle.', parentId: first, id: other })
  const { id, said: rows } = await storeConversation(database, { owner: ada.address }, said)
  expect((await open(id)).messages.map(({ id }) => id)).toContain(rows[1]?.id)
  const show = (showVersion: string) => send('PATCH', at(id), { as: ada, json: { showVersion } })
  expect((await show(rows[1]?.id ?? '')).status).toBe(200)
  const shown = await open(id)
  expect(shown.activeLeaf).toBe(leafUnder(rows as never, rows[1]?.id ?? ''))
  expect(shown.earlier).toBe(421 - limits.conversationPage)
  expect((await show(other)).status).toBe(200)
  expect((await open(id)).activeLeaf).toBe(other)
  for (const json of [{ showVersion: crypto.randomUUID() }, { showVersion: other, activeLeaf: other }])
    expect((await send('PATCH', at(id), { as: ada, json })).status).toBe(422)
})

test('a reply that runs on another path comes along, and a message that is nowhere leads to nothing', async () => {
  const said = Array.from({ length: 250 }, (_, turn) => exchange(`${turn}?`, `${turn}.`)).flat()
  const running = crypto.randomUUID()
  const activeLeaf = crypto.randomUUID()
  Object.assign(said.at(-1) ?? {}, { id: activeLeaf })
  said.push({ role: 'user', content: 'Once more', parentId: null })
  said.push({ role: 'assistant', content: 'It runs', state: 'running', id: running })
  const { id } = await storeConversation(database, { owner: ada.address, activeLeaf }, said)
  const opened = await open(id)
  expect(opened).toMatchObject({ activeLeaf, state: 'running', earlier: 400 })
  expect(opened.messages.find((message) => message.id === running)).toMatchObject({
    state: 'running',
    content: 'It runs',
  })
  const nowhere = await send('GET', `${at(id)}/earlier?before=${crypto.randomUUID()}`, { as: ada })
  expect(nowhere.status).toBe(422)
  const first = await send('GET', `${at(id)}/earlier?before=${opened.messages[0]?.id}`, { as: bob })
  expect(first.status).toBe(404)
  expect((await send('PATCH', at(id), { as: bob, json: { showVersion: running } })).status).toBe(404)
})

test('a long conversation is exported, shared and forked whole', async () => {
  const long = await storeLongConversation(database, { owner: ada.address }, 300)
  const messageId = long.activeLeaf
  const written = async (format: string) =>
    (await send('GET', `${at(long.id)}/export?format=${format}`, { as: ada })).text()
  expect(conversationSchema.parse(JSON.parse(await written('json'))).messages).toHaveLength(600)
  expect((await written('markdown')).match(/^(Question|Answer) \d+$/gm)).toHaveLength(600)
  const shared = await send('POST', `${at(long.id)}/copies`, { as: ada, json: { messageId } })
  const copy = (await shared.json()) as { id: string }
  const read = (await (await send('GET', `/api/copies/${copy.id}`)).json()) as { messages: object[] }
  expect(read.messages).toHaveLength(600)
  expect(read).not.toHaveProperty('earlier')
  const json = { id: crypto.randomUUID(), messageId }
  expect((await send('POST', `${at(long.id)}/fork`, { as: ada, json })).status).toBe(201)
  expect((await open(json.id)).earlier).toBe(500)
})

test('a shared copy has the newest of a path that is too long for one answer, and says how many are before', async () => {
  const long = await storeLongConversation(database, { owner: ada.address }, limits.sharedMessages / 2 + 1)
  const json = { messageId: long.activeLeaf }
  const shared = await send('POST', `${at(long.id)}/copies`, { as: ada, json })
  const { id } = (await shared.json()) as { id: string }
  const copy = sharedConversationSchema.parse(await (await send('GET', `/api/copies/${id}`)).json())
  expect([copy.earlier, copy.messages.length]).toEqual([2, limits.sharedMessages])
  expect(copy.messages[0]?.content).toBe('Question 2')
})
