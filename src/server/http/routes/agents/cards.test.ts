import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../../test/app.ts'
import { openBytes, pngCard, someCard } from '../../../../../test/cards.ts'
import { anyDatabase } from '../../../../../test/database.ts'
import { exportOf, importTo } from '../../../../../test/own-exports.ts'
import { asking } from '../../../../../test/own-world.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import { unzip, zipOf } from '../../../../../test/zips.ts'
import { categoryCapabilities } from '../../../../shared/agents/agent-defaults.ts'
import type { Agent, AgentPage } from '../../../../shared/agents/agents.ts'
import {
  type CardPreview,
  cardPreviewSchema,
  type ImportedCard,
  importedCardSchema,
} from '../../../../shared/agents/cards.ts'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import { findPersona, savePersona } from '../../../db/agents/personas.ts'
import type { JsonObject } from '../../../domain/cards/card-draft.ts'
import { writePng } from '../../../domain/cards/png-chunks.ts'

const database = await anyDatabase()
const { send, signIn } = testApp(database)
const ask = asking(send)

const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#22e6ff' } })
  .png()
  .toBuffer()
const card = pngCard({ ccv3: someCard }, picture)

const file = (body: Uint8Array | string, as?: Account) => ({
  as,
  body: typeof body === 'string' ? body : Uint8Array.from(body),
  headers: { 'content-type': 'application/octet-stream' },
})
const preview = async (body: Uint8Array | string, as?: Account): Promise<CardPreview> => {
  const answer = await send('POST', '/api/cards/preview', file(body, as))
  expect(answer.status, await answer.clone().text()).toBe(200)
  return cardPreviewSchema.parse(await answer.json())
}
async function bring(body: Uint8Array | string, as: Account, query: Record<string, string> = {}) {
  const asked = new URLSearchParams({ id: randomUUID(), ...query })
  const answer = await send('POST', `/api/cards?${asked}`, file(body, as))
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return { status: answer.status, made: importedCardSchema.parse(await answer.json()) }
}
const problemOf = async (answer: Response) => (await answer.json()) as Problem
const download = async (path: string, as?: Account) => {
  const answer = await send('GET', path, { as })
  expect(answer.status, path).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('a visitor sees what a card would make, and nothing is stored', async () => {
  const count = async () => (await database.sql.unsafe('select count(*)::int as count from agents'))[0]?.count
  const before = await count()
  const seen = await preview(card)
  expect(seen).toMatchObject({
    format: 'chara_card_v3',
    name: 'Wren',
    nameProblem: null,
    description: 'A quiet one.',
    greeting: 'The lamp is lit. Come in, {{user}}.',
    alternates: 2,
    loreEntries: 1,
    about: { creator: 'a keeper', version: '1.2', tags: ['Lighthouse', 'Sea'] },
  })
  const webp = Buffer.from(seen.picture?.split(',', 2)[1] ?? '', 'base64')
  expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 40, height: 40 })
  expect(seen.report.used).toContain('Portrait')
  expect(seen.report.kept.join()).toContain('unknown_field')
  expect([await count(), (await send('POST', `/api/cards?id=${randomUUID()}`, file(card))).status]).toEqual([
    before,
    401,
  ])
})

test('an import makes a draft of its own with persona, lorebook and portrait, and once for one id', async () => {
  const ada = await signIn()
  const id = randomUUID()
  const first = await bring(card, ada, { id })
  expect([first.status, first.made.id]).toEqual([201, id])
  const again = await bring(card, ada, { id, name: 'Another' })
  expect([again.status, again.made.name]).toEqual([200, 'Wren'])
  const agent = await ask<Agent>('GET', `/api/agents/${id}`, ada)
  expect(agent).toMatchObject({
    ...{ owner: ada.address, isPublic: false, name: 'Wren', category: 'neural', description: 'A quiet one.' },
    ...{ personality: someCard.data.description, capabilities: categoryCapabilities.neural },
    pictureUrl: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.webp$/),
  })
  expect(await findPersona(database.db, id)).toMatchObject({
    persona: {
      greetings: [someCard.data.first_mes, ...someCard.data.alternate_greetings],
      systemPrompt: someCard.data.system_prompt,
      nickname: 'W',
    },
    lorebook: someCard.data.character_book,
    card: someCard,
    cardFormat: 'chara_card_v3',
  })
  const bob = await signIn()
  const other = await send('POST', `/api/cards?id=${id}`, file(card, bob))
  expect((await problemOf(other)).code).toBe('conflict')
})

