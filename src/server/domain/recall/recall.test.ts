import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { explain } from '../../../../test/explain.ts'
import { type Said, storeConversation } from '../../../../test/store-conversation.ts'
import type { Db } from '../../db/connect/connect.ts'
import { BLOCK } from '../../db/conversations/recall.ts'
import { RECALLED_CHARACTERS, type RecalledMessage } from '../chat/recollections.ts'
import { countMessage, RecallIndex } from './index-blocks.ts'
import { createFindRecalled, MOST_CANDIDATES } from './recall.ts'
import { bestFirst, placesOf, scoreAmongNeighbours, scoreMessages, weightsOf } from './score.ts'
import { chooseSentences } from './sentences.ts'
import { questionTerms } from './words.ts'

const database = await testDatabase()
const { db, sql } = database
const log = pino({ level: 'silent' })
const owner = 'ada'

interface Asked {
  question: string
  before?: string
  told?: string
  limitCharacters?: number
  wallet?: string
  at?: Db
}

/** What is recalled for the last message of a conversation, or for another. */
function recall(
  of: { id: string; activeLeaf: string },
  { question, before, told = of.activeLeaf, limitCharacters = RECALLED_CHARACTERS, ...from }: Asked,
): Promise<readonly RecalledMessage[]> {
  return createFindRecalled({ db: from.at ?? db })(
    {
      ...{ agentId: randomUUID(), wallet: from.wallet ?? owner, use: 'chat' },
      conversation: { id: of.id, questionId: of.activeLeaf },
    },
    { question, before, told, limitCharacters },
  )
}

const textOf = (recalled: readonly RecalledMessage[]) => recalled.map(({ text }) => text).join('\n')

async function index(...ids: readonly string[]): Promise<void> {
  const indexer = new RecallIndex({ db, log, pauseMs: 0 })
  for (const conversationId of ids) indexer.ended({ conversationId, replyId: randomUUID() })
  await indexer.settled()
}

const talk = (...said: readonly string[]): Said[] => [
  ...said.map((content, place): Said => ({ role: place % 2 === 0 ? 'user' : 'assistant', content })),
  { role: 'user', content: 'And now?' },
]

/** Erases as a person does: whoever erases locks the conversation and lets go of the block. */
async function erase(conversationId: string, number: number): Promise<void> {
  await sql.begin(async (own) => {
    await own`select from conversations where id = ${conversationId} for update`
    await own`delete from recall_blocks where conversation_id = ${conversationId} and block = ${number}::int / ${BLOCK}::int`
    await own`update messages set erased = true where conversation_id = ${conversationId} and number = ${number}`
    await own`update conversations set erasures = erasures + 1 where id = ${conversationId}`
  })
}

const words = 'moon river stone glass paper cloud ember violet harbor engine candle winter'.split(' ')
const filler = (number: number) =>
  `We spoke of the ${words[number % words.length]} and the ${words[(number * 5 + 1) % words.length]}.`

/** By one statement, as nothing else would store so many in a moment. */
async function storeLong(messages: number, first: string) {
  const stored = await storeConversation({ db }, { owner, lastMessage: messages }, [])
  const texts = Array.from({ length: messages }, (_, place) => (place === 0 ? first : filler(place)))
  const ids = texts.map(() => randomUUID())
  await sql.begin(async (own) => {
    // The trigger looks each parent up; here they are known.
    await own.unsafe('set local session_replication_role = replica')
    await own`
      insert into messages (conversation_id, id, parent_id, depth, branch, number, role, content, state, created_at)
      select ${stored.id}, id, lag(id) over (order by place), place - 1, ${ids[0]}, place,
        case when place % 2 = 1 then 'user' else 'assistant' end, content,
        case when place % 2 = 0 then 'finished' end, now() + place * interval '1 second'
      from unnest(${ids}::uuid[], ${texts}::text[]) with ordinality as said (id, content, place)`
    await own`update conversations set active_leaf = ${ids.at(-1)} where id = ${stored.id}`
  })
  return { id: stored.id, activeLeaf: ids.at(-1) ?? '', ids }
}

test('what was said is found again with the sentences beside it, and says who said it in which message', async () => {
  const stored = await storeConversation(
    { db },
    { owner },
    talk(
      'I moved last year. My sister Ottilie keeps bees in Tromsø. She is older than me.',
      'That sounds cold for bees!',
      'What should I cook?',
      'Soup, with bread.',
    ),
  )
  const [first] = await recall(stored, { question: 'Where does my sister keep her bees?' })
  expect(first).toMatchObject({ id: stored.said[0]?.id, role: 'user' })
  expect(first?.text).toBe(stored.said[0]?.content)
  expect(first?.createdAt).toEqual(stored.said[0]?.createdAt)
  const short = await recall(stored, { question: 'Where does my sister keep her bees?', limitCharacters: 45 })
  expect(textOf(short)).toBe('My sister Ottilie keeps bees in Tromsø.')
  expect(await recall(stored, { question: 'What?' })).toEqual([])
  expect(await recall(stored, { question: '' })).toEqual([])
})

