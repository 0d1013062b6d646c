import { randomUUID } from 'node:crypto'
import { sql as statement } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import '../../../../test/property-tests.ts'
import { type Said, storeConversation } from '../../../../test/store-conversation.ts'
import { rows } from '../rows.ts'
import { askQuestions, type NewQuestion } from './ask-questions.ts'
import { pathRanges } from './message-path.ts'
import type { ToldPath } from './told-path.ts'
import { findAskedBefore } from './waiting-replies.ts'

const database = await testDatabase()
const { db, sql } = database
const agentId = randomUUID()
await sql`
  insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
    category, is_public, visibility_enabled, created_at)
  values (${agentId}, 'Ada', '', '/a.webp', 'You are Ada.', '{}', '{}', 'maker', 'neural', true, true, now())`

type Placed = Said & { id: string; parentId: string | null; content: string }

const newQuestion = (conversationId: string, parentId: string | null): NewQuestion => ({
  ...{ conversationId, owner: 'ada', agentId, parentId },
  ...{ replyId: randomUUID(), questionId: randomUUID(), content: 'Why?', greeting: null, title: 'Why?' },
  ...{ model: null, requestId: '', apiKeyId: null, now: new Date().toISOString() },
})

async function ask(question: NewQuestion, pathBytes: number) {
  const [outcome] = await askQuestions(db, [question], { server: randomUUID(), pathBytes })
  await sql`delete from running_turns where conversation_id = ${question.conversationId}`
  return outcome
}

/** Of each message whether it follows an earlier one, or is another version of it; and how much it says. */
const grownTree = fc.record({
  greets: fc.boolean(),
  steps: fc.array(
    fc.record({ at: fc.nat(1_000), says: fc.oneof(fc.nat(3), fc.nat(40)), goesOn: fc.nat(7) }),
    { minLength: 1, maxLength: 40, size: 'max' },
  ),
  told: fc.array(fc.nat(1_000), { maxLength: 6, size: 'max' }),
  leaf: fc.nat(1_000),
  bytes: fc.oneof(fc.nat(40), fc.nat(600)),
})
type Grown = typeof grownTree extends fc.Arbitrary<infer Tree> ? Tree : never

/** Questions and replies in the order in which they were said: most go on with the last one, others branch off. */
function treeOf({ greets, steps }: Grown): Placed[] {
  const tree: Placed[] = greets
    ? [{ id: randomUUID(), parentId: null, role: 'assistant', content: 'Hi.', state: 'finished' }]
    : []
  for (const { at, says, goesOn } of steps) {
    const parent = goesOn === 0 ? tree[at % (tree.length + 1)] : tree.at(-1)
    const role = parent?.role === 'user' ? 'assistant' : 'user'
    tree.push({
      ...{ id: randomUUID(), parentId: parent?.id ?? null, role, content: 'x'.repeat(says) },
      state: role === 'user' ? null : 'finished',
    })
  }
  return tree
}

const pathOf = (tree: readonly Placed[], leaf: string | null): Placed[] => {
  const message = tree.find(({ id }) => id === leaf)
  return message ? [...pathOf(tree, message.parentId), message] : []
}

/** The newest that fit together. */
function newest<Item>(items: readonly Item[], sizeOf: (item: Item) => number, most: number): Item[] {
  let room = most
  const first = items.findLastIndex((item) => {
    room -= sizeOf(item)
    return room < 0
  })
  return items.slice(first + 1)
}

/** What is to be told of a path, by walking all of it. */
function plainlyTold(path: readonly Placed[], stories: ReadonlyMap<string, string>, most: number) {
  const through = path.findLastIndex(({ id }) => stories.has(id))
  const following = path.slice(through + 1)
  const read = newest(following, ({ content }) => content.length, most)
  const before = path.length - read.length
  const isTold = through !== -1 && read.length === following.length
  const told = path.slice(0, through).filter(({ role }) => role === 'user')
  return {
    path: read.map(({ id }) => id),
    before,
    beginning: path.slice(0, Math.min(before, 3)).map(({ id }) => id),
    story: isTold
      ? {
          id: stories.get(path[through]?.id ?? ''),
          ownWords: newest(told, ({ content }) => content.length, most / 10)
            .filter(({ content }) => content !== '')
            .map(({ id }) => id),
        }
      : null,
  }
}