test('an agent goes out and comes back the same, by each kind of file, with its portrait', async () => {
  const ada = await signIn()
  const { made } = await bring(card, ada)
  const stored = await findPersona(database.db, made.id)
  for (const format of ['png', 'json', 'charx', 'eliza']) {
    const bytes = await download(`/api/agents/${made.id}/card?format=${format}`, ada)
    const back = await bring(bytes, ada)
    const agent = await ask<Agent>('GET', `/api/agents/${back.made.id}`, ada)
    expect(agent, format).toMatchObject({
      ...{ name: 'Wren', description: 'A quiet one.', personality: someCard.data.description },
      ...{ capabilities: categoryCapabilities.neural, category: 'neural' },
    })
    const persona = await findPersona(database.db, back.made.id)
    expect(persona?.persona, format).toEqual(stored?.persona)
    expect(persona?.lorebook, format).toEqual(stored?.lorebook)
    expect(agent.imageUrl === '/images/default.webp', format).toBe(format === 'eliza')
  }
  const png = await download(`/api/agents/${made.id}/card`, ada)
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 40, height: 40 })
  const { json } = await openBytes(png)
  expect(json.data).toMatchObject({
    unknown_field: someCard.data.unknown_field,
    source: someCard.data.source,
  })
})

test('others export what they can see of a published agent, and no draft', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const { made } = await bring(card, ada)
  for (const as of [bob, undefined])
    expect((await send('GET', `/api/agents/${made.id}/card`, { as })).status).toBe(403)
  await ask('POST', `/api/agents/${made.id}/publish`, ada)
  for (const as of [bob, undefined])
    for (const format of ['png', 'json', 'charx', 'eliza']) {
      const { json } = await openBytes(await download(`/api/agents/${made.id}/card?format=${format}`, as))
      const text = JSON.stringify(json)
      expect(text).toContain('keeps the lighthouse')
      for (const secret of ['Write as', 'Keep it short', 'kelp', 'unknown_field', 'rowed out', 'Best with'])
        expect(text, `${format}: ${secret}`).not.toContain(secret)
    }
  await ask('PATCH', `/api/agents/${made.id}`, ada, { visibilityEnabled: false })
  expect((await send('GET', `/api/agents/${made.id}/card`, { as: bob })).status).toBe(404)
  expect((await send('GET', `/api/agents/${made.id}/card?format=exe`, { as: ada })).status).toBe(422)
})

test('a change in the form is in the card that goes out, and the rest of the card is as it was', async () => {
  const ada = await signIn()
  const { made } = await bring(card, ada)
  await ask('PATCH', `/api/agents/${made.id}`, ada, { name: 'Wren II', capabilities: ['Rowing'] })
  const { json } = await openBytes(await download(`/api/agents/${made.id}/card?format=json`, ada))
  const { name: _, extensions, ...others } = someCard.data
  const bionic = { capabilities: ['Rowing'] }
  expect(json.data).toMatchObject({ ...others, name: 'Wren II', extensions: { ...extensions, bionic } })
})

test('an agent that was made here and has no persona goes out, too, and all of them in one zip', async () => {
  const ada = await signIn()
  await ask<Agent>('POST', '/api/agents', ada, { ...newAgent, name: 'Noa' })
  await bring(card, ada)
  for (const format of ['png', 'json', 'charx', 'eliza']) {
    const files = await unzip(await download(`/api/me/cards?format=${format}`, ada))
    const ending = format === 'eliza' ? 'eliza.json' : format
    expect([...files.keys()]).toEqual([`cards/00001 Wren.${ending}`, `cards/00002 Noa.${ending}`])
  }
  const files = await unzip(await download('/api/me/cards?format=json', ada))
  const noa = JSON.parse(files.get('cards/00002 Noa.json') ?? '') as { data: JsonObject }
  expect(noa.data).toMatchObject({ name: 'Noa', description: newAgent.personality, first_mes: '' })
  expect((await send('GET', '/api/me/cards')).status).toBe(401)
})

