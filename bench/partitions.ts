/**
 * Compares messages in one table with messages in partitions by a hash of the conversation: what the statements of a
 * reply and of opening a conversation take, in turns; what planning takes of it; and what an empty database weighs. On
 * the embedded database and, with DATABASE_URL, on PostgreSQL.
 *
 * node bench/partitions.ts [samples] [conversations] [partitions,partitions]
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createLog } from '../src/server/base/log.ts'
import type { Database } from '../src/server/db/connect/connect.ts'
import { migrate } from '../src/server/db/connect/migrate.ts'
import { askQuestions } from '../src/server/db/conversations/ask-questions.ts'
import { listConversations } from '../src/server/db/conversations/conversation-list.ts'
import {
  prepareEarlierMessages,
  prepareOpenConversation,
} from '../src/server/db/conversations/open-conversation.ts'
import { findReply, storeEnd } from '../src/server/db/conversations/replies.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { storeConversation } from '../test/store-conversation.ts'
import { drawnText } from './load-conversations.ts'
import { divideMessages } from './partitions/divide-messages.ts'
import { percentile } from './percentile.ts'
import { temporaryDatabase } from './temporary-database.ts'

const WARM_UP = 15
const OWNER = 'ada'
const TURNS = 20
const SAMPLES = Math.min(Math.max(Number(process.argv[2]) || 200, 20), 2_000)
const CONVERSATIONS = Math.min(Math.max(Number(process.argv[3]) || 200, 20), 5_000)
const layouts = [0, ...(process.argv[4] ?? '8,64').split(',').map(Number)]

interface World {
  partitions: number
  database: Database
  bytes: number
  dividedMs: number
  ways: Record<string, () => Promise<unknown>>
}

const dataDir = mkdtempSync(join(tmpdir(), 'bionic-bench-'))
const log = createLog('error')
try {
  await compare('PGlite', (nth) => connectDatabase({ dataDir: join(dataDir, `${nth}`), log }))
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
const { DATABASE_URL } = process.env
if (DATABASE_URL === undefined) console.log('DATABASE_URL is not set: PostgreSQL is not measured.')
else {
  const places = await Promise.all(layouts.map(() => temporaryDatabase(DATABASE_URL)))
  try {
    await compare('PostgreSQL', (nth) =>
      connectDatabase({ databaseUrl: withoutCompiling(places[nth]?.url ?? ''), dataDir: '', log }),
    )
  } finally {
    await Promise.all(places.map((place) => place.remove()))
  }
}

/** PostgreSQL compiles what it thinks expensive; a plan over 64 partitions takes it longer than a statement may. */
function withoutCompiling(address: string): string {
  const url = new URL(address)
  url.searchParams.set('options', '-c jit=off')
  return url.href
}

async function compare(kind: string, connect: (nth: number) => Promise<Database>) {
  const worlds: World[] = []
  try {
    for (const [nth, partitions] of layouts.entries())
      worlds.push(await makeWorld(await connect(nth), partitions))
    console.log(
      `\n${kind}, ${CONVERSATIONS} conversations of ${TURNS} turns, ${SAMPLES} samples, p50/p99 in ms`,
    )
    const cells = (of: (world: World) => string) => worlds.map((world) => of(world).padEnd(22)).join('')
    console.log(`  ${'partitions'.padEnd(28)}${cells(({ partitions }) => `${partitions || 'one table'}`)}`)
    console.log(
      `  ${'empty database'.padEnd(28)}${cells(({ bytes }) => `${(bytes / 1024 / 1024).toFixed(1)} MB`)}`,
    )
    console.log(
      `  ${'dividing the empty table'.padEnd(28)}${cells(({ dividedMs }) => `${dividedMs.toFixed(0)} ms`)}`,
    )
    for (const name of Object.keys(worlds[0]?.ways ?? {})) {
      const times = worlds.map((): number[] => [])
      for (let round = 0; round < WARM_UP + SAMPLES; round++)
        for (const [nth, { ways }] of worlds.entries()) {
          const began = performance.now()
          await ways[name]?.()
          if (round >= WARM_UP) times[nth]?.push(performance.now() - began)
        }
      const figure = (nth: number) =>
        [0.5, 0.99].map((share) => percentile(times[nth] ?? [], share).toFixed(2)).join('/')
      console.log(`  ${name.padEnd(28)}${cells((world) => figure(worlds.indexOf(world)))}`)
    }
    const planned = await Promise.all(worlds.map(({ database }) => plansKept(database)))
    console.log(
      `  ${'runs by a plan that is kept'.padEnd(28)}${cells((world) => planned[worlds.indexOf(world)] ?? '')}`,
    )
  } finally {
    for (const { database } of worlds) await database.close()
  }
}

