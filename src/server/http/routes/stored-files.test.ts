import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { agentSources } from '../../../../test/agent-sources.ts'
import { newAgent, testApp } from '../../../../test/app.ts'
import { ownDatabase } from '../../../../test/database.ts'
import { S3Server } from '../../../../test/s3-server.ts'
import { unzip } from '../../../../test/zips.ts'
import { type Env, readEnv } from '../../base/env.ts'
import { KEEP_UNUSED_MS, STORED_FROM } from '../../domain/files/stored-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'bionic-files-'))
const s3 = await new S3Server().listen()
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const HOUR_MS = 60 * 60_000

/** A place whose files are there, with somebody in it. */
async function placeWith(variables: Record<string, string>) {
  const { FILES, FILES_ENDPOINT, FILES_REGION, FILES_KEY, FILES_SECRET } = readEnv(variables)
  const database = await ownDatabase()
  const settings: Partial<Env> = { FILES, FILES_ENDPOINT, FILES_REGION, FILES_KEY, FILES_SECRET }
  const app = testApp(database, { settings })
  await app.storedFiles.prepare()
  const [ada, bob] = [await app.signIn(), await app.signIn()]
  return { ...app, ...database, ada, bob, documents: agentSources(app) }
}

const places = {
  database: await placeWith({}),
  disk: await placeWith({ FILES: `disk:${folder}` }),
  s3: await placeWith(s3.settings),
}
type Place = (typeof places)['disk']

/** As a picture it is large, too: noise does not shrink. */
const noise = () => sharp(randomBytes(500 * 500 * 3), { raw: { width: 500, height: 500, channels: 3 } })
const documentOf = (lines = 800) =>
  Array.from({ length: lines }, () => `The number is ${randomBytes(4).toString('hex')}.`).join('\n')

async function uploadPicture({ send, ada }: Place): Promise<string> {
  const body = await noise().png().toBuffer()
  const answer = await send('POST', '/api/images', { as: ada, body })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { imageUrl: string }).imageUrl
}

const original = ({ send, ada }: Place, id: string) => send('GET', `/api/sources/${id}/file`, { as: ada })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const sweepAll = async ({ sweeps }: Place) => {
  for (const sweep of Object.values(sweeps)) await sweep()
}

/** Bytes that are in rows, and files that a store is known to have. */
async function kept({ sql }: Place) {
  const [found] = await sql`
    select (select count(*) from images where bytes is not null)::int
        + (select count(distinct file_id) from source_file_chunks)::int as rows,
      (select count(*) from stored_files)::int as files`
  return found
}

beforeEach(() => {
  s3.isOut = false
})