test('an agent whose stored card can’t be read goes out with what it has here, and so do the others', async () => {
  const ada = await signIn()
  const { id: agentId } = await ask<Agent>('POST', '/api/agents', ada, { ...newAgent, name: 'Odd' })
  await ask<Agent>('POST', '/api/agents', ada, { ...newAgent, name: 'Noa' })
  const card = { card: { x: 1 }, cardFormat: 'chara_card_v2' as const }
  await savePersona(database.db, { agentId, persona: NO_PERSONA, lorebook: null, ...card, now: new Date() })
  for (const format of ['json', 'eliza'])
    expect((await unzip(await download(`/api/me/cards?format=${format}`, ada))).size).toBe(2)
  const { json } = await openBytes(await download(`/api/agents/${agentId}/card?format=json`, ada))
  expect(json.data).toMatchObject({ name: 'Odd', description: newAgent.personality })
})

test('a picture bomb, an SVG and a broken portrait leave the card without a portrait, and say so', async () => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(60_000, 0)
  header.writeUInt32BE(60_000, 4)
  header.writeUInt8(8, 8)
  const bomb = writePng([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateSync(Buffer.alloc(60_000)) },
    { type: 'IEND', data: Buffer.alloc(0) },
  ])
  const icon = (uri: string) => ({
    ...someCard,
    data: { ...someCard.data, assets: [{ type: 'icon', uri, name: 'main', ext: 'x' }] },
  })
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const ada = await signIn()
  for (const [bytes, says] of [
    [pngCard({ ccv3: someCard }, bomb), '50 million pixels'],
    [JSON.stringify(icon(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`)), 'Use a PNG'],
    [await zipOf({ 'card.json': JSON.stringify(icon('embeded://a.svg')), 'a.svg': svg }), 'Use a PNG'],
    [JSON.stringify(icon('https://example.com/a.png')), 'address on the web'],
  ] as const) {
    const seen = await preview(bytes)
    expect([seen.picture, seen.report.refused.join()]).toEqual([null, expect.stringContaining(says)])
    const { made } = await bring(bytes, ada)
    expect(made).toMatchObject({ pictureUrl: '/images/default.webp', report: seen.report })
  }
})

const expressive = {
  ...someCard,
  data: {
    ...someCard.data,
    assets: [
      { type: 'emotion', uri: 'embeded://assets/happy.svg', name: 'happy', ext: 'svg' },
      { type: 'icon', uri: 'embeded://assets/main.png', name: 'main', ext: 'png' },
    ],
  },
}
const charx = (files: Record<string, string | Buffer> = {}) =>
  zipOf({ 'card.json': JSON.stringify(expressive), 'assets/main.png': picture, ...files })

test('the portrait of a CHARX is the icon that its card names, and its other files are told', async () => {
  const seen = await preview(await charx({ 'assets/happy.svg': '<svg/>' }))
  expect(seen.picture).not.toBeNull()
  expect(seen.report.kept).toContain('1 file, which the agent’s CHARX has again')
  const large = await preview(await charx({ 'a.bin': Buffer.alloc(26 * 1024 * 1024), 'b.txt': 'b' }))
  expect(large.report.kept).toContain('1 file, which the agent’s CHARX has again')
  expect(large.report.refused.join()).toContain('1 embedded file: a card keeps 25 MB of files')
})

test('the files of a CHARX that nothing here uses come back in its CHARX, for its owner alone, wherever the agent went', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const files = {
    'assets/happy.svg': '<svg/>',
    'assets/icon/images/main.png': 'another',
    'x_meta/1.json': '{}',
  }
  const { made } = await bring(await charx(files), ada)
  await ask('POST', `/api/agents/${made.id}/publish`, ada)
  const duplicate = await ask<Agent>('POST', `/api/agents/${made.id}/duplicate`, ada, { id: randomUUID() })
  await importTo(send, bob, await exportOf(send, ada))
  const { agents } = await ask<AgentPage>('GET', '/api/me/agents', bob)
  const owned = [[made.id, ada], [duplicate.id, ada], ...agents.map(({ id }) => [id, bob] as const)] as const
  expect(owned).toHaveLength(4)
  for (const [id, owner] of owned) {
    const bytes = await download(`/api/agents/${id}/card?format=charx`, owner)
    const back = await unzip(bytes)
    for (const [path, content] of Object.entries(files)) expect(back.get(path), path).toBe(content)
    const { data } = JSON.parse(back.get('card.json') ?? '') as { data: { assets: JsonObject[] } }
    expect(data.assets.map(({ uri }) => uri)).toEqual([
      'embeded://assets/icon/images/main-2.png',
      'embeded://assets/happy.svg',
    ])
    expect((await preview(bytes)).picture).not.toBeNull()
  }
  const seen = await unzip(await download(`/api/agents/${made.id}/card?format=charx`, bob))
  expect([...seen.keys()]).toEqual(['card.json', 'assets/icon/images/main.png'])
})

test('a name that is kept for others is refused on import unless another is given, and proposed', async () => {
  const ada = await signIn()
  const named = JSON.stringify({ ...someCard, data: { ...someCard.data, name: 'Assistant' } })
  const seen = await preview(named)
  expect([seen.nameProblem === null, seen.name]).toEqual([false, 'Assistant from a card'])
  expect((await bring(named, ada)).made.name).toBe('Assistant from a card')
  expect((await bring(named, ada, { name: 'Wren' })).made.name).toBe('Wren')
  const query = new URLSearchParams({ id: randomUUID(), name: 'Assistant' })
  const refused = await send('POST', `/api/cards?${query}`, file(named, ada))
  expect(await problemOf(refused)).toMatchObject({
    code: 'validation_failed',
    errors: { name: expect.any(String) },
  })
})

test('what is too large or no card is refused with its code, and so is a form', async () => {
  const ada = await signIn()
  for (const path of ['/api/cards/preview', `/api/cards?id=${randomUUID()}`]) {
    const code = async (sent: ReturnType<typeof file>) =>
      (await problemOf(await send('POST', path, sent))).code
    expect(await code(file('[]', ada))).toBe('card_invalid')
    expect(await code(file(`{"name":"a","bio":${'['.repeat(100)}`, ada))).toBe('card_too_large')
    expect(await code(file(Buffer.alloc(26 * 1024 * 1024), ada))).toBe('body_too_large')
    expect(await code({ ...file('{}', ada), headers: { 'content-type': 'application/json' } })).toBe(
      'unsupported_media_type',
    )
  }
})

test('a card takes room of its wallet: its agent counts, and so do its texts', async () => {
  const small = testApp(database, { settings: { QUOTA_AGENTS: 1, QUOTA_WORDS_MB: 1 } })
  const ada = await small.signIn()
  const sent = (as: Account, body: string | Uint8Array) =>
    small.send('POST', `/api/cards?id=${randomUUID()}`, file(body, as))
  const long = JSON.stringify({ ...someCard, more: 'x'.repeat(1024 * 1024) })
  expect((await problemOf(await sent(ada, long))).code).toBe('quota_reached')
  expect((await sent(ada, card)).status).toBe(201)
  expect((await problemOf(await sent(ada, card))).code).toBe('quota_reached')
})

test('a duplicate has the persona of its original, and the card that it came from', async () => {
  const ada = await signIn()
  const { made } = await bring(card, ada)
  const copy = await ask<Agent>('POST', `/api/agents/${made.id}/duplicate`, ada, { id: randomUUID() })
  const { updatedAt: _, ...original } = (await findPersona(database.db, made.id)) ?? { updatedAt: null }
  expect(await findPersona(database.db, copy.id)).toMatchObject(original)
  const plain = await ask<Agent>('POST', '/api/agents', ada, newAgent)
  const other = await ask<ImportedCard>('POST', `/api/agents/${plain.id}/duplicate`, ada, {
    id: randomUUID(),
  })
  expect(await findPersona(database.db, other.id)).toBeNull()
})

test('everything of a wallet has its personas, and an import of it makes them again, however deep a card is', async () => {
  const [ada, bob] = [await signIn(), await signIn()]
  const deep = JSON.parse(`${'['.repeat(50)}"\\u0000\\ud800"${']'.repeat(50)}`) as unknown
  const extensions = { ...someCard.data.extensions, deep }
  const { made } = await bring(JSON.stringify({ ...someCard, data: { ...someCard.data, extensions } }), ada)
  const zip = await exportOf(send, ada)
  const markdown = (await unzip(zip)).get('agents/00001 Wren.md')
  expect(markdown).toContain(someCard.data.first_mes)
  expect((await importTo(send, bob, zip)).made.agents).toBe(1)
  const { agents } = await ask<AgentPage>('GET', '/api/me/agents', bob)
  const { updatedAt: _, ...stored } = (await findPersona(database.db, made.id)) ?? { updatedAt: null }
  expect(await findPersona(database.db, agents[0]?.id ?? '')).toMatchObject(stored)
})
