import { expect, test } from 'vitest'
import { openBytes, plainPng, pngCard, someCard } from '../../../../test/cards.ts'
import { zipOf } from '../../../../test/zips.ts'
import { isPlainText } from '../../../shared/text/plain-text.ts'
import { draftOf } from './parse-card.ts'
import { writePng } from './png-chunks.ts'

const MEGABYTE = 1024 * 1024
const json = JSON.stringify(someCard)

/** A card whose bytes are changed at the first occurrence of a mark. */
function patched(bytes: Buffer, mark: string, patch: (at: Buffer, index: number) => void): Buffer {
  const copy = Buffer.from(bytes)
  const index = copy.indexOf(mark, 0, 'latin1')
  expect(index).toBeGreaterThan(0)
  patch(copy, index)
  return copy
}

/** A zip that says that it has a million files, and one that says that they unpack to a gigabyte. */
const zipWithCard = await zipOf({ 'card.json': json })
const millionFiles = patched(zipWithCard, 'PK\x05\x06', (bytes, at) => {
  bytes.writeUInt16LE(0xfffe, at + 8)
  bytes.writeUInt16LE(0xfffe, at + 10)
})
const bomb = patched(zipWithCard, 'PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(1024 * MEGABYTE, at + 24))
const climbing = Buffer.from(
  (await zipOf({ 'a/bb.json': json, 'card.json': json }))
    .toString('latin1')
    .replaceAll('a/bb.json', '../b.json'),
  'latin1',
)
const deep = `{"spec":"chara_card_v2","data":{"name":"A","description":"B","extensions":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`
const manyFields = JSON.stringify({ ...someCard, more: Array.from({ length: 400_000 }, () => 1) })
const longText = JSON.stringify({ ...someCard, more: 'x'.repeat(5 * MEGABYTE) })
const card = pngCard({ ccv3: someCard })

test.each<[what: string, bytes: Buffer | string, code: string, says: string]>([
  ['a file of 40 MB', Buffer.alloc(40 * MEGABYTE), 'card_too_large', '25 MB'],
  ['an empty file', '', 'card_invalid', 'empty'],
  ['JSON of more than 5 MB', longText, 'card_too_large', '5 MB'],
  [
    'a PNG whose card is of more than 5 MB',
    pngCard({ chara: JSON.parse(longText) }),
    'card_too_large',
    '5 MB',
  ],
  ['JSON that is nested 10,000 deep', deep, 'card_too_large', '64 levels'],
  ['JSON with 400,000 values', manyFields, 'card_too_large', '300,000'],
  ['a PNG without a card', plainPng(), 'card_invalid', 'no card in it'],
  [
    'a PNG that breaks off in a chunk',
    card.subarray(0, card.length - 20),
    'card_invalid',
    '“tEXt” chunk says',
  ],
  [
    'a PNG that breaks off between chunks',
    card.subarray(0, card.length - 12),
    'card_invalid',
    'before its end',
  ],
  [
    'a chunk that says that it is longer than the file',
    patched(card, 'IDAT', (bytes, at) => bytes.writeUInt32BE(0xffffffff, at - 4)),
    'card_invalid',
    '“IDAT” chunk says that it has 4,294,967,295 bytes',
  ],
  [
    'a chunk with a wrong checksum',
    patched(card, 'tEXt', (bytes, at) => bytes.writeUInt8(0x41, at + 30)),
    'card_invalid',
    '“tEXt” chunk is damaged',
  ],
  [
    'a chunk without a name',
    patched(card, 'IDAT', (bytes, at) => bytes.writeUInt8(0, at)),
    'card_invalid',
    'whose name is no name',
  ],
  [
    'a PNG without a header',
    writePng([{ type: 'IEND', data: Buffer.alloc(0) }]),
    'card_invalid',
    'does not begin with its header',
  ],
  [
    'a PNG of very many chunks',
    writePng([
      { type: 'IHDR', data: Buffer.alloc(13) },
      ...Array.from({ length: 60_000 }, () => ({ type: 'tEXt', data: Buffer.alloc(0) })),
    ]),
    'card_too_large',
    '50,000 chunks',
  ],
  ['a zip of very many files', millionFiles, 'card_too_large', '2,000 files'],
  ['a zip that unpacks to a gigabyte', bomb, 'card_too_large', '100 MB'],
  ['a zip with a name that leads out of it', climbing, 'card_invalid', 'leads out of it'],
  [
    'a zip without a card',
    await zipOf({ 'notes.txt': 'x' }),
    'card_invalid',
    'neither a card.json nor a SKILL.md',
  ],
  ['a zip that breaks off', zipWithCard.subarray(0, 100), 'card_invalid', 'its end is missing'],
  [
    'a zip whose card is damaged',
    patched(zipWithCard, 'PK\x01\x02', (bytes, at) => bytes.writeUInt32LE(1, at + 16)),
    'card_invalid',
    'damaged',
  ],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'card_invalid', 'SVG is not accepted'],
  ['an SVG behind its declaration', '<?xml version="1.0"?><svg/>', 'card_invalid', 'SVG is not accepted'],
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'card_invalid', 'JPEG picture can’t hold a card'],
  ['bytes that are no text', Buffer.from('00ff00ff00ff', 'hex'), 'card_invalid', 'nor text in UTF-8'],
  ['words', 'Some words.', 'card_invalid', 'neither JSON nor a SKILL.md'],
  ['JSON that breaks off', json.slice(0, -2), 'card_invalid', 'neither JSON'],
  ['a list', '[1]', 'card_invalid', 'not an object'],
  ['JSON of something else', '{"hello":"world"}', 'card_invalid', 'isn’t a character card'],
  [
    'a card of an unknown kind',
    '{"spec":"other_card","data":{"name":"A"}}',
    'card_invalid',
    'not known here',
  ],
  ['a lorebook', '{"spec":"lorebook_v3","data":{"entries":[]}}', 'card_invalid', 'This is a lorebook'],
  ['a skill without an end of its front matter', '---\nname: a\n', 'card_invalid', 'has no end'],
  ['a skill without instructions', '---\nname: a\n---\n', 'card_invalid', 'no instructions'],
])('%s is refused, with its reason', async (_, bytes, code, says) => {
  const opening = openBytes(bytes)
  await expect(opening).rejects.toMatchObject({ code, message: expect.stringContaining(says) })
})

