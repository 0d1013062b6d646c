import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { newAgent, testApp } from '../../../../test/app.ts'
import { testDatabase, testDatabaseVariables } from '../../../../test/database.ts'
import { lines, makePdf } from '../../../../test/documents/make-pdf.ts'
import { startServerProcess } from '../../../../test/server-process.ts'
import { requestInit, type Send, signInWith } from '../../../../test/sign-in.ts'
import type { SqlTag } from '../../../../test/sql-tag.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import type { SourceList } from '../../../shared/knowledge/sources.ts'
import { createLog } from '../../base/log.ts'
import { claimJob, finishJob } from '../../db/knowledge/source-jobs.ts'
import { unlimited } from '../quotas/quota.ts'
import { IndexWriter } from './index-writer.ts'
import { createReadIn } from './read-in.ts'
import { Sources } from './sources.ts'
import { Uploads } from './uploads.ts'

const database = await testDatabase()
const { db } = database
const app = testApp(database)
const [ada, bob] = [await app.signIn(), await app.signIn()]
const { makeAgent, list } = agentSources(app)
const { storedFiles } = app
const limits = { memoryBytes: 256 * 1024 * 1024 }
const log = createLog('silent')
const clock = () => new Date()

/** Uploads a document without having it read. */
const uploads = new Sources({
  db,
  clock,
  agents: app.agents,
  limits: { files: 100, bytes: 1e8, fileBytes: 1e8 },
  uploads: new Uploads({ db, clock, storedFiles, quota: unlimited, onUploaded() {} }),
  storedFiles,
  onRestored() {},
})
// Otherwise that server would read the documents uploaded here.
await app.readIn.close()

async function* once(text: string) {
  yield Buffer.from(text)
}
async function upload(agent: Agent, owner: string, text: string): Promise<string> {
  const sourceId = randomUUID()
  await uploads.add({ agentId: agent.id, sourceId }, owner, { name: 'a.txt', content: once(text) })
  return sourceId
}

function reader(options: Partial<Parameters<typeof createReadIn>[0]> = {}) {
  const made = createReadIn({ db, log, storedFiles, limits, times: { pollMs: 60_000 }, ...options })
  onTestFinished(() => made.close())
  return made
}

/** A program that replaces the reader: `onFile` responds to a file. */
function program(onFile: string): URL {
  const path = join(temporaryFolder(), 'program.ts')
  const frames = fileURLToPath(new URL('../sandbox/frames.ts', import.meta.url))
  writeFileSync(
    path,
    `import { frameKinds, readFrames, writeFrame } from ${JSON.stringify(frames)}
     const send = (kind, value) => writeFrame(process.stdout, kind, Buffer.from(JSON.stringify(value)))
     const passage = { number: 1, page: 1, lastPage: null, heading: null, from: 0, to: 9, text: 'A quince.', words: 'a quince' }
     const passages = { kind: 'passages', language: 'en', passages: [passage] }
     readFrames(process.stdin, 1e9, { onFrame({ kind }) { if (kind === frameKinds.work) { ${onFile} } }, onTooLong() {} })
     writeFrame(process.stdout, frameKinds.ready)`,
  )
  return pathToFileURL(path)
}