const idsOf = ({ path, before, beginning, story }: ToldPath) => ({
  path: path.map(({ id }) => id),
  before,
  beginning: beginning.map(({ id }) => id),
  story: story && { id: story.id, ownWords: story.ownWords.map(({ id }) => id) },
})

test('whatever was edited and asked again, of a path is read what walking all of it finds', async () => {
  await fc.assert(
    fc.asyncProperty(grownTree, async (grown) => {
      const tree = treeOf(grown)
      const { id } = await storeConversation(database, { owner: 'ada', agentId }, tree)
      const replies = tree.filter(({ role }) => role === 'assistant')
      const stories = new Map(grown.told.map((at) => [replies[at % replies.length]?.id ?? '', randomUUID()]))
      stories.delete('')
      for (const [through, story] of stories)
        await sql`
          insert into stories (id, conversation_id, through, text, by, created_at, updated_at)
          values (${story}, ${id}, ${through}, 'So far.', 'model', now(), now())`
      const leaf = [null, ...replies][grown.leaf % (replies.length + 1)]?.id ?? null
      const expected = plainlyTold(pathOf(tree, leaf), stories, grown.bytes)
      const question = newQuestion(id, leaf)
      const asked = await ask(question, grown.bytes)
      expect(asked?.stored && idsOf(asked.stored)).toEqual(expected)
      // Asked again, and going on: the same from the stored question.
      const again = { ...question, replyId: randomUUID(), content: null, parentId: null }
      const repeated = await ask(again, grown.bytes)
      expect(repeated?.stored && idsOf(repeated.stored)).toEqual(expected)
      const before = await findAskedBefore(db, 'ada', { conversationId: id, replyId: again.replyId })
      expect(before && idsOf(before)).toEqual(plainlyTold(pathOf(tree, leaf), stories, 4_000_000))
    }),
    { numRuns: 60 },
  )
})

test('of several stories on a path the newest is told, with own words of its share, whatever older ones tell', async () => {
  const said = ['one', 'two', 'three', 'four', 'five'].flatMap((content): (Said & { id: string })[] => [
    { id: randomUUID(), role: 'user', content: content.padEnd(20) },
    { id: randomUUID(), role: 'assistant', content: 'I see.' },
  ])
  const { id, activeLeaf } = await storeConversation(database, { owner: 'ada', agentId }, said)
  for (const through of [said[3], said[7]])
    await sql`
      insert into stories (id, conversation_id, through, text, by, created_at, updated_at)
      values (${randomUUID()}, ${id}, ${through?.id}, ${through?.id}, 'model', now(), now())`
  const asked = await ask(newQuestion(id, activeLeaf), 400)
  expect(asked?.stored?.story?.text).toBe(said[7]?.id)
  expect(asked?.stored?.story?.ownWords.map(({ content }) => content.trim())).toEqual(['three', 'four'])
})

test('a question that was edited and left behind is no part of the beginning', async () => {
  const [left, question, reply] = [randomUUID(), randomUUID(), randomUUID()]
  const { id } = await storeConversation(database, { owner: 'ada', agentId }, [
    { id: left, parentId: null, role: 'user', content: 'What is sound?' },
    { id: question, parentId: null, role: 'user', content: 'What is light?' },
    { id: reply, parentId: question, role: 'assistant', content: 'A wave.' },
  ])
  const asked = await ask(newQuestion(id, reply), 0)
  expect(asked?.stored && idsOf(asked.stored)).toMatchObject({ before: 2, beginning: [question, reply] })
})

const placeRow = z.object({ id: z.string(), depth: z.int(), branch: z.string() })
const rangeRow = z.object({ depth: z.int(), branch: z.string() })

test('however a conversation branches, a path is exactly the messages of its ranges', async () => {
  await fc.assert(
    fc.asyncProperty(grownTree, async (grown) => {
      const tree = treeOf(grown)
      const { id } = await storeConversation(database, { owner: 'ada', agentId }, tree)
      const placed = await rows(
        db,
        placeRow,
        statement`select id, depth, branch from messages where conversation_id = ${id}`,
      )
      const leaf = tree[grown.leaf % tree.length]?.id ?? ''
      const ranges = await rows(
        db,
        rangeRow,
        statement`select branch, depth from ${pathRanges(statement`${id}::uuid`, statement`${leaf}::uuid`)} ranges`,
      )
      const inRanges = placed
        .filter(({ branch, depth }) =>
          ranges.some((range) => range.branch === branch && depth <= range.depth),
        )
        .sort((one, other) => one.depth - other.depth)
      const path = pathOf(tree, leaf)
      expect(inRanges.map((message) => message.id)).toEqual(path.map((message) => message.id))
      expect(inRanges.map(({ depth }) => depth)).toEqual(path.map((_, index) => index))
    }),
    { numRuns: 60 },
  )
})