describe.each(Object.entries(places))('with files in the %s', (kind, place) => {
  const isOutside = kind !== 'database'
  const { send, ada, documents, sql } = place

  test('pictures and documents come back byte by byte, with the headers that they always have', async () => {
    const before = await kept(place)
    const imageUrl = await uploadPicture(place)
    const shown = await send('GET', imageUrl)
    expect(Number(shown.headers.get('content-length'))).toBeGreaterThan(STORED_FROM)
    expect(shown.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(shown.headers.get('etag')).toBe(`"${imageUrl.slice(8, 72)}"`)
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(500)
    expect((await send('GET', imageUrl.replace('/images/', '/images/w96/'))).status).toBe(200)
    const agent = await documents.makeAgent(ada, { imageUrl })
    const text = documentOf()
    const source = await documents.read(agent, ada, { name: 'numbers.txt', body: text })
    expect(source.state.kind).toBe('ready')
    expect(sha256(await (await original(place, source.id)).text())).toBe(sha256(text))
    expect((await documents.list(agent, ada)).room?.bytes).toBe(text.length)
    const [rows, files] = isOutside ? [0, 2] : [2, 0]
    expect(await kept(place)).toEqual({ rows: before?.rows + rows, files: before?.files + files })
  })

  test('what is small stays in its row', async () => {
    const agent = await documents.makeAgent(ada)
    const before = await kept(place)
    const source = await documents.read(agent, ada, { name: 'short.txt', body: 'Only a few words.' })
    expect(await (await original(place, source.id)).text()).toBe('Only a few words.')
    expect(await kept(place)).toEqual({ rows: before?.rows + 1, files: before?.files })
  })

  test('twenty uploads of the same content at once are stored once', async () => {
    const agent = await documents.makeAgent(ada)
    const text = documentOf()
    const before = await kept(place)
    for (let round = 0; round < 7; round++) {
      const answers = await Promise.all(
        Array.from({ length: 3 }, (_, index) =>
          documents.send(agent, ada, { name: `${round}-${index}.txt`, body: text }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    }
    const after = await kept(place)
    expect(after?.rows + after?.files).toBe(before?.rows + before?.files + 1)
    const [files] = await sql`select count(distinct file_id)::int as count from source_versions
      join sources on sources.id = source_versions.source_id where agent_id = ${agent.id}`
    expect(files?.count).toBe(1)
  })

  test('a file goes hours after the last row that refers to it, and not before', async () => {
    const [one, other] = [await documents.makeAgent(ada), await documents.makeAgent(place.bob)]
    const text = documentOf()
    await documents.read(one, ada, { name: 'a.txt', body: text })
    const kept = await documents.read(other, place.bob, { name: 'b.txt', body: text })
    const hash = sha256(text)
    const openKept = () => send('GET', `/api/sources/${kept.id}/file`, { as: place.bob })
    expect((await send('DELETE', `/api/agents/${one.id}`, { as: ada })).status).toBe(204)
    place.advance(KEEP_UNUSED_MS + 3 * HOUR_MS)
    await sweepAll(place)
    expect(sha256(await (await openKept()).text())).toBe(sha256(text))
    expect((await send('DELETE', `/api/agents/${other.id}`, { as: place.bob })).status).toBe(204)
    place.advance(2 * HOUR_MS)
    await sweepAll(place)
    if (isOutside) expect(await place.storedFiles.read(hash)).toEqual(Buffer.from(text))
    place.advance(KEEP_UNUSED_MS + HOUR_MS)
    await sweepAll(place)
    expect(await place.storedFiles.open(hash)).toBeNull()
    expect(await sql`select from stored_files where hash = ${hash}`).toEqual([])
    expect(await sql`select from source_files where hash = ${hash}`).toEqual([])
  })
})

describe.each(['disk', 's3'] as const)('with files in the %s', (kind) => {
  const place = places[kind]
  const { storedFiles, ada, documents, sql } = place

  test('a file whose server died before it stored the row goes hours later', async () => {
    const bytes = randomBytes(50_000)
    await storedFiles.hold(bytes)
    const [{ hash }] = (await sql`select hash from stored_files where bytes = 50000`) as [{ hash: string }]
    await storedFiles.sweep()
    expect(await storedFiles.read(hash)).toEqual(bytes)
    place.advance(KEEP_UNUSED_MS + HOUR_MS)
    await storedFiles.sweep()
    expect(await storedFiles.open(hash)).toBeNull()
  })

  test('what is uploaded again while it is being deleted is there afterwards', async () => {
    const bytes = randomBytes(60_000)
    await storedFiles.hold(bytes)
    const [{ hash }] = (await sql`select hash from stored_files where bytes = 60000`) as [{ hash: string }]
    await sql`update stored_files set unused_since = now() - interval '1 year' where hash = ${hash}`
    await Promise.all([storedFiles.sweep(), ...Array.from({ length: 5 }, () => storedFiles.hold(bytes))])
    expect(await storedFiles.read(hash)).toEqual(bytes)
    expect(await sql`select is_going as going from stored_files where hash = ${hash}`).toEqual([
      { going: false },
    ])
  })

  test('erasing everything of a wallet takes its files along', async () => {
    const leaver = await place.signIn()
    const agent = await documents.makeAgent(leaver)
    const text = documentOf()
    const hash = sha256(text)
    await documents.read(agent, leaver, { name: 'a.txt', body: text })
    expect(await storedFiles.read(hash)).not.toBeNull()
    const headers = await place.sign(leaver, { action: 'delete-everything' })
    expect((await place.send('DELETE', '/api/me', { as: leaver, headers })).status).toBe(200)
    for (const hours of [1, 2, 7]) {
      place.advance(hours * HOUR_MS)
      await sweepAll(place)
    }
    expect(await storedFiles.open(hash)).toBeNull()
  })

  test('cards keep their files, and copies of an agent refer to the same', async () => {
    const agent = await documents.makeAgent(ada)
    const content = randomBytes(40_000)
    const held = await place.cardFiles.hold([
      { path: 'a.bin', content },
      { path: 'small.bin', content: content.subarray(0, 10) },
    ])
    for (const { path, content: bytes, hash, fileBytes } of held)
      await sql`insert into card_files (agent_id, path, content, hash, file_bytes)
        values (${agent.id}, ${path}, ${bytes}, ${hash}, ${fileBytes})`
    expect(await place.cardFiles.list(agent.id)).toEqual([
      { path: 'a.bin', bytes: 40_000 },
      { path: 'small.bin', bytes: 10 },
    ])
    expect(await place.cardFiles.readAll(agent.id)).toEqual([
      { path: 'a.bin', content },
      { path: 'small.bin', content: content.subarray(0, 10) },
    ])
  })
})

test('a bucket that does not answer is 503 with its code, told by the place, and nothing else stops', async () => {
  const place = places.s3
  const { send, ada, documents } = place
  const imageUrl = await uploadPicture(place)
  const agent = await documents.makeAgent(ada)
  s3.isOut = true
  const read = await send('GET', imageUrl)
  expect([read.status, await read.json()]).toMatchObject([503, { code: 'files_unavailable', retryAfter: 5 }])
  const ready = await send('GET', '/readyz')
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reasons: ['files_unreachable'] }])
  const written = await documents.send(agent, ada, { name: 'a.txt', body: documentOf() })
  expect([written.status, await written.json()]).toMatchObject([503, { code: 'files_unavailable' }])
  const made = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, id: randomUUID() } })
  expect(made.status).toBe(201)
  s3.isOut = false
  expect((await send('GET', imageUrl)).status).toBe(200)
  expect(await (await send('GET', '/readyz')).json()).toEqual({ ready: true, reasons: [] })
})