/** What of this database waits for the rows of another transaction. */
const waiting = (sql: SqlTag) => sql`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const stateOf = async (agent: Agent) => (await list(agent, ada)).sources[0]?.state

test('what a dead server left half read is taken up by another one, and is there once', async () => {
  const agent = await makeAgent(ada)
  await upload(agent, ada.address, 'The quince tree stands behind the barn.')
  const job = await claimJob(db, { claim: randomUUID(), leaseMs: 60_000 })
  if (!job) throw new Error('There is no job')
  const half = {
    number: 1,
    page: null,
    lastPage: null,
    heading: null,
    from: 0,
    to: 4,
    text: 'Half',
    words: 'half',
  }
  const writer = new IndexWriter(db, job)
  expect(await writer.store([half], { searchConfig: 'english' })).toBe(true)
  expect(await writer.end()).toBe(true)
  const other = reader()
  other.wake()
  await other.settled()
  // It may still be running.
  expect(await stateOf(agent)).toMatchObject({ kind: 'reading' })
  await database.sql`update source_versions set beat_at = beat_at - interval '61 seconds' where id = ${job.versionId}`
  other.wake()
  await other.settled()
  expect(await stateOf(agent)).toMatchObject({ kind: 'ready', passages: 1 })
  const search = (query: string) =>
    app.knowledge.searchPassages({ agentId: agent.id, wallet: ada.address, query })
  expect(await search('half')).toEqual([])
  expect(await search('quince')).toHaveLength(1)
  // If it continues, it has lost its claim.
  expect(
    await writer.store([{ ...half, number: 2 }], {
      searchConfig: 'english',
    }),
  ).toBe(false)
  expect(await writer.end()).toBe(false)
})

test('a document that is given back by a server which ends is read by the next one', async () => {
  const agent = await makeAgent(ada)
  await upload(agent, ada.address, 'The pear tree stands before the barn.')
  const first = createReadIn({ db, log, storedFiles, limits, entry: program('') })
  first.wake()
  await expect.poll(() => stateOf(agent)).toMatchObject({ kind: 'reading' })
  await first.close()
  expect(await stateOf(agent)).toEqual({ kind: 'waiting' })
  const next = reader()
  next.wake()
  await next.settled()
  expect(await stateOf(agent)).toMatchObject({ kind: 'ready' })
})

test('a document that is being deleted while its last words are read is gone, and nobody waits for the other', async () => {
  const sourceId = await upload(await makeAgent(ada), ada.address, 'Gone.')
  const job = await claimJob(db, { claim: randomUUID(), leaseMs: 60_000 })
  if (!job) throw new Error('There is no job')
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  await database.sql.begin(async (own) => {
    await own`update sources set deleted_at = now() where id = ${sourceId}`
    const read = { pages: null, characters: 5, language: null, notes: [] }
    finish(finishJob(db, job, read))
    // An embedded database has one connection: there it has not begun.
    if (inject('template').kind === 'postgresql')
      await expect.poll(async () => (await waiting(own)).length).toBe(1)
    await own`delete from sources where id = ${sourceId}`
  })
  await finished
  expect([...(await database.sql`select from source_versions where id = ${job.versionId}`)]).toEqual([])
})

test("one wallet's many documents do not stand before another's first one", async () => {
  const [hers, his] = [await makeAgent(ada), await makeAgent(bob)]
  for (let count = 0; count < 3; count++) await upload(hers, ada.address, `Document ${count}.`)
  await upload(his, bob.address, 'The only one.')
  const order: string[] = []
  for (let count = 0; count < 4; count++) {
    const job = await claimJob(db, { claim: randomUUID(), leaseMs: 60_000 })
    order.push(job?.wallet ?? '')
  }
  expect(order).toEqual([bob.address, ada.address, ada.address, ada.address])
})

test('what is small comes before what is large, until that has waited for ten minutes', async () => {
  const [hers, his] = [await makeAgent(ada), await makeAgent(bob)]
  const next = async () => {
    return (await claimJob(db, { claim: randomUUID(), leaseMs: 60_000 }))?.wallet
  }
  await upload(his, bob.address, 'The last that was read.')
  await next()
  const large = await upload(hers, ada.address, 'A long book. '.repeat(100_000))
  await upload(his, bob.address, 'A note.')
  expect(await next()).toBe(bob.address)
  await upload(his, bob.address, 'Another note.')
  await database.sql`update source_versions set created_at = now() - interval '10 minutes 1 second' where source_id = ${large}`
  expect(await next()).toBe(ada.address)
  expect(await next()).toBe(bob.address)
})

test.each([
  ['takes too long', 'send(frameKinds.piece, passages)', 'takes too long to read'],
  [
    'crashes its reader',
    'send(frameKinds.piece, passages); setTimeout(() => process.exit(1), 100)',
    'reading it stopped',
  ],
])('a document that %s keeps what was read of it, and says so', async (_, onFile, sentence) => {
  const agent = await makeAgent(ada)
  await upload(agent, ada.address, 'Whatever.')
  const one = reader({ entry: program(onFile), limits: { ...limits, quietMs: 1_500 } })
  one.wake()
  await one.settled()
  expect(await stateOf(agent)).toMatchObject({
    kind: 'ready',
    passages: 1,
    notes: [expect.stringContaining(sentence)],
  })
})

test('a document of which nothing was read says why, and the next one is read', async () => {
  const agent = await makeAgent(ada)
  await upload(agent, ada.address, 'Whatever.')
  const broken = reader({ entry: program('process.exit(1)') })
  broken.wake()
  await broken.settled()
  expect(await stateOf(agent)).toEqual({
    kind: 'failed',
    reason: 'This file is damaged, and reading it stopped. Nothing of it could be used.',
  })
  const other = await makeAgent(ada)
  await upload(other, ada.address, 'This one is whole.')
  const whole = reader()
  whole.wake()
  await whole.settled()
  expect(await stateOf(other)).toMatchObject({ kind: 'ready' })
})

describe.runIf(inject('template').kind === 'pglite')('a server that is killed', () => {
  test('goes on reading after its next start, and nothing of the document is missing or there twice', async () => {
    const variables = await testDatabaseVariables()
    const pages = Array.from({ length: 300 }, (_, index) =>
      lines(
        ...Array.from(
          { length: 30 },
          (_, line) => `Page ${index + 1} says in its line ${line + 1} what belongs there.`,
        ),
      ),
    )
    let server = await startServerProcess(variables)
    const send: Send = (method, path, sent) => fetch(server.address + path, requestInit(method, sent))
    const owner = await signInWith(send)
    const agent = (await (await send('POST', '/api/agents', { as: owner, json: newAgent })).json()) as Agent
    const body = new Uint8Array(makePdf(pages))
    await send('POST', `/api/agents/${agent.id}/sources?id=${randomUUID()}&name=a.pdf`, { as: owner, body })
    const state = async () => {
      const { sources } = (await (
        await send('GET', `/api/agents/${agent.id}/sources`, { as: owner })
      ).json()) as SourceList
      return sources[0]?.state
    }
    await expect.poll(state, { interval: 20 }).toMatchObject({ kind: 'reading', of: 300 })
    await server.kill()
    server = await startServerProcess(variables)
    onTestFinished(() => server.kill())
    await expect.poll(state).toMatchObject({ kind: 'ready', pages: 300, notes: [] })
    const found = await send('GET', `/api/agents/${agent.id}/sources/search?query=page+231`, { as: owner })
    const { passages } = (await found.json()) as { passages: { page: number }[] }
    expect(passages.map(({ page }) => page)).toContain(231)
    expect(await state()).toMatchObject({ passages: expect.any(Number) })
  })
})
