/**
 * What one server takes, for `docs/operating.md`: memory at rest and for each open socket, stored replies a second with
 * their processor time, and the disk that a reply takes for good. With DATABASE_URL on PostgreSQL, whose own processor
 * time and memory are not in the figures; else on the embedded database. The scripted model, which answers at once, and
 * whoever asks share the machine.
 *
 * node bench/sizes.ts
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { WebSocket } from 'ws'
import { numberedWords, startModelServer } from '../e2e/fakes/model-server.ts'
import { type ProductServer, startProduct } from '../e2e/start-product.ts'
import { requestInit, signInWith } from '../test/sign-in.ts'
import { connectSql } from '../test/sql-tag.ts'
import { workingFolder } from '../test/working-folder.ts'
import { collectOnRequest, usageOf } from './replies/usage.ts'
import { temporaryDatabase } from './temporary-database.ts'

const WORDS = 300
const AT_ONCE = 20
const REPLIES_MS = 20_000
const SOCKETS = 1_000
const MB = 1024 ** 2

if (isMainThread) await measure()
else {
  const model = await startModelServer()
  model.use({ name: 'words', words: numberedWords(WORDS) })
  parentPort?.postMessage(model.baseUrl)
}

async function measure() {
  const { DATABASE_URL } = process.env
  const database = DATABASE_URL ? await temporaryDatabase(DATABASE_URL) : undefined
  const dataDir = await mkdtemp(join(workingFolder, 'bionic-sizes-'))
  const worker = new Worker(new URL(import.meta.url))
  const [OPENAI_BASE_URL] = (await once(worker, 'message')) as [string]
  const product = await startProduct({
    ...{ ...collectOnRequest, OPENAI_BASE_URL, DATA_DIR: dataDir },
    ...(database && { DATABASE_URL: database.url }),
  })
  const stored = async () => (database ? databaseBytes(database.url) : folderBytes(dataDir))
  try {
    console.log(`One server on ${database ? 'PostgreSQL' : 'the embedded database'}`)
    console.log(
      `  at rest: ${((await usageOf(product.address, 'collect')).residentBytes / MB).toFixed(0)} MB`,
    )
    await measureSockets(product)
    await measureReplies(product, stored)
  } finally {
    await product.stop()
    await worker.terminate()
    await database?.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureSockets({ address }: ProductServer) {
  const before = await usageOf(address, 'collect')
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, index) => {
      await wait(index * 2)
      const socket = new WebSocket(`${address.replace('http', 'ws')}/api/realtime`, { origin: address })
      await once(socket, 'open')
      return socket
    }),
  )
  await wait(1_000)
  const after = await usageOf(address, 'collect')
  const bytes = (after.residentBytes - before.residentBytes) / SOCKETS
  console.log(`  ${SOCKETS} open sockets: ${(bytes / 1024).toFixed(1)} KB each`)
  for (const socket of sockets) socket.terminate()
}

async function measureReplies({ address }: ProductServer, stored: () => Promise<number>) {
  const { cookie } = await signInWith((method, path, sent) =>
    fetch(address + path, requestInit(method, sent)),
  )
  const { agents } = (await (await fetch(`${address}/api/agents?limit=1`)).json()) as {
    agents: { id: string }[]
  }
  const ask = async () => {
    const question = { id: randomUUID(), parentId: null, content: 'What is light, and how fast is it?' }
    const answer = await fetch(`${address}/api/conversations/${randomUUID()}/replies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ replyId: randomUUID(), agentId: agents[0]?.id, question }),
    })
    await answer.text()
    if (!answer.ok) throw new Error(`A question was answered with ${answer.status}.`)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  const [before, bytesBefore, began] = [await usageOf(address), await stored(), performance.now()]
  let replies = 0
  const loop = async () => {
    for (; performance.now() - began < REPLIES_MS; replies++) await ask()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  const seconds = (performance.now() - began) / 1000
  const after = await usageOf(address)
  const bytes = ((await stored()) - bytesBefore) / replies
  console.log(`  ${AT_ONCE} replies of ${WORDS} words at once: ${(replies / seconds).toFixed(1)} a second`)
  console.log(`  a reply: ${((after.cpuMs - before.cpuMs) / replies).toFixed(1)} ms of processor time`)
  console.log(`  a question and its reply: ${(bytes / 1024).toFixed(1)} KB of disk`)
  console.log(`  memory meanwhile: ${(after.residentBytes / MB).toFixed(0)} MB`)
}

async function databaseBytes(url: string): Promise<number> {
  const { sql, end } = connectSql(url)
  await sql.unsafe('checkpoint')
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`
  await end()
  return row?.bytes ?? 0
}

/** The log of the database's writes has a size of its own, and is left out. */
async function folderBytes(folder: string): Promise<number> {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('pg_wal'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
