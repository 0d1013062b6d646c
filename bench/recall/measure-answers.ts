import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { createLog } from '../../src/server/base/log.ts'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { RECALLED_CHARACTERS } from '../../src/server/domain/chat/recollections.ts'
import { RecallIndex } from '../../src/server/domain/recall/index-blocks.ts'
import { createFindRecalled } from '../../src/server/domain/recall/recall.ts'
import { cutSentences } from '../../src/server/domain/recall/sentences.ts'
import { storeConversation } from '../../test/store-conversation.ts'
import { percentile } from '../percentile.ts'
import { rankTexts } from './rank-texts.ts'

const turns = z.array(z.array(z.object({ content: z.string() })))
const asked = z.object({ id: z.string(), question: turns, scenario: z.string() })
const answered = z.object({ id: z.string(), ground_truth: z.array(z.string()) })

const OWNER = 'measured'

/** Of questions about what five people said: the share whose exact answer stands in what is recalled. */
export async function measureAnswers(kind: string, db: Database['db'], folder: string): Promise<void> {
  const questions = readLines(join(folder, 'BFCL_v4_memory.json'), asked)
  const answers = new Map(
    readLines(join(folder, 'possible_answer', 'BFCL_v4_memory.json'), answered).map((of) => [
      of.id,
      of.ground_truth,
    ]),
  )
  const people = await storePeople(db, join(folder, 'memory_prereq_conversation'))
  const findRecalled = createFindRecalled({ db })
  const times: number[] = []
  const found = { plain: 0, ours: 0 }
  for (const { id, question, scenario } of questions) {
    const [text = ''] = question.flat().map(({ content }) => content)
    const person = people.get(scenario)
    if (!person) throw new Error(`Nothing was said by ${scenario}`)
    const isIn = (recalled: string) =>
      (answers.get(id) ?? []).some((answer) => plain(recalled).includes(plain(answer)))
    if (isIn(bestSentences(person.said, text))) found.plain++
    const began = performance.now()
    const recalled = await findRecalled(
      { agentId: randomUUID(), wallet: OWNER, use: 'chat', conversation: person.conversation },
      { question: text, told: person.conversation.questionId, limitCharacters: RECALLED_CHARACTERS },
    )
    times.push(performance.now() - began)
    if (recalled.reduce((sum, { text }) => sum + text.length, 0) > RECALLED_CHARACTERS)
      throw new Error('More is recalled than was asked for')
    if (isIn(recalled.map(({ text }) => text).join('\n'))) found.ours++
  }
  const share = (count: number) => (count / questions.length).toFixed(3)
  console.log(
    `\n${kind}: ${questions.length} questions about what five people said (BFCL v4), the answer in ${RECALLED_CHARACTERS} characters`,
  )
  console.log(`  plain BM25 over sentences ${share(found.plain)}, recall ${share(found.ours)}`)
  console.log(`  a question takes ${percentile(times, 0.5).toFixed(1)} ms (p50)`)
}

async function storePeople(db: Database['db'], folder: string) {
  const index = new RecallIndex({ db, log: createLog('error'), pauseMs: 0 })
  const people = new Map<string, { said: string[]; conversation: { id: string; questionId: string } }>()
  for (const file of readdirSync(folder)) {
    const lines = readLines(join(folder, file), z.object({ question: turns }))
    const said = lines.flatMap(({ question }) => question.flat().map(({ content }) => content))
    const questionId = randomUUID()
    const stored = await storeConversation({ db }, { owner: OWNER }, [
      ...said.map((content) => ({ role: 'user' as const, content })),
      { id: questionId, role: 'user', content: 'A question.' },
    ])
    index.ended({ conversationId: stored.id, replyId: questionId })
    people.set(file.replace(/^memory_|\.json$/g, ''), { said, conversation: { id: stored.id, questionId } })
  }
  await index.settled()
  return people
}

/** The best single sentences that fit. */
function bestSentences(said: readonly string[], question: string): string {
  const sentences = said.flatMap((text) => cutSentences(text).map(({ from, to }) => text.slice(from, to)))
  let taken = ''
  for (const place of rankTexts(sentences, question).ranked) {
    const next = `${sentences[place]}\n`
    if (taken.length + next.length <= RECALLED_CHARACTERS) taken += next
  }
  return taken
}

/** Whole words, whatever stands between them. */
const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

function readLines<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema>[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => schema.parse(JSON.parse(line)))
}
