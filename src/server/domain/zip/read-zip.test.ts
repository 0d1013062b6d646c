import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { zipOf } from '../../../../test/zips.ts'
import { Failure } from '../failure.ts'
import { openExport } from '../own-data/read-export.ts'
import { type OpenedZip, openZip } from './read-zip.ts'
import { pathOf, writeZip } from './write-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'read-zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

let written = 0
function write(bytes: Uint8Array): string {
  const path = join(folder, `${++written}.zip`)
  writeFileSync(path, bytes)
  return path
}

/** The same zip with some bytes replaced, wherever they occur. */
function replaced(zip: Buffer, old: string, by: string): Buffer {
  const text = zip.toString('latin1')
  expect(text).toContain(old)
  return Buffer.from(text.replaceAll(old, by), 'latin1')
}

/** The offset of the first file's record in the directory. */
const listAt = (zip: Buffer) => zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'))

function changed(zip: Buffer, change: (bytes: Buffer) => unknown): Buffer {
  const copy = Buffer.from(zip)
  change(copy)
  return copy
}

const harmless = await zipOf({ 'bionic.json': '{}', 'agents/one.json': 'x'.repeat(2_000) })
const manifest = JSON.stringify({
  format: 'bionic-export',
  version: 1,
  id: crypto.randomUUID(),
  wallet: 'a',
  exportedAt: '2026-01-02T03:04:05.678Z',
  counts: { agents: 0, realms: 0, conversations: 0, runs: 0, briefs: 0, elsewhere: 0 },
})

test.each<[what: string, zip: () => Promise<Buffer> | Buffer, sentence: RegExp]>([
  ['no zip', () => Buffer.from('Once upon a time'), /^This is no zip, or its end is missing/],
  ['nothing at all', () => Buffer.alloc(0), /^This is no zip/],
  ['a zip that is cut off', () => harmless.subarray(0, -30), /^This is no zip, or its end is missing/],
  ['a zip whose beginning is missing', () => harmless.subarray(40), /damaged/],
  [
    'a foreign zip',
    () => zipOf({ 'letter.txt': 'Dear Ada' }),
    /^This zip is not a Bionic export: it has no bionic\.json/,
  ],
  [
    'an export without its manifest’s fields',
    () => harmless,
    /^This zip is not a Bionic export: its bionic\.json is not one/,
  ],
  [
    'a later version',
    () => zipOf({ 'bionic.json': manifest.replace('"version":1', '"version":2') }),
    /has version 2/,
  ],
  [
    'a name that leads out',
    async () => replaced(await zipOf({ 'aa/x.json': '1' }), 'aa/x', '../x'),
    /leads out of it/,
  ],
  [
    'an absolute name',
    async () => replaced(await zipOf({ 'ax.json': '1' }), 'ax.', '/x.'),
    /leads out of it/,
  ],
  [
    'a name of Windows',
    async () => replaced(await zipOf({ 'a/x.json': '1' }), 'a/x', 'a\\x'),
    /leads out of it/,
  ],
  [
    'a name twice',
    async () => replaced(await zipOf({ 'ab.json': '1', 'ac.json': '2' }), 'ac', 'ab'),
    /two files of one name/,
  ],
  [
    'an encrypted file',
    () => changed(harmless, (bytes) => bytes.writeUInt8(1, listAt(bytes) + 8)),
    /encrypted/,
  ],
  [
    'a manifest whose bytes changed',
    async () => replaced(await zipOf({ 'bionic.json': manifest }), 'bionic.json', 'bionic.jsom'),
    /no bionic\.json/,
  ],
])('%s is refused in a sentence', async (_, zip, sentence) => {
  const path = write(await zip())
  const failure = await openExport(path).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(Failure)
  expect((failure as Failure).code).toBe('archive_invalid')
  expect((failure as Failure).message).toMatch(sentence)
})

test('too many files, and too many bytes by what the list says, are refused before anything is unpacked', async () => {
  const many = write(await zipOf({ a: '1', b: '2', c: '3' }))
  await expect(openZip(many, { entries: 2, unpackedBytes: 100 })).rejects.toMatchObject({
    code: 'archive_too_large',
    message: 'This zip has more than the 2 files that an export can have.',
  })
  const bomb = await zipOf({ 'bionic.json': manifest, 'agents/a.json': Buffer.alloc(3_000_000) })
  expect(bomb.length).toBeLessThan(10_000)
  await expect(openZip(write(bomb), { entries: 9, unpackedBytes: 2_000_000 })).rejects.toMatchObject({
    code: 'archive_too_large',
  })
  const zip = await openZip(write(bomb))
  await expect(zip.read('agents/a.json', 1_000_000)).rejects.toMatchObject({ code: 'archive_too_large' })
  zip.close()
})

test('a file that is longer than the list says is not unpacked beyond that', async () => {
  const bytes = await zipOf({ 'a.json': Buffer.alloc(3_000_000, 'a') })
  const lying = changed(bytes, (copy) => copy.writeUInt32LE(1_000, listAt(copy) + 24))
  const zip = await openZip(write(lying))
  await expect(zip.read('a.json', 1_000_000)).rejects.toMatchObject({
    message: /^“a\.json” in this zip is damaged/,
  })
  zip.close()
})

