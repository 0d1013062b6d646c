import { readFile } from 'node:fs/promises'
import { serialize } from 'node:v8'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { pictureFontsFile, programUrl } from '../../base/files.ts'
import { SandboxWorker } from '../sandbox/sandbox-worker.ts'
import type { DrawnFrom } from './card.ts'

// As on the server: in a process of its own, with only the product's fonts.
const worker = new SandboxWorker(
  { entry: programUrl('domain/unfurl/draw-child'), environment: { FONTCONFIG_FILE: pictureFontsFile } },
  { limits: { memoryBytes: 512 * 1024 * 1024 } },
)
afterAll(() => worker.close())

const portrait = await readFile(new URL('../../../web/public/images/samples/ovid.webp', import.meta.url))
type AgentCard = Extract<DrawnFrom, { kind: 'agent' }>
const ada: AgentCard = {
  kind: 'agent',
  name: 'Ada',
  description: 'Explains things with patience.',
  category: 'neural',
  pictures: [portrait],
}

async function draw(card: DrawnFrom): Promise<Buffer> {
  const made = await worker.make(serialize(card))
  if (made.is !== 'made') throw new Error(`It is no picture: ${made.is}`)
  return Buffer.from(made.bytes)
}

/** Where a part of a picture is as bright as letters are; by default in the column of text. */
async function lettersIn(picture: Buffer, part = { left: 0, top: 140, width: 700, height: 490 }) {
  const { data, info } = await sharp(picture)
    .extract(part)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const bright = Array.from(data.keys()).filter((index) => (data[index] ?? 0) > 110)
  const columns = bright.map((index) => part.left + (index % info.width))
  const rows = bright.map((index) => part.top + Math.floor(index / info.width))
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0)
  return {
    left: least(columns),
    right: most(columns),
    top: least(rows),
    bottom: most(rows),
    count: bright.length,
  }
}

const named = (name: string, description = ada.description) => draw({ ...ada, name, description })

test('every kind of card is a picture of the size that previews expect', async () => {
  const cards: DrawnFrom[] = [
    ada,
    { ...ada, pictures: [null] },
    { kind: 'matrix', pictures: Array.from({ length: 9 }, () => portrait) },
    { kind: 'realm', name: 'The Atrium', description: '', pictures: [] },
    {
      kind: 'realm',
      name: 'The Atrium',
      description: 'For everybody.',
      pictures: [portrait, null, portrait],
    },
    {
      kind: 'run',
      task: 'What is light?',
      mode: 'debate',
      names: ['Ada', 'Bob'],
      pictures: [portrait, portrait],
    },
  ]
  for (const card of cards) {
    const picture = await draw(card)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    // Some messengers show no preview for larger files.
    expect(picture.length).toBeLessThan(600 * 1024)
  }
})

test('the same card is the same picture', async () => {
  expect((await draw(ada)).equals(await draw(ada))).toBe(true)
})

test('another name, text, category or picture is another picture', async () => {
  const others: AgentCard[] = [
    { ...ada, name: 'Bob' },
    { ...ada, description: 'Else.' },
    { ...ada, category: 'quantum' },
    { ...ada, pictures: [null] },
  ]
  const drawn: Buffer[] = []
  for (const card of [ada, ...others]) drawn.push(await draw(card))
  expect(new Set(drawn.map((picture) => picture.toString('base64'))).size).toBe(5)
})

test.each([
  ['one endless word', 'W'.repeat(80), 'x'.repeat(500)],
  ['many words', 'Whetstone the sharpener of arguments '.repeat(3), 'Answers with care. '.repeat(30)],
  [
    'Arabic',
    'ليلى الحكيمة التي تعرف كل شيء عن كل شيء في هذا العالم الكبير',
    'تساعدك في كتابة الرسائل '.repeat(20),
  ],
  ['Chinese', '机器人助手'.repeat(16), '夜の東京を案内します。'.repeat(40)],
  ['emoji', '🚀'.repeat(40), '👩‍🚀 '.repeat(100)],
  ['marks', `Z${'\u0301'.repeat(300)}algo`, `a${'\u0335'.repeat(400)}`],
])('a card of %s stays in its column, between its head and the end', async (_, name, description) => {
  const { left, right, top, bottom, count } = await lettersIn(await named(name, description))
  expect(count).toBeGreaterThan(500)
  expect(left).toBeGreaterThanOrEqual(70)
  expect(right).toBeLessThanOrEqual(640)
  expect(top).toBeGreaterThanOrEqual(145)
  expect(bottom).toBeLessThanOrEqual(600)
})

test('a name of Hebrew or Arabic stands at the right of its column', async () => {
  for (const name of ['עדה', 'ليلى']) {
    const { left, right } = await lettersIn(await named(name, ''))
    expect(left).toBeGreaterThan(200)
    expect(right).toBeGreaterThan(625)
  }
})

test('markup in a name is drawn as it is written, and nothing of it is obeyed', async () => {
  const title = { left: 0, top: 280, width: 700, height: 140 }
  const plain = await lettersIn(await named('<b>&amp;</b>', ''), title)
  expect(plain.count).toBeGreaterThan((await lettersIn(await named('&', ''), title)).count * 2)
  for (const name of [
    '<span size="999999">A</span>',
    '</span><span foreground="red">A',
    '<svg/onload=alert(1)>',
    '&#x0;&bogus;',
    "'\"><image href='file:///etc/passwd'/>",
  ])
    expect((await lettersIn(await named(name))).right).toBeLessThanOrEqual(640)
})

test('where a name has letters that no font has, the card says what it is of', async () => {
  expect((await named('ᚠᚢᚦ')).equals(await named('Neural entity'))).toBe(true)
})

test('a picture that can not be read has the mark in its place', async () => {
  const missing = await draw({ ...ada, pictures: [null] })
  for (const bytes of ['no picture', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'])
    expect((await draw({ ...ada, pictures: [Buffer.from(bytes)] })).equals(missing), bytes).toBe(true)
})