test.each([
  ['nothing', ''],
  ['spaces', '   '],
  ['what can’t be seen', '\u200b\u2060'],
])('a card whose name is %s is refused', async (_, name) => {
  const opened = await openBytes(JSON.stringify({ ...someCard, data: { ...someCard.data, name } }))
  expect(() => draftOf(opened)).toThrow('This card has no name.')
})

test('texts with NUL and lone surrogates are made plain where they are used, and stay in the card', async () => {
  const odd = 'A\u0000B\ud800C'
  const opened = await openBytes(
    JSON.stringify({
      ...someCard,
      data: {
        ...someCard.data,
        ...{ name: odd, description: odd, first_mes: odd, nickname: odd, tags: [odd], creator_notes: odd },
        alternate_greetings: [odd],
        character_book: { entries: [{ keys: [odd], content: odd, enabled: true, insertion_order: 1 }] },
      },
    }),
  )
  const { agent, persona, lorebook, about } = draftOf(opened)
  for (const text of [
    ...[agent.name, agent.personality, agent.description, persona.nickname, ...about.tags],
    ...[...persona.greetings, lorebook?.entries[0]?.content ?? odd, ...(lorebook?.entries[0]?.keys ?? [odd])],
  ])
    expect([text, isPlainText(text)]).toEqual([expect.stringContaining('A'), true])
  expect(opened.json).toMatchObject({ data: { description: odd } })
})

test('fields of any type make a draft all the same', async () => {
  for (const odd of [null, 7, true, [], {}, [[]], 'x']) {
    const fields = Object.keys(someCard.data).filter((field) => field !== 'name')
    const data = { name: 'Odd', ...Object.fromEntries(fields.map((field) => [field, odd])) }
    const { agent } = draftOf(await openBytes(JSON.stringify({ spec: 'chara_card_v3', data })))
    expect(agent).toMatchObject({ name: 'Odd', category: 'neural' })
    expect(agent.personality).not.toBe('')
  }
})

test('an order in a lorebook that is beyond all numbers is the usual one, as nothing else could be stored of it', async () => {
  const entries = '[{"keys":["a"],"content":"b","enabled":true,"insertion_order":1e999}]'
  const data = `{"name":"A","description":"B","character_book":{"entries":${entries}}}`
  const { lorebook } = draftOf(await openBytes(`{"spec":"chara_card_v2","data":${data}}`))
  expect(lorebook?.entries[0]?.insertion_order).toBe(100)
})

test('a name that is kept for others gets a proposal', async () => {
  for (const name of ['Assistant', 'Us\u200ber', 'J2xc..JVaf']) {
    const opened = await openBytes(JSON.stringify({ ...someCard, data: { ...someCard.data, name } }))
    const draft = draftOf(opened)
    expect(draft.nameProblem).not.toBeNull()
    expect(draft.agent.name).toMatch(/ from a card$|^Imported character$/)
    expect(draft.report.warnings.join()).toContain(draft.agent.name)
  }
})

test('a lorebook with the names that SillyTavern has for its own keeps its keys, its order and what is switched off', async () => {
  const entry = {
    uid: 0,
    key: ['tower'],
    keysecondary: ['moon'],
    comment: 'Tower',
    content: 'It leans.',
    order: 7,
  }
  const entries = { 0: { ...entry, selective: true, disable: false }, 1: { ...entry, uid: 1, disable: true } }
  const data = { name: 'A', description: 'B', character_book: { entries } }
  const card = { spec: 'chara_card_v2', data }
  const { lorebook } = draftOf(await openBytes(JSON.stringify(card)))
  const read = { keys: ['tower'], secondary_keys: ['moon'], insertion_order: 7, content: 'It leans.' }
  expect(lorebook?.entries).toMatchObject([
    { ...read, enabled: true },
    { ...read, enabled: false },
  ])
})
