/**
 * What a backup costs whoever works meanwhile, and whether it has all that was acknowledged before it: 20 replies run
 * and so many messages a second are written, on either kind of database, in turn without a backup and beside one, of a
 * database that has so many messages before; of the second, only what begins while it is made counts. The last one is
 * then restored into the other kind, and looked over by `check`.
 *
 * DATABASE_URL=… node bench/backup-beside-work.ts [seconds of each phase, if not 15] [writes a second, if not 200]
 * [messages before, if not 500,000]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { numberedWords, startModelServer } from '../e2e/fakes/model-server.ts'
import { createLog } from '../src/server/base/log.ts'
import { migrate } from '../src/server/db/connect/migrate.ts'
import { connectDatabase } from '../src/server/db/open/open-database.ts'
import { newAgent } from '../test/app.ts'
import { conversationClient, firstQuestion } from '../test/conversation-client.ts'
import { startServerProcess } from '../test/server-process.ts'
import { type Account, requestInit, type Send, signInWith } from '../test/sign-in.ts'
import { sqlTag } from '../test/sql-tag.ts'
import { runBionic } from './backup/run-bionic.ts'
import { percentile } from './percentile.ts'
import { loadManyAgents } from './scale/load-many-agents.ts'
import { loadManyMessages } from './scale/load-many-messages.ts'
import { temporaryDatabase } from './temporary-database.ts'

const seconds = Number(process.argv[2] ?? 15)
const serverUrl = process.env.DATABASE_URL
if (!serverUrl) throw new Error('DATABASE_URL is needed: a PostgreSQL in which databases may be created')

const writesASecond = Number(process.argv[3] ?? 200)

const messagesBefore = Number(process.argv[4] ?? 500_000)

const [REPLIES, WRITERS, WORD_MS] = [20, 20, 100]
/** What is there before: agents, and the characters of each reply. */
const [AGENTS, REPLY_CHARACTERS] = [1_000, 720]
/** How often the two phases take turns, since a machine that others use changes with time. */
const TURNS = 3

interface Written {
  id: string
  /** When its acknowledgement came. */
  at: number
}

/** Keeps so many replies running until it is stopped. */
function keepReplies(send: Send, people: readonly Account[], agentId: string) {
  let going = true
  const one = async (as: Account) => {
    while (going) {
      const asked = await conversationClient(send, as).ask(crypto.randomUUID(), firstQuestion(agentId))
      await asked.text().catch(() => '')
    }
  }
  const all = Promise.all(people.map(one))
  return () => {
    going = false
    return all
  }
}

interface Took {
  began: number
  ms: number
}

/** Writes at a steady rate, whether or not the answers come. */
async function write(send: Send, people: readonly Account[], realmId: string, written: Written[]) {
  const took: Took[] = []
  const running: Promise<void>[] = []
  const began = performance.now()
  for (let count = 0; count < seconds * writesASecond; count++) {
    const due = began + (count * 1000) / writesASecond
    if (due > performance.now()) await wait(due - performance.now())
    const id = crypto.randomUUID()
    const as = people[count % people.length]
    const start = performance.now()
    running.push(
      send('POST', `/api/realms/${realmId}/messages`, { as, json: { id, content: `Message ${count}` } }).then(
        async (answer) => {
          await answer.text()
          took.push({ began: start, ms: performance.now() - start })
          if (answer.ok) written.push({ id, at: Date.now() })
        },
      ),
    )
  }
  await Promise.all(running)
  return took
}

/** How many of those that were acknowledged before the backup was begun are not in what was restored from it. */
async function countMissing(
  target: { DATA_DIR: string; DATABASE_URL?: string },
  written: readonly Written[],
) {
  const options = { databaseUrl: target.DATABASE_URL, dataDir: target.DATA_DIR, log: createLog('silent') }
  const database = await connectDatabase(options)
  try {
    const sql = sqlTag(database.db)
    const stored = new Set((await sql<{ id: string }[]>`select id from realm_messages`).map(({ id }) => id))
    return written.filter(({ id }) => !stored.has(id)).length
  } finally {
    await database.close()
  }
}