test('an export while a bucket does not answer breaks off, instead of leaving documents out unsaid', async () => {
  const { send, signIn, documents } = places.s3
  const as = await signIn()
  await documents.read(await documents.makeAgent(as), as, { name: 'numbers.txt', body: documentOf(2_000) })
  const read = async () => (await send('GET', '/api/me/export', { as })).arrayBuffer()
  s3.isOut = true
  await expect(read()).rejects.toThrow()
  s3.isOut = false
  const names = [...(await unzip(new Uint8Array(await read()))).keys()]
  expect(names.filter((name) => name.startsWith('documents/'))).toHaveLength(1)
})

test('a document that waits for its bucket is read once that answers, however long it takes', async () => {
  const { ada, documents, readIn, sql } = places.s3
  const agent = await documents.makeAgent(ada)
  const { id } = await documents.read(agent, ada, { name: 'a.txt', body: documentOf() })
  const passTenMinutes = () =>
    sql`update source_versions set beat_at = beat_at - interval '10 minutes' where source_id = ${id}`
  s3.isOut = true
  await sql`update source_versions set state = 'waiting', tries = 0 where source_id = ${id}`
  for (let round = 0; round < 4; round++) {
    await passTenMinutes()
    readIn.wake()
    await readIn.settled()
    expect((await documents.list(agent, ada)).sources[0]?.state.kind).toBe('reading')
  }
  s3.isOut = false
  await passTenMinutes()
  readIn.wake()
  await readIn.settled()
  expect((await documents.list(agent, ada)).sources[0]?.state.kind).toBe('ready')
})