test('a question of one word is understood with the one before it', async () => {
  const stored = await storeConversation(
    { db },
    { owner },
    talk('My bicycle is green.', 'Nice.', 'My boat is called Marigold.', 'Lovely.'),
  )
  const found = await recall(stored, { question: 'Its name?', before: 'Do you know my boat?' })
  expect(textOf(found)).toContain('Marigold')
})

test.each([
  ['Wo arbeitet meine Schwester?', 'Meine Schwestern arbeiten beide in der Bäckerei am Markt.'],
  ['¿Cuándo cumple años mi hermano?', 'Mi hermano cumple años el 14 de marzo.'],
  ['Où habite ma tante ?', 'Ma tante habite à Besançon depuis dix ans.'],
  ['Как зовут мою собаку?', 'Мою собаку зовут Жучка.'],
  ['私の猫の名前は何ですか', '私の猫の名前はミケです。'],
  ['我的狗叫什么名字', '我的狗名字叫旺财。'],
  ['내 고양이 이름이 뭐야', '내 고양이 이름은 나비야.'],
  ['What is in the cafe naive?', 'The Café Naïve has forty-two chairs.'],
  ['Which studies did she publish?', 'She has been publishing a study of moss.'],
])('%s is answered in its language and script', async (question, fact) => {
  const others = [
    'Let us talk of soup.',
    'Reden wir über Suppe.',
    '我们谈谈汤吧。',
    'スープの話をしましょう。',
  ]
  const stored = await storeConversation(
    { db },
    { owner },
    talk(fact, ...others, 'Да, о супе.', 'De la sopa.'),
  )
  expect((await recall(stored, { question, limitCharacters: fact.length }))[0]?.text).toBe(fact)
})

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

