import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { modelOutcome, modelRequest } from '../../../../test/ask-model.ts'
import { ownDatabase } from '../../../../test/database.ts'
import { startKeyProvider } from '../../../../test/key-provider.ts'
import { modelKeyClient } from '../../../../test/model-key-client.ts'
import type { Send } from '../../../../test/sign-in.ts'
import { unzip } from '../../../../test/zips.ts'
import { createLog } from '../../base/log.ts'
import { SecretBox } from '../../base/secrets/secret-box.ts'
import { deleteModelKey, insertModelKey } from '../../db/models/model-keys.ts'
import { rotateKeys, sealKey } from './sealed-keys.ts'

const provider = await startKeyProvider()
afterAll(provider.close)
const database = await ownDatabase()
const { db, sql } = database
const [older, newer] = ['the secret of last year, of 32 signs', 'the secret of this year, of 32 signs']
const MODEL_ADDRESS_RANGES = ['127.0.0.1/32']
const wallet = 'somebody'

/** Stores keys of one wallet as a server did that knew only the older secret. */
async function storeKeys(count: number) {
  const box = new SecretBox(older)
  const stored: { id: string; key: string }[] = []
  for (let number = 0; number < count; number++) {
    const [id, key] = [randomUUID(), `sk-${randomBytes(16).toString('hex')}`]
    const { address } = provider
    provider.valid.add(key)
    stored.push({ id, key })
    const now = new Date()
    await insertModelKey(
      db,
      {
        ...{ id, wallet, address, name: 'One', preset: 'custom', dialect: 'chat', ending: '', models: [] },
        ...sealKey(box, key, { id, wallet, address }),
        ...{ caps: { words: null, cents: null, wordsEach: null }, lastUsedAt: null },
        ...{ listedAt: now, createdAt: now },
      },
      1_000,
    )
  }
  return stored
}

test('keys are encrypted anew beside replies that run and keys that go, each once, and none is lost', async () => {
  const running = testApp(database, { settings: { SECRET_KEY: [newer, older], MODEL_ADDRESS_RANGES } })
  const stored = await storeKeys(40)
  const gone = stored.slice(0, 5)
  const kept = stored.slice(5)
  const ask = async ({ id }: { id: string }, on = running) => {
    const found = await on.ownKeys.find(wallet, `key:${id}/small`)
    return found && modelOutcome(found.ask(modelRequest, new AbortController().signal))
  }
  provider.stall()
  const before = provider.requests.length
  const begun = kept.slice(0, 5).map((one) => ask(one))
  await expect.poll(() => provider.requests.length).toBe(before + begun.length)

  const box = new SecretBox(newer, older)
  const both = Promise.all([rotateKeys(db, box, 3), rotateKeys(db, box, 4)])
  for (const { id } of gone) await deleteModelKey(db, { id, wallet })
  provider.release()
  for (const one of kept) expect(await ask(one)).toMatchObject({ text: 'Hello there.', end: 'stop' })
  for (const reply of begun) expect(await reply).toMatchObject({ text: 'Hello there.', end: 'stop' })
  const [one, other] = await both
  expect([one.unreadable, other.unreadable]).toEqual([[], []])
  expect(one.rotated + other.rotated).toBeGreaterThanOrEqual(kept.length)
  expect(one.rotated + other.rotated).toBeLessThanOrEqual(stored.length)

  const after = testApp(database, { settings: { SECRET_KEY: [newer], MODEL_ADDRESS_RANGES } })
  provider.requests.length = 0
  for (const key of kept) expect(await ask(key, after)).toMatchObject({ end: 'stop' })
  expect(provider.requests.map(({ key }) => key)).toEqual(kept.map(({ key }) => key))
  expect(await rotateKeys(db, new SecretBox(newer), 3)).toEqual({ rotated: 0, unreadable: [] })
  await sql`delete from model_keys`
})

test('a key that no secret opens is named, changed by nobody, and keeps none of the others', async () => {
  const [lost, whole] = await storeKeys(2)
  if (!lost || !whole) throw new Error('They were not stored.')
  await sql`update model_keys set wallet = 'somebody else' where id = ${lost.id}`
  const sealed = () => sql`select sealed from model_keys where id = ${lost.id}`
  const before = await sealed()
  expect(await rotateKeys(db, new SecretBox(newer, older))).toEqual({ rotated: 1, unreadable: [lost.id] })
  expect(await rotateKeys(db, new SecretBox(newer))).toEqual({ rotated: 0, unreadable: [lost.id] })
  expect(await sealed()).toEqual(before)
  await sql`delete from model_keys`
})

