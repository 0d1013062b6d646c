import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../src/server/db/connect/connect.ts'
import { findSearched, type Searched } from '../../src/server/db/knowledge/find-passages.ts'
import { rows } from '../../src/server/db/rows.ts'
import { readMarkdown } from '../../src/server/domain/knowledge/extract/read-plain.ts'
import { usualFeedback } from '../../src/server/domain/knowledge/knowledge.ts'
import { type CutPassage, PassageCutter } from '../../src/server/domain/knowledge/passages/cut-passages.ts'
import { passageWords, searchWords } from '../../src/server/domain/knowledge/passages/search-words.ts'
import { askedWords, readQuestion } from '../../src/server/domain/knowledge/question-terms.ts'
import { createRanking, type Feedback } from '../../src/server/domain/knowledge/rank-passages.ts'
import type { Collection } from '../../test/collections/collection.ts'
import { handbook } from '../../test/collections/handbook.ts'
import { household } from '../../test/collections/household.ts'
import { loadPassages } from './load-passages.ts'

/** Abstracts with questions and judgements. They are not in the repository. */
interface Abstracts {
  documents: { id: number; text: string }[]
  queries: { id: number; text: string }[]
  judgements: [query: number, document: number, code: number][]
}

/** Questions whose answers are known. */
interface Judged {
  name: string
  passages: { text: string; words: string }[]
  /** The places of the passages that answer each question, and the question before it if there is one. */
  questions: { text: string; before?: string; answers: ReadonlySet<number> }[]
}

const path = new URL('../../../shared/data/cranfield.json.gz', import.meta.url)

/** The number of results that are evaluated. */
const DEPTH = 10

type Rank = (question: string, before?: string) => Promise<number[]>

/** The quality of the search on each collection: with the database's own ranking, with BM25, and with feedback. */
export async function measureRanking(db: Db): Promise<void> {
  console.log(`  ${''.padEnd(44)}recall@1  @5      @10     nDCG@10`)
  for (const [name, collection] of Object.entries({ household, handbook })) {
    const passages = await passagesOf(collection)
    const { inSameWords, inOtherWords, followUps } = collection
    const questions = [
      [`${name}, in the words of the passage`, inSameWords],
      [`${name}, in other words`, inOtherWords],
    ] as const
    for (const [name, of] of questions)
      await measure(db, {
        name,
        passages,
        questions: of.map(([text, says]) => asked(passages, { text, says })),
      })
    const follow = followUps.map(([before, text, says]) => asked(passages, { text, before, says }))
    await measure(db, { name: `${name}, with the question before`, passages, questions: follow })
    const changed = inSameWords.map(([text, says], at) =>
      asked(passages, { text, says, before: inSameWords[(at + 7) % inSameWords.length]?.[0] ?? '' }),
    )
    await measure(db, { name: `${name}, after a question on something else`, passages, questions: changed })
  }
  const abstracts = readAbstracts()
  if (abstracts) await measure(db, abstracts)
  else console.log('  the collection of abstracts is not there, and is left out')
}

async function measure(db: Db, { name, passages, questions }: Judged): Promise<void> {
  const agentId = await loadPassages(db, passages)
  const search = (question: string, before?: string) => {
    const read = readQuestion(question, before)
    return findSearched(db, { agentId, wallet: null }, askedWords(read))
  }
  const searched = await search('')
  const placeOf = ({ number }: { number: number }) => number - 1
  const rank = createRanking({ db })
  const ranked =
    (feedback: Feedback | null): Rank =>
    async (question, before) =>
      (
        await rank(await search(question, before), readQuestion(question, before), { most: DEPTH, feedback })
      ).map(placeOf)
  const rankings: [name: string, ranking: Rank][] = [
    [
      'plain ts_rank',
      async (question, before = '') =>
        (await rankPlainly(db, searched, `${question} ${before}`)).map(placeOf),
    ],
    ['BM25', ranked(null)],
    ['BM25 with feedback', ranked(usualFeedback)],
  ]
  if (questions.some(({ before }) => before !== undefined))
    rankings.push(
      ['BM25 of this question alone', (question) => ranked(null)(question)],
      ['BM25 of both as one', (question, before = '') => ranked(null)(`${question} ${before}`)],
    )
  console.log(`  ${name}: ${questions.length} questions`)
  for (const [name, ranking] of rankings) {
    const figures = await judge(questions, ranking)
    console.log(`    ${name.padEnd(42)}${figures.map((figure) => figure.toFixed(3)).join('   ')}`)
  }
}

