import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../../src/server/db/connect/connect.ts'
import { findSearched, type Searched } from '../../src/server/db/knowledge/find-passages.ts'
import { rows } from '../../src/server/db/rows.ts'
import { usualFeedback } from '../../src/server/domain/knowledge/knowledge.ts'
import { searchWords } from '../../src/server/domain/knowledge/passages/search-words.ts'
import { createRanking, type Feedback } from '../../src/server/domain/knowledge/rank-passages.ts'
import { loadPassages } from './load-passages.ts'

/** A collection of documents and questions with judgements. It is not in the repository. */
interface Collection {
  documents: { id: number; text: string }[]
  queries: { id: number; text: string }[]
  judgements: [query: number, document: number, code: number][]
}

const path = new URL('../../../shared/data/cranfield.json.gz', import.meta.url)

/** The number of results that are evaluated. */
const DEPTH = 10

type Rank = (question: string) => Promise<number[]>

/** The quality of the search: with the database's own ranking, with BM25, and with feedback. */
export async function measureRanking(db: Db): Promise<void> {
  const folder = process.env.BENCH_DATA ? new URL(`file://${process.env.BENCH_DATA}/cranfield.json.gz`) : path
  if (!existsSync(folder)) {
    console.log('  the collection with judgements is not there: how well passages are found is not measured')
    return
  }
  const collection = JSON.parse(gunzipSync(readFileSync(folder)).toString()) as Collection
  const ids = collection.documents.map(({ id }) => id)
  const agentId = await loadPassages(
    db,
    collection.documents.map(({ text }) => text || '-'),
  )
  const search = (question: string) => findSearched(db, { agentId, wallet: null }, searchWords(question))
  const searched = await search('')
  const idOf = ({ number }: { number: number }) => ids[number - 1] ?? 0
  const rank = createRanking({ db })
  const ranked = async (question: string, feedback: Feedback | null) =>
    (await rank(await search(question), { most: DEPTH, feedback })).map(idOf)
  const rankings: [name: string, ranking: Rank][] = [
    ['plain ts_rank', async (question) => (await rankPlainly(db, searched, question)).map(idOf)],
    ['BM25', (question) => ranked(question, null)],
    ['BM25 with feedback', (question) => ranked(question, usualFeedback)],
  ]
  console.log(`  ${''.padEnd(24)}nDCG@10   recall@10`)
  for (const [name, ranking] of rankings) {
    const { ndcg, recall } = await judge(collection, ranking)
    console.log(`  ${name.padEnd(24)}${ndcg.toFixed(3)}     ${recall.toFixed(3)}`)
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

/** Codes from 1 to 4 are relevant; -1 means not judged. */
async function judge(
  { queries, judgements }: Collection,
  ranking: Rank,
): Promise<{ ndcg: number; recall: number }> {
  let [ndcg, recall] = [0, 0]
  for (const { id, text } of queries) {
    const relevant = new Set(
      judgements.flatMap(([query, document, code]) => (query === id && code > 0 ? [document] : [])),
    )
    const found = (await ranking(text)).slice(0, DEPTH)
    const gain = found.reduce(
      (sum, document, index) => sum + (relevant.has(document) ? 1 / Math.log2(index + 2) : 0),
      0,
    )
    const ideal = Array.from(
      { length: Math.min(relevant.size, DEPTH) },
      (_, index) => 1 / Math.log2(index + 2),
    ).reduce((sum, value) => sum + value, 0)
    ndcg += ideal > 0 ? gain / ideal : 0
    recall +=
      relevant.size > 0 ? found.filter((document) => relevant.has(document)).length / relevant.size : 0
  }
  return { ndcg: ndcg / queries.length, recall: recall / queries.length }
}