/** How a text stands in others: as it is, in hexadecimal, and in base64 wherever it begins there. */
function formsOf(text: string): string[] {
  const base64 = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from('x'.repeat(offset) + text).toString('base64')
    // The first and last signs depend on what stands beside the text.
    const inner = encoded.slice(offset === 0 ? 0 : 4, -4)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const hex = Buffer.from(text).toString('hex')
  return [...new Set([text, hex, hex.toUpperCase(), encodeURIComponent(text), ...base64])]
}

test('after everything that is done with keys none of them is found: in no table, log or answer, in no form', async () => {
  const lines: string[] = []
  const answers: string[] = []
  const log = createLog('debug', { write: (line) => lines.push(line) })
  const app = testApp(database, { log, settings: { SECRET_KEY: [newer, older], MODEL_ADDRESS_RANGES } })
  const send: Send = async (...sent) => {
    const answer = await app.send(...sent)
    const bytes = new Uint8Array(await answer.clone().arrayBuffer())
    answers.push(JSON.stringify([...answer.headers]), Buffer.from(bytes).toString())
    if (answer.headers.get('content-type') === 'application/zip')
      answers.push(...[...(await unzip(bytes))].flat())
    return answer
  }
  const { wanted, add, added, list, change, remove, refresh } = modelKeyClient(send, provider)
  const as = await app.signIn()
  const ask = async (id: string) => {
    const found = await app.ownKeys.find(as.address, `key:${id}/small`)
    const outcome = found && (await modelOutcome(found.ask(modelRequest, new AbortController().signal)))
    if (outcome?.error) log.error({ err: outcome.error }, 'Error generating response')
    return outcome
  }

  const refused = { ...wanted(), key: `sk-refused-${randomBytes(18).toString('base64url')}` }
  expect((await send('POST', '/api/me/model-keys', { as, json: refused })).status).toBe(422)
  const tooLong = `sk-${'long'.repeat(120)}`
  expect((await add(as, { key: tooLong })).status).toBe(422)
  const [used, revoked, removed] = [await added(as), await added(as), await added(as)]
  expect(await ask(used.ownKey.id)).toMatchObject({ end: 'stop' })
  provider.valid.delete(revoked.key)
  expect(await ask(revoked.ownKey.id)).toMatchObject({ error: { name: 'AuthenticationError' } })
  expect((await refresh(as, revoked.ownKey.id)).status).toBe(502)
  await change(as, used.ownKey.id, { name: 'Ours' })
  await send('POST', '/api/me/model-keys', { as, json: { ...wanted(), id: used.ownKey.id } })
  await list(as)
  expect((await remove(as, removed.ownKey.id)).status).toBe(204)
  await rotateKeys(db, new SecretBox(older, newer))
  expect(await ask(used.ownKey.id)).toMatchObject({ end: 'stop' })
  await send('GET', '/api/me/export', { as })
  await app.ownKeys.flush()

  const exported = answers.find((text) => text.startsWith('{\n  "keys"'))
  expect(JSON.parse(exported ?? '').keys).toMatchObject([
    { name: 'Ours', preset: 'custom', address: provider.address, models: ['small', 'large'] },
    { name: 'Mine' },
  ])
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const rows: string[] = []
  for (const { name } of tables)
    rows.push(
      ...(await sql.unsafe(`select whole::text as text from "${name}" whole`)).map(({ text }) => text),
    )
  expect([tables.length > 30, rows.join().includes('Ours'), lines.length > 0]).toEqual([true, true, true])

  const keys = [refused.key, tooLong, used.key, revoked.key, removed.key]
  const found = Object.entries({ rows, lines, answers }).flatMap(([where, texts]) =>
    keys.flatMap((key) =>
      formsOf(key)
        .filter((form) => texts.some((text) => text.includes(form)))
        .map((form) => `${where}: ${form}`),
    ),
  )
  expect(found).toEqual([])
  // That the search finds what is there.
  for (const form of formsOf(used.ownKey.id).slice(0, 1))
    expect([rows, answers].every((texts) => texts.some((text) => text.includes(form)))).toBe(true)
  // Nor is the secret anywhere.
  for (const secret of [older, newer])
    for (const form of formsOf(secret))
      expect(
        [...rows, ...lines, ...answers].some((text) => text.includes(form)),
        form,
      ).toBe(false)
}, 300_000)