test('a fact of the first of 10,000 turns is found, and read are rows of its words and messages beside it alone', async () => {
  const long = await storeLong(20_000, 'My sister Ottilie keeps bees in Tromsø.')
  await index(long.id)
  await sql.unsafe('analyze messages, recall_words, recall_blocks')
  const { result, plans } = await explain(
    database,
    (at) => recall(long, { question: 'Where does my sister keep her bees?', at }),
    'explain (analyze, format json)',
  )
  expect(textOf(result)).toContain('Tromsø')
  const read = { messages: 0, recall_words: 0, recall_blocks: 0 }
  const count = (plan: Plan) => {
    const table = plan['Relation Name']
    if (table && table in read)
      read[table as keyof typeof read] +=
        (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    plan.Plans?.forEach(count)
  }
  for (const [row] of plans) count(row?.['QUERY PLAN'][0].Plan)
  expect(read.recall_blocks).toBeLessThanOrEqual(Math.ceil(20_000 / BLOCK))
  expect(read.recall_words).toBeLessThanOrEqual(10)
  // The last block is not whole; the rest are the path's ends and what was found.
  expect(read.messages).toBeLessThanOrEqual(BLOCK + 50)
})

test('twenty questions at once get what each of them gets alone', async () => {
  const facts = words.map((word) => `My ${word} is number ${word.length * 7}.`)
  const stored = await storeConversation(
    { db },
    { owner },
    talk(...facts.flatMap((fact) => [fact, 'I see.'])),
  )
  const ask = (place: number) =>
    recall(stored, { question: `Which number is my ${words[place % words.length]}?` })
  const alone: (readonly RecalledMessage[])[] = []
  for (let place = 0; place < 20; place++) alone.push(await ask(place))
  expect(await Promise.all(alone.map((_, place) => ask(place)))).toEqual(alone)
  expect(alone.every((found) => found.length > 0)).toBe(true)
})

test('nothing of another wallet, another conversation or a deleted one is found', async () => {
  const said = talk('My secret garden is in Weimar.', 'I see.')
  const mine = await storeConversation({ db }, { owner }, said)
  const other = await storeConversation({ db }, { owner }, talk('I like soup.', 'Good.'))
  const question = 'Where is my secret garden?'
  expect(textOf(await recall(mine, { question }))).toContain('Weimar')
  expect(await recall(mine, { question, wallet: 'eve' })).toEqual([])
  expect(await recall(other, { question })).toEqual([])
  expect(await recall(other, { question, told: mine.activeLeaf })).toEqual([])
  expect(await recall({ id: mine.id, activeLeaf: other.activeLeaf }, { question })).toEqual([])
  await sql`update conversations set deleted_at = now() where id = ${mine.id}`
  expect(await recall(mine, { question })).toEqual([])
})

/** A message of a random tree: whose parent is so far back, what it says, and what became of it. */
const grown = fc.record({
  back: fc.oneof(
    { weight: 8, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
  ),
  said: fc.array(fc.constantFrom(...words, '花火', '散歩', 'Schule.', 'The end.', 'école?'), {
    minLength: 1,
    maxLength: 6,
  }),
  erased: fc.integer({ min: 0, max: 9 }).map((of) => of === 0),
  isWaiting: fc.integer({ min: 0, max: 149 }).map((of) => of === 0),
})

type Row = Awaited<ReturnType<typeof storeConversation>>['said'][number]

/** What recall gives by a walk from message to parent, with everything read. */
function scanPlainly(
  rows: readonly Row[],
  { told, question }: { told: string; question: string },
): { id: string; text: string }[] {
  const isSearched = (row: Row) => !row.erased && row.state !== 'waiting'
  const byId = new Map(rows.map((row) => [row.id, row]))
  const path: Row[] = []
  for (let at = byId.get(byId.get(told)?.parentId ?? ''); at; at = byId.get(at.parentId ?? ''))
    path.unshift(at)
  const terms = questionTerms(question)
  const before = byId.get(told)?.number ?? 0
  const counted = rows
    .filter((row) => isSearched(row) && row.number < before)
    .map((row) => countMessage(row, placesOf(terms)))
  const weights = weightsOf(terms, counted)
  const own = scoreMessages(counted, weights)
  const searched = new Map(path.flatMap((row, depth) => (isSearched(row) ? [[depth, row]] : [])))
  const depthOf = new Map([...searched].map(([depth, { number }]) => [number, depth]))
  const best = bestFirst(own)
    .flatMap((number) => depthOf.get(number) ?? [])
    .slice(0, MOST_CANDIDATES)
  const read = new Set(
    best.flatMap((depth) => [depth - 1, depth, depth + 1].filter((at) => searched.has(at))),
  )
  const score = (depth: number) => (read.has(depth) ? (own.get(searched.get(depth)?.number ?? 0) ?? 0) : 0)
  const candidates = [...read].flatMap((depth) => {
    const row = searched.get(depth)
    return row ? [{ ...row, score: scoreAmongNeighbours(score, depth) }] : []
  })
  const chosen = chooseSentences(candidates, weights, 300)
  return path.flatMap(({ id, number }) => {
    const text = chosen.get(number)
    return text === undefined ? [] : [{ id, text }]
  })
}

test('in any tree with any erasures, the index finds what a plain scan of the path finds, before and after it is made', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(grown, { minLength: 129, maxLength: 200 }),
      fc.array(
        fc.tuple(fc.nat(), fc.nat(), fc.subarray([...words, '花火'], { minLength: 1, maxLength: 3 })),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      async (tree, asked, erasures) => {
        const ids = tree.map(() => randomUUID())
        const stored = await storeConversation(
          { db },
          { owner },
          tree.map(({ back, said, erased, isWaiting }, place): Said => {
            const isReply = place % 2 === 1
            return {
              ...{
                id: ids[place] ?? '',
                parentId: ids[place - back] ?? null,
                content: said.join(' '),
                erased,
              },
              role: isReply ? 'assistant' : 'user',
              state: isReply ? (isWaiting ? 'waiting' : 'finished') : null,
            }
          }),
        )
        const rows = stored.said.map((row) => ({ ...row }))
        const check = async () => {
          for (const [leaf, up, terms] of asked) {
            const path: string[] = []
            for (let at = rows[leaf % rows.length]; at; at = rows.find(({ id }) => id === at?.parentId))
              path.push(at.id)
            const [activeLeaf = '', told = ''] = [path[0], path[up % path.length]]
            const question = `What about ${terms.join(' ')}?`
            const found = await recall(
              { id: stored.id, activeLeaf },
              { question, told, limitCharacters: 300 },
            )
            expect(found.map(({ id, text }) => ({ id, text }))).toEqual(scanPlainly(rows, { told, question }))
          }
        }
        await check()
        await index(stored.id)
        await check()
        for (const erased of erasures) {
          const row = rows[erased % rows.length]
          if (!row) continue
          await erase(stored.id, row.number)
          row.erased = true
        }
        await check()
        await index(stored.id)
        await check()
      },
    ),
    { numRuns: 10 },
  )
  expect((await sql`select distinct conversation_id from recall_blocks`).length).toBeGreaterThan(5)
})