test('of two questions at once under the same reply one is stored, and both once the other asks again, each in a branch', async () => {
  const said: Said[] = [
    { role: 'user', content: 'What is light?' },
    { role: 'assistant', content: 'A wave.' },
  ]
  const stored = await storeConversation(database, { owner: 'ada', agentId }, said)
  const questions = [newQuestion(stored.id, stored.activeLeaf), newQuestion(stored.id, stored.activeLeaf)]
  const results = await Promise.allSettled(
    questions.map((question) =>
      askQuestions(db, [question], { server: randomUUID(), pathBytes: 1_000 }).then(
        ([outcome]) => outcome?.stored,
      ),
    ),
  )
  const isStored = results.map((result) => result.status === 'fulfilled' && Boolean(result.value))
  expect(isStored.filter(Boolean)).toHaveLength(1)
  await sql`delete from running_turns where conversation_id = ${stored.id}`
  const [late] = questions.filter((_, index) => !isStored[index])
  expect(late && (await ask(late, 1_000))).toMatchObject({ stored: { before: 0 } })
  const placed = await sql<{ branch: string; depth: number; own: boolean }[]>`
    select branch, depth, branch = id as own from messages where conversation_id = ${stored.id} order by number`
  const [first, , one, , other] = placed
  expect(placed.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 2, 3])
  expect([one?.branch, other?.own]).toEqual([first?.branch, true])
})

test('a question whose words were deleted is not asked again, and its answer does not go on', async () => {
  const stored = await storeConversation(database, { owner: 'ada', agentId })
  const [question, reply] = stored.said
  await sql`update messages set content = '', parts = null, erased = true where conversation_id = ${stored.id}`
  const again = { ...newQuestion(stored.id, null), questionId: question?.id ?? '', content: null }
  expect(await ask(again, 1_000)).toMatchObject({ stored: null, facts: { questionRole: null } })
  const place = { conversationId: stored.id, replyId: reply?.id ?? '' }
  expect(await findAskedBefore(db, 'ada', place)).toBeNull()
  const next = await ask(newQuestion(stored.id, reply?.id ?? null), 1_000)
  expect(next?.stored?.path.map(({ content }) => content)).toEqual(['', ''])
})

test('a memory is said to be there if it is on and has a fact that is neither off nor deleted; for a program if it may', async () => {
  const owner = 'eve'
  const seen = async (apiKeyId: string | null = null) => {
    const question = { ...newQuestion(randomUUID(), null), owner, apiKeyId }
    const asked = await ask(question, 1_000)
    const place = { conversationId: question.conversationId, replyId: question.replyId }
    const before = await findAskedBefore(db, owner, place)
    expect(before?.hasFacts).toBe(asked?.stored?.hasFacts)
    expect(before?.isForProgram).toBe(asked?.stored?.isForProgram)
    return [asked?.stored?.hasFacts, asked?.stored?.isForProgram]
  }
  const key = randomUUID()
  await sql`
    insert into facts (id, wallet, agent_id, number, text, by, created_at, updated_at)
    values (${randomUUID()}, ${owner}, ${agentId}, 1, 'I am allergic to nuts.', 'person', now(), now())`
  expect(await seen()).toEqual([false, false])
  await sql`
    insert into memory_choices (wallet, agent_id, is_on, updated_at) values (${owner}, ${agentId}, true, now())`
  expect([await seen(), await seen(key)]).toEqual([
    [true, false],
    [false, true],
  ])
  await sql`update memory_choices set also = '{doors}' where wallet = ${owner}`
  expect(await seen(key)).toEqual([true, true])
  await sql`update facts set is_off = true where wallet = ${owner}`
  expect(await seen()).toEqual([false, false])
  await sql`update facts set is_off = false, deleted_at = now() where wallet = ${owner}`
  expect(await seen()).toEqual([false, false])
  await sql`update facts set deleted_at = null where wallet = ${owner}`
  await sql`update memory_choices set is_on = false where wallet = ${owner}`
  expect(await seen()).toEqual([false, false])
})