async function makeWorld(database: Database, partitions: number): Promise<World> {
  await migrate(database)
  const began = performance.now()
  if (partitions > 0) await database.unbounded((db) => divideMessages(db, partitions))
  const dividedMs = performance.now() - began
  const size = await database.db.execute(sql`select pg_database_size(current_database())::float8 as bytes`)
  const ways = await makeWays(database)
  return { partitions, database, dividedMs, bytes: Number(size.rows[0]?.bytes), ways }
}

async function makeWays(database: Database): Promise<World['ways']> {
  const { db } = database
  const say = await drawnText()
  const agentId = randomUUID()
  await db.execute(sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
      category, is_public, visibility_enabled, created_at)
    values (${agentId}, 'Ada', '', '/a.webp', 'You are Ada.', '{}', '{}', 'maker', 'neural', true, true, now())`)
  const stored: { id: string; leaf: string; middle: string }[] = []
  for (let nth = 0; nth < CONVERSATIONS; nth++) {
    const said = Array.from({ length: TURNS }).flatMap(() => [
      { role: 'user' as const, content: say(12) },
      { role: 'assistant' as const, content: say(120), state: 'finished' as const },
    ])
    const { id, activeLeaf, said: rows } = await storeConversation(database, { owner: OWNER, agentId }, said)
    stored.push({ id, leaf: activeLeaf, middle: rows[TURNS]?.id ?? id })
  }
  for (const table of ['messages', 'conversations', 'agents'])
    await db.execute(sql.raw(`vacuum (analyze) ${table}`))
  let turn = 0
  const next = () => stored[turn++ % stored.length] ?? stored[0] ?? { id: '', leaf: '', middle: '' }
  const [open, earlier] = [prepareOpenConversation(db), prepareEarlierMessages(db)]
  const server = randomUUID()
  const ask = async (conversationId: string, parentId: string | null) => {
    const replyId = randomUUID()
    const question = {
      conversationId,
      replyId,
      questionId: randomUUID(),
      content: 'Why?',
      parentId,
      greeting: null,
    }
    const about = { owner: OWNER, agentId, title: 'Why?', model: null, requestId: '', apiKeyId: null }
    const [outcome] = await askQuestions(db, [{ ...question, ...about, now: new Date().toISOString() }], {
      ...{ server, pathBytes: 30_000 },
    })
    if (!outcome?.stored) throw new Error('A question was not stored.')
    return { conversationId, replyId }
  }
  const end = (place: { conversationId: string; replyId: string }) =>
    storeEnd(db, server, place, {
      ...{ content: 'A wave.', reasoning: '', parts: null, cutShort: false, forgotten: 0 },
      ...{ repliedAt: new Date().toISOString(), state: 'finished' as const, trouble: null, said: null },
    })
  const begun: { conversationId: string; replyId: string }[] = []
  const asked: { conversationId: string; replyId: string }[] = []
  return {
    'a question that begins': async () => void begun.push(await ask(randomUUID(), null)),
    'the end of its reply': async () => end(begun.pop() ?? { conversationId: '', replyId: '' }),
    'a question after 20 turns': async () => {
      const conversation = next()
      const place = await ask(conversation.id, conversation.leaf)
      conversation.leaf = place.replyId
      await end(place)
      asked.push(place)
    },
    'a reply by its key': () =>
      findReply(db, OWNER, asked[turn++ % asked.length] ?? { conversationId: '', replyId: '' }),
    'open a conversation': () => open({ id: next().id, owner: OWNER }),
    'a page of history': () => {
      const { id, middle } = next()
      return earlier({ id, owner: OWNER, before: middle })
    },
    'a list of conversations': () => listConversations(db, { owner: OWNER, limit: 24 }),
  }
}

/** Of the statement that stores a question. */
async function plansKept({ db }: Database): Promise<string> {
  const { rows } = await db.execute(sql`
    select sum(generic_plans)::int as kept, sum(generic_plans + custom_plans)::int as runs
    from pg_prepared_statements where name = 'ask_question'`)
  return `${rows[0]?.kept} of ${rows[0]?.runs}`
}