test('documents that are too deep, no JSON, no UTF-8 or not of their kind are named, and the rest is read', async () => {
  const path = write(
    await zipOf({
      'bionic.json': manifest,
      'agents/1.json': `${'['.repeat(40)}${']'.repeat(40)}`,
      'agents/2.json': '{',
      'agents/3.json': Buffer.from([0xff, 0xfe]),
      'agents/4.json': '{"name":"x"}',
      'social/5.json': '[1]',
      'profile.json': '{"name":null,"imageUrl":null,"about":"Here."}',
    }),
  )
  const opened = await openExport(path)
  const things = await Array.fromAsync(opened.things())
  expect(things).toEqual(
    [
      ['agents/1.json', 'JSON can be nested at most 32 levels deep here.'],
      ['agents/2.json', 'It is not JSON in UTF-8.'],
      ['agents/3.json', 'It is not JSON in UTF-8.'],
      ['agents/4.json', expect.stringMatching(/^id: /)],
      ['social/5.json', expect.any(String)],
    ].map(([where, problem]) => ({ kind: 'unreadable', path: where, problem })),
  )
  expect(await opened.profile()).toMatchObject({ about: 'Here.' })
  opened.close()
})

test('whatever bytes of a zip are changed or cut, it is read or refused, and nothing else happens', async () => {
  const zip = await zipOf({
    'bionic.json': manifest,
    'agents/1.json': '{}',
    'pictures/a.webp': 'x'.repeat(500),
  })
  const places = fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(places, fc.nat(40), async (changes, cut) => {
      const bytes = changed(zip, (copy) => {
        for (const [at, value] of changes) copy[at] = value
      })
      try {
        const opened = await openExport(write(bytes.subarray(0, bytes.length - (cut < 30 ? 0 : cut))))
        await Array.fromAsync(opened.things())
        await opened.picture('a', 1_000)
        opened.close()
      } catch (error) {
        expect(error).toBeInstanceOf(Failure)
      }
    }),
    { numRuns: 150 },
  )
})

test('what is written comes out as it was, of any size and script', async () => {
  const names = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((name) => name.replace(/[\\/:.]/g, '_'))
  const files = fc.uniqueArray(fc.tuple(names, fc.string({ unit: 'grapheme', maxLength: 3_000 })), {
    maxLength: 5,
    selector: ([name]) => name,
  })
  await fc.assert(
    fc.asyncProperty(files, async (wanted) => {
      const entries = (async function* () {
        for (const [name, content] of wanted)
          yield {
            path: `a/${name}`,
            content: (async function* () {
              const characters = [...content]
              yield characters.slice(0, 9).join('')
              yield characters.slice(9).join('')
            })(),
          }
      })()
      const zip = await openZip(
        write(Buffer.from(await new Response(writeZip(entries, new Date(), () => {})).arrayBuffer())),
      )
      for (const [name, content] of wanted)
        expect((await zip.read(`a/${name}`, 1e6))?.toString()).toBe(Buffer.from(content).toString())
      zip.close()
    }),
    { numRuns: 50 },
  )
})

test('a file is streamed into a zip and out of it, a piece at a time, and one whose bytes changed fails', async () => {
  const piece = Buffer.alloc(256 * 1024, 'x')
  let asked = 0
  const content = (async function* () {
    for (; asked < 100; asked++) yield piece
  })()
  const entries = (async function* () {
    yield { path: 'documents/a', content, packed: true }
  })()
  const reader = writeZip(entries, new Date(), () => {}).getReader()
  await reader.read()
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  // No more of it is asked for than what lies between the file and a reader who has stopped.
  expect(asked).toBeLessThan(10)
  await reader.cancel()

  async function* contentOf(zip: OpenedZip) {
    yield* zip.stream('documents/a')?.content ?? []
  }
  const bytes = await zipOf({ 'documents/a': Buffer.alloc(1_000_000, 'secret') })
  const opened = await openZip(write(bytes))
  expect(opened.stream('documents/a')?.bytes).toBe(1_000_000)
  const pieces = await Array.fromAsync(contentOf(opened))
  expect(pieces.length).toBeGreaterThan(1)
  expect(Buffer.concat(pieces).equals(Buffer.alloc(1_000_000, 'secret'))).toBe(true)
  opened.close()
  const lying = await openZip(write(changed(bytes, (copy) => copy.writeUInt32LE(1, listAt(copy) + 16))))
  await expect(Array.fromAsync(contentOf(lying))).rejects.toMatchObject({
    message: /^“documents\/a” in this zip is damaged/,
  })
  expect(lying.stream('documents/b')).toBeNull()
  lying.close()
})

test('an export that fails in the middle fails, rather than to end as if it were whole', async () => {
  const entries = (async function* () {
    yield { path: 'a', content: 'x' }
    throw new Error('the database went')
  })()
  let ends = 0
  const reading = new Response(writeZip(entries, new Date(), () => void ends++)).arrayBuffer()
  await expect(reading).rejects.toThrow('the database went')
  expect(ends).toBe(1)
})

test('the name of an exported thing is cut between two characters', () => {
  expect(pathOf('conversations', 0, `${'a'.repeat(59)}😀 and more`)).toBe(
    `conversations/00001 ${'a'.repeat(59)}`,
  )
})