function asked(
  passages: readonly { text: string }[],
  { says, ...question }: { text: string; before?: string; says: string },
): Judged['questions'][number] {
  return {
    ...question,
    answers: new Set(passages.flatMap(({ text }, at) => (text.includes(says) ? [at] : []))),
  }
}

async function passagesOf({ documents }: Collection): Promise<Judged['passages']> {
  const cut: CutPassage[] = []
  for (const text of Object.values(documents)) {
    const cutter = new PassageCutter('en', (passage) => cut.push(passage))
    await readMarkdown(Buffer.from(text), {
      add: (block) => cutter.add(block),
      note() {},
      progress() {},
      sent: async () => {},
    })
    cutter.end()
  }
  return cut.map((passage) => ({ text: passage.text, words: passageWords(passage) }))
}

/** Codes from 1 to 4 are relevant; -1 means not judged. */
function readAbstracts(): Judged | null {
  const folder = process.env.BENCH_DATA ? new URL(`file://${process.env.BENCH_DATA}/cranfield.json.gz`) : path
  if (!existsSync(folder)) return null
  const { documents, queries, judgements } = JSON.parse(
    gunzipSync(readFileSync(folder)).toString(),
  ) as Abstracts
  const places = new Map(documents.map(({ id }, at) => [id, at]))
  return {
    name: 'abstracts',
    passages: documents.map(({ text }) => ({ text: text || '-', words: searchWords(text || '-') })),
    questions: queries.map(({ id, text }) => ({
      text,
      answers: new Set(
        judgements.flatMap(([query, document, code]) =>
          query === id && code > 0 ? [places.get(document) ?? -1] : [],
        ),
      ),
    })),
  }
}

/** The obvious way: the database's own ranking over all passages that contain any of the words. */
export async function rankPlainly(
  db: Db,
  searched: Searched,
  question: string,
): Promise<{ number: number }[]> {
  const [version] = searched.versions
  return rows(
    db,
    z.object({ number: z.int() }),
    sql`
    with question as (
      select string_agg(quote_literal(lexeme), ' | ')::tsquery as query
      from unnest(to_tsvector(${version?.searchConfig ?? 'simple'}::text::regconfig, ${searchWords(question)}))
    )
    select number from source_passages, question
    where version_id = ${version?.id ?? 0} and lexemes @@ query
    order by ts_rank(lexemes, query) desc, number limit ${DEPTH}`,
  )
}

/** The recall at one, five and ten, and the nDCG at ten, on average over all questions. */
async function judge(questions: Judged['questions'], ranking: Rank): Promise<number[]> {
  const sums = [0, 0, 0, 0]
  const add = (at: number, figure: number) => {
    sums[at] = (sums[at] ?? 0) + figure / questions.length
  }
  for (const { text, before, answers } of questions) {
    if (answers.size === 0) continue
    const found = (await ranking(text, before)).slice(0, DEPTH)
    for (const [at, depth] of [1, 5, DEPTH].entries())
      add(at, found.slice(0, depth).filter((place) => answers.has(place)).length / answers.size)
    const gains = found.map((place, at) => (answers.has(place) ? 1 / Math.log2(at + 2) : 0))
    const ideal = Array.from({ length: Math.min(answers.size, DEPTH) }, (_, at) => 1 / Math.log2(at + 2))
    add(3, sum(gains) / sum(ideal))
  }
  return sums
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0)