/** So that a backup takes its time, as that of a place does which is used. */
async function fill({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
}: {
  DATA_DIR: string
  DATABASE_URL?: string
}) {
  const database = await connectDatabase({ databaseUrl, dataDir, log: createLog('silent') })
  try {
    await migrate(database)
    await loadManyAgents(database, AGENTS)
    await loadManyMessages(database, messagesBefore, REPLY_CHARACTERS)
  } finally {
    await database.close()
  }
}

const said = (took: readonly number[]) =>
  `p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms of ${took.length}`

/** @param settings of the server @param target where the backup is restored, of the other kind */
async function measure(
  kind: string,
  settings: { DATA_DIR: string; DATABASE_URL?: string },
  target: { DATA_DIR: string; DATABASE_URL?: string },
) {
  await fill(settings)
  const model = await startModelServer()
  model.choose(() => ({ name: 'words', words: numberedWords(100), delayMs: WORD_MS }))
  const server = await startServerProcess({
    ...{ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseUrl, ...settings },
  })
  const file = `${target.DATA_DIR}.zip`
  try {
    const send: Send = (method, path, sent) => fetch(server.address + path, requestInit(method, sent))
    const people = await Promise.all(Array.from({ length: WRITERS }, () => signInWith(send)))
    const make = async (path: string, json: unknown): Promise<string> =>
      (await (await send('POST', path, { as: people[0], json })).json()).id
    const agentId = await make('/api/agents', newAgent)
    await make(`/api/agents/${agentId}/publish`, {})
    const realmId = await make('/api/realms', { name: 'Alexandria', description: 'A library' })
    const stop = keepReplies(send, people.slice(0, REPLIES), agentId)
    const written: Written[] = []
    const phase = () => write(send, people, realmId, written)
    // Once for warming up.
    await phase()
    const [alone, beside]: [number[], number[]] = [[], []]
    let last = { begun: 0, seconds: 0, memory: 0 }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const { ms } of await phase()) alone.push(ms)
      rmSync(file, { force: true })
      const [from, writing] = [performance.now(), phase()]
      last = { begun: Date.now(), ...(await runBionic(['backup', file], settings)) }
      const to = performance.now()
      for (const { began, ms } of await writing) if (from <= began && began < to) beside.push(ms)
    }
    await stop()
    const times = percentile(beside, 0.99) / percentile(alone, 0.99)
    console.log(
      `  ${kind}: without a backup ${said(alone)}; beside one ${said(beside)}: p99 ${times.toFixed(2)} times`,
    )
    console.log(`    the last one took ${last.seconds.toFixed(1)} s and ${last.memory.toFixed(0)} MB`)
    const before = written.filter(({ at }) => at < last.begun)
    const restored = await runBionic(['restore', file], target)
    await runBionic(['check'], target)
    const missing = await countMissing(target, before)
    console.log(
      `    restored into the other kind in ${restored.seconds.toFixed(1)} s, checked without a finding; ${missing} missing of ${before.length} that were acknowledged before`,
    )
    if (missing > 0) process.exitCode = 1
  } finally {
    await server.stop()
    await model.close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bionic-beside-'))
const place = (name: string) => ({ DATA_DIR: join(folder, name) })
for (const embedded of [true, false]) {
  const database = await temporaryDatabase(serverUrl)
  const ofPostgresql = { ...place(`postgresql-${embedded}`), DATABASE_URL: database.url }
  const ofEmbedded = place(`embedded-${embedded}`)
  try {
    if (embedded) await measure('embedded', ofEmbedded, ofPostgresql)
    else await measure('PostgreSQL', ofPostgresql, ofEmbedded)
  } finally {
    await database.remove()
  }
}
rmSync(folder, { recursive: true, force: true })
