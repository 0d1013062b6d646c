import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { createLog } from '../../src/server/base/log.ts'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { RECALLED_CHARACTERS } from '../../src/server/domain/chat/recollections.ts'
import { RecallIndex } from '../../src/server/domain/recall/index-blocks.ts'
import { createFindRecalled } from '../../src/server/domain/recall/recall.ts'
import { storeConversation } from '../../test/store-conversation.ts'
import { inventText, inventVocabulary } from '../knowledge/invent-text.ts'
import { percentile } from '../percentile.ts'

const OWNER = 'measured'
const WORDS = 60
const SAMPLES = 40

const vocabulary = inventVocabulary(20_000)

/** How long a question takes in conversations of some lengths, and what their index costs. */
export async function measureLong(kind: string, database: Database): Promise<void> {
  console.log(`\n${kind}: questions about conversations of ${WORDS} words a message`)
  for (const turns of [20, 1_000, 10_000]) {
    const { db } = database
    const { id, leaf } = await storeLong(db, turns * 2)
    const index = new RecallIndex({ db, log: createLog('error'), pauseMs: 0 })
    const began = performance.now()
    index.ended({ conversationId: id, replyId: leaf })
    await index.settled()
    const indexed = performance.now() - began
    console.log(`  ${turns.toLocaleString('en-US')} turns, indexed in ${indexed.toFixed(0)} ms`)
    const place = { id, questionId: leaf }
    await measureQuestions(database, place, 'words that most messages have one of', (sample) =>
      inventText(vocabulary, 12, 1_000_000 + sample),
    )
    await measureQuestions(database, place, 'rare words', (sample) =>
      vocabulary
        .slice(-6 * (sample + 1))
        .slice(0, 6)
        .join(' '),
    )
  }
}

async function measureQuestions(
  database: Database,
  conversation: { id: string; questionId: string },
  what: string,
  questionOf: (sample: number) => string,
): Promise<void> {
  const findRecalled = createFindRecalled(database)
  const times: number[] = []
  const used = process.cpuUsage()
  for (let sample = 0; sample < SAMPLES; sample++) {
    const asked = performance.now()
    await findRecalled(
      { agentId: conversation.id, wallet: OWNER, use: 'chat', conversation },
      {
        question: questionOf(sample),
        told: conversation.questionId,
        limitCharacters: RECALLED_CHARACTERS,
      },
    )
    times.push(performance.now() - asked)
  }
  const { user, system } = process.cpuUsage(used)
  const cpu = (user + system) / 1000 / SAMPLES
  console.log(
    `    ${what}: ${percentile(times, 0.5).toFixed(1)} ms (p50), ${percentile(times, 0.99).toFixed(1)} ms (p99), ${cpu.toFixed(1)} ms of a processor`,
  )
}

async function storeLong(db: Database['db'], messages: number): Promise<{ id: string; leaf: string }> {
  const stored = await storeConversation({ db }, { owner: OWNER, lastMessage: messages }, [])
  const ids = Array.from({ length: messages }, () => randomUUID())
  const texts = ids.map((_, place) => inventText(vocabulary, WORDS, place))
  await db.transaction(async (transaction) => {
    // The trigger looks each parent up; here they are known.
    await transaction.execute(sql`set local session_replication_role = replica`)
    await transaction.execute(sql`
      insert into messages (conversation_id, id, parent_id, depth, branch, number, role, content, state, created_at)
      select ${stored.id}, id, lag(id) over (order by place), place - 1, ${ids[0]}, place,
        case when place % 2 = 1 then 'user' else 'assistant' end, content,
        case when place % 2 = 0 then 'finished' end, now()
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(texts)}::text[]) with ordinality as said (id, content, place)`)
  })
  return { id: stored.id, leaf: ids.at(-1) ?? '' }
}
