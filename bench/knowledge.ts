/**
 * Measures the documents of agents on both databases: how long a question takes, compared with the obvious statement; and
 * how long reading a document takes. How well a question finds its passages is the measurement `ranking`.
 *
 * node bench/knowledge.ts [passages of the agent] [other agents]
 */
import { deflateSync } from 'node:zlib'
import type { Db } from '../src/server/db/connect/connect.ts'
import { findSearched } from '../src/server/db/knowledge/find-passages.ts'
import { Knowledge } from '../src/server/domain/knowledge/knowledge.ts'
import { SandboxWorker } from '../src/server/domain/sandbox/sandbox-worker.ts'
import { lines, makePdf } from '../test/documents/make-pdf.ts'
import { readDocument, reader } from '../test/read-document.ts'
import { onEachDatabase } from './each-database.ts'
import { inventText, inventVocabulary } from './knowledge/invent-text.ts'
import { copyToAgents, loadPassages } from './knowledge/load-passages.ts'
import { rankPlainly } from './knowledge/measure-ranking.ts'
import { percentile } from './percentile.ts'

const PASSAGES = Math.min(Math.max(Number(process.argv[2]) || 5_000, 100), 50_000)
const AGENTS = Math.min(Math.max(Number(process.argv[3]) || 1_000, 10), 10_000)
const SAMPLES = 200
const PASSAGES_OF_OTHERS = 10

const vocabulary = inventVocabulary(20_000)

await measureReading()
await onEachDatabase(async (kind, database) => {
  const texts = Array.from({ length: PASSAGES }, (_, index) => {
    const text = inventText(vocabulary, 150, index)
    return { text, words: text }
  })
  const began = performance.now()
  const agentId = await loadPassages(database.db, texts)
  const milliseconds = (performance.now() - began) / (PASSAGES / 100)
  const small = await loadPassages(database.db, texts.slice(0, PASSAGES_OF_OTHERS))
  await database.unbounded(() => copyToAgents(database.db, small, AGENTS))
  const seconds = milliseconds.toFixed(0)
  console.log(
    `\n${kind}: ${PASSAGES.toLocaleString('en-US')} passages of one agent among ${AGENTS.toLocaleString('en-US')} others with ${PASSAGES_OF_OTHERS} each`,
  )
  console.log(`  storing a hundred passages with their index: ${seconds} ms`)
  await measureSearch(database.db, agentId)
})

/**
 * The time of questions with few and with many words, for the obvious statement and for the product: with nothing of the
 * index in memory, and with what the questions before have left there.
 */
async function measureSearch(db: Db, agentId: string): Promise<void> {
  const kept = new Knowledge({ db, clock: () => new Date() })
  const keepsNothing = new Knowledge({ db, clock: () => new Date(), indexBytes: 0 })
  const searched = await findSearched(db, { agentId, wallet: null }, { words: [], config: null })
  const columns = ['', 'plain ts_rank', 'nothing kept', 'kept'].map((name) => name.padEnd(24))
  console.log(
    `  p50/p99 in ms, one at a time, and the processor's ms in this process, the embedded database included\n  ${columns.join('').trimEnd()}`,
  )
  for (const words of [3, 10, 25]) {
    const questions = Array.from({ length: SAMPLES }, (_, index) =>
      inventText(vocabulary, words, 1_000_000 + index),
    )
    const ask = (knowledge: Knowledge) => (query: string) =>
      knowledge.searchPassages({ agentId, wallet: '', query })
    const cells = [
      `a question of ${words} words`,
      await time(questions, (question) => rankPlainly(db, searched, question)),
      await time(questions, ask(keepsNothing)),
      await time(questions, ask(kept)),
    ]
    console.log(
      `  ${cells
        .map((cell) => cell.padEnd(24))
        .join('')
        .trimEnd()}`,
    )
  }
}

async function time(
  questions: readonly string[],
  ask: (question: string) => Promise<unknown>,
): Promise<string> {
  for (const question of questions.slice(0, 10)) await ask(question)
  const times: number[] = []
  const before = process.cpuUsage()
  for (const question of questions) {
    const from = performance.now()
    await ask(question)
    times.push(performance.now() - from)
  }
  const { user, system } = process.cpuUsage(before)
  const processor = (user + system) / 1000 / questions.length
  return `${percentile(times, 0.5).toFixed(1)}/${percentile(times, 0.99).toFixed(1)}, ${processor.toFixed(1)}`
}

/** The time to read a megabyte of text in documents of several types, without the database. */
async function measureReading(): Promise<void> {
  const worker = new SandboxWorker(reader, {
    limits: { memoryBytes: 1024 ** 3, quietMs: 60_000, totalMs: 600_000 },
  })
  try {
    const paragraphs = Array.from({ length: 1_100 }, (_, index) => inventText(vocabulary, 130, index))
    const text = paragraphs.join('\n\n')
    const pages = paragraphs.map((paragraph) => lines(...(paragraph.match(/.{1,90}(?: |$)/g) ?? [])))
    const documents: [name: string, bytes: Buffer][] = [
      ['a.txt', Buffer.from(text)],
      [
        'a.html',
        Buffer.from(
          `<html><body>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}</body></html>`,
        ),
      ],
      ['a.pdf', makePdf(pages)],
    ]
    console.log('Reading a document, its passages cut and their words divided, nothing stored')
    // The start of the process is not measured.
    await readDocument(worker, 'a.txt', Buffer.from('A word.'))
    const bare = performance.now()
    deflateSync(Buffer.from(text))
    console.log(`  packing the same text, for comparison: ${(performance.now() - bare).toFixed(0)} ms`)
    for (const [name, bytes] of documents) {
      const began = performance.now()
      const document = await readDocument(worker, name, bytes)
      if (document.is !== 'read') throw new Error(`${name} was not read: ${document.is}`)
      const milliseconds = performance.now() - began
      const perMegabyte = milliseconds / (document.characters / 1e6)
      console.log(`  ${name.padEnd(8)}${perMegabyte.toFixed(0)} ms a million characters`)
    }
  } finally {
    await worker.close()
  }
}
