/**
 * The time to the first word of a reply in a conversation of 20 turns and in one of 10,000, alternating with the same
 * model server asked directly; and the memory of the server before and after. On the embedded database and, with
 * DATABASE_URL, on PostgreSQL. Both conversations fill the model's window, so that the same is read.
 *
 * node bench/long-conversations.ts [samples] [turns]
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { startProduct } from '../e2e/start-product.ts'
import { createLog } from '../src/server/base/log.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { newAgent } from '../test/app.ts'
import { type Account, requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { type LongConversation, loadLongConversation } from './load-long-conversation.ts'
import { firstWord, measureInTurns, printFirstWords } from './measure-first-word.ts'
import { collectOnRequest, usageOf } from './replies/usage.ts'
import { temporaryDatabase } from './temporary-database.ts'

const WARM_UP = 30
const SAMPLES = Math.min(Math.max(Number(process.argv[2]) || 200, 20), 2_000)
const SHORT = 20
const LONG = Math.min(Math.max(Number(process.argv[3]) || 10_000, 100), 50_000)
/** Less than twenty turns. */
const WINDOW_TOKENS = '6000'

if (isMainThread) await measureAll()
else parentPort?.postMessage((await startModelServer()).port)

async function measureAll() {
  const model = new Worker(new URL(import.meta.url))
  const [modelPort] = (await once(model, 'message')) as [number]
  const { DATABASE_URL } = process.env
  const dataDir = mkdtempSync(join(tmpdir(), 'bionic-bench-'))
  try {
    await measure('PGlite', modelPort, { DATA_DIR: dataDir })
    if (DATABASE_URL === undefined) console.log('DATABASE_URL is not set: PostgreSQL is not measured.')
    else {
      const place = await temporaryDatabase(DATABASE_URL)
      const there = { DATA_DIR: join(dataDir, 'beside-postgresql'), DATABASE_URL: place.url }
      await measure('PostgreSQL', modelPort, there).finally(place.remove)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await model.terminate()
  }
}

async function measure(kind: string, modelPort: number, place: { DATA_DIR: string; DATABASE_URL?: string }) {
  const environment = {
    ...{ ...place, OPENAI_BASE_URL: `http://127.0.0.1:${modelPort}/v1`, CHAT_WINDOW_TOKENS: WINDOW_TOKENS },
    ...collectOnRequest,
  }
  const { ada, agentId } = await begin(environment)
  const log = createLog('error')
  const database = await connectDatabase({ dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL, log })
  const load = (turns: number) =>
    database.unbounded((db) => loadLongConversation(db, { owner: ada.address, agentId, turns }))
  const [short, long] = [await load(SHORT), await load(LONG)]
  await database.close()

  const product = await startProduct(environment)
  const port = Number(new URL(product.address).port)
  const ask = (conversation: LongConversation) => () => {
    const [replyId, content] = [randomUUID(), 'What is light?']
    const question = { id: randomUUID(), parentId: conversation.leaf, content }
    conversation.leaf = replyId
    const path = `/api/conversations/${conversation.id}/replies`
    return firstWord(port, path, { replyId, agentId, question }, '"text":"Hello', { cookie: ada.cookie })
  }
  const completion = { model: 'scripted', messages: [{ role: 'user', content: 'Why?' }], stream: true }
  const before = await usageOf(product.address, 'collect')
  const times = await measureInTurns(
    {
      direct: () => firstWord(modelPort, '/v1/chat/completions', completion, '"content":"Hello"'),
      [`after ${SHORT} turns`]: ask(short),
      [`after ${LONG.toLocaleString('en-US')} turns`]: ask(long),
    },
    { warmUp: WARM_UP, samples: SAMPLES },
  )
  const after = await usageOf(product.address, 'collect')
  console.log(`\n${kind}`)
  printFirstWords(times)
  for (const [name, key] of [
    ['heap', 'heapBytes'],
    ['resident', 'residentBytes'],
  ] as const)
    console.log(
      `  ${name.padEnd(24)}  ${megabytes(before[key])} MB before, ${megabytes(after[key])} MB after`,
    )
  await product.stop()
}

/** A wallet and its agent, in a database that is there from then on. */
async function begin(environment: Record<string, string>): Promise<{ ada: Account; agentId: string }> {
  const product = await startProduct(environment)
  const send: Send = (method, path, sent) => fetch(product.address + path, requestInit(method, sent))
  const ada = await signInWith(send)
  const made = await send('POST', '/api/agents', { as: ada, json: newAgent })
  const { id: agentId } = (await made.json()) as { id: string }
  await product.stop()
  return { ada, agentId }
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}
