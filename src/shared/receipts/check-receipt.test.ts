import { expect, test } from 'vitest'
import { MemoryLog, verifyWithNode } from '../../../test/memory-log.ts'
import { utf8 } from './bytes.ts'
import { readOldCheckpoint } from './check-history.ts'
import { checkReceipt } from './check-receipt.ts'
import type { Check } from './checks.ts'
import { readLeaf } from './leaf.ts'
import { readNote, readVerifierKey, writeVerifierKey } from './note.ts'
import { readProof } from './proof.ts'
import { readReceiptFile } from './receipt-file.ts'
import { verdictOf, whatItProves } from './what-it-proves.ts'

const verify = verifyWithNode
const log = new MemoryLog()
for (let nth = 0; nth < 20; nth++) log.reply(`Reply ${nth}: light is a wave.`)
const { key } = log
const old = (log: MemoryLog, size: number) => readOldCheckpoint(log.checkpoint(size)) ?? undefined

/** What is found of each check, in the order of the checks. */
const outcomes = (checks: readonly Check[]) =>
  Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]))
const failing = (checks: readonly Check[]) =>
  checks.filter(({ outcome }) => outcome === 'fails').map(({ name }) => name)

test('a receipt holds with the key of the place and an older checkpoint, and says what it does not prove', async () => {
  const file = log.receipt(7, { since: 12 })
  const checks = await checkReceipt(file, { key, old: old(log, 12), verify })
  expect(outcomes(checks)).toEqual({
    ...{ texts: 'holds', inclusion: 'holds', signature: 'holds', key: 'holds', history: 'holds' },
  })
  expect(verdictOf(checks)).toBe('holds')
  const { proves, not } = whatItProves(checks, readLeaf(file.leaf))
  expect(proves.join(' ')).toContain('bionic.example/receipts signed that this reply was given')
  expect(not.join(' ')).toContain('Which mind answered.')
  expect(not.join(' ')).toContain('could show others another history')
})

test('a file that is its own witness is not taken for proved', async () => {
  const checks = await checkReceipt(log.receipt(7), { verify })
  expect(outcomes(checks)).toMatchObject({ signature: 'holds', key: 'unknown', history: 'unknown' })
  expect(verdictOf(checks)).toBe('unknown')
  // A forger's own log, with a key of the same name.
  const forger = new MemoryLog()
  forger.reply('Light is made of cheese.')
  const forged = forger.receipt(0)
  expect(verdictOf(await checkReceipt(forged, { verify }))).toBe('unknown')
  expect(failing(await checkReceipt(forged, { key, verify }))).toEqual(['signature'])
})

test('every letter of leaf, proof and texts counts, and the check that fails is the one that it belongs to', async () => {
  const file = log.receipt(7)
  for (let at = 0; at < file.leaf.length; at++) {
    const checks = await checkReceipt({ ...file, leaf: swapped(file.leaf, at) }, { key, verify })
    expect(failing(checks), `leaf ${at}`).toContain('inclusion')
  }
  const body = file.proof.indexOf('\n\n')
  for (let at = 0; at < file.proof.length; at++) {
    const checks = await checkReceipt({ ...file, proof: swapped(file.proof, at) }, { key, verify })
    const failed = failing(checks)
    expect(failed.length, `proof ${at}: ${file.proof.slice(at, at + 8)}`).toBeGreaterThan(0)
    if (at < body) expect(failed).toContain('inclusion')
  }
  const [part] = file.disclosed.parts
  if (!part) throw new Error('no part')
  const changed = { ...part, value: { kind: 'text', text: 'Reply 7: light is a particle.' } }
  for (const parts of [[changed], [], [part, part], [{ ...part, salt: 'AAAA' }]]) {
    const disclosed = { ...file.disclosed, parts }
    expect(failing(await checkReceipt({ ...file, disclosed }, { key, verify }))).toEqual(['texts'])
  }
})

test('what is kept back is said, and the rest still holds', async () => {
  const file = log.receipt(7)
  const disclosed = { ...file.disclosed, question: [null], tools: [null] }
  const [texts] = await checkReceipt({ ...file, disclosed }, { key, verify })
  expect(texts).toMatchObject({
    outcome: 'holds',
    says: [expect.any(String), expect.stringContaining('2 more')],
  })
  expect(JSON.stringify({ ...file, disclosed })).not.toContain('What is light?')
})

test('a history that was told otherwise is found by who kept a checkpoint', async () => {
  // The place tells others what it never told here, under its own key.
  const forked = new MemoryLog(log)
  for (let nth = 0; nth < 30; nth++) forked.reply(`Another reply ${nth}.`)
  const checks = await checkReceipt(forked.receipt(3, { since: 20 }), { key, old: old(log, 20), verify })
  expect(failing(checks)).toEqual(['history'])
  expect(checks.at(-1)?.says.join(' ')).toContain('two histories')
  // Of the same size.
  const same = await checkReceipt(forked.receipt(3, { size: 20 }), { key, old: old(log, 20), verify })
  expect(failing(same)).toEqual(['history'])
  // Rolled back: there is nothing yet that could be compared, and the sentence says what to do.
  const back = await checkReceipt(log.receipt(3, { size: 10 }), { key, old: old(log, 20), verify })
  expect(back.at(-1)).toMatchObject({ outcome: 'unknown', says: [expect.stringContaining('rolled back')] })
  // An older checkpoint that is not the place's proves nothing against it.
  const stranger = new MemoryLog()
  for (let nth = 0; nth < 5; nth++) stranger.reply('no')
  const slander = await checkReceipt(log.receipt(7, { since: 5 }), { key, old: old(stranger, 5), verify })
  expect(slander.at(-1)?.says.join(' ')).toContain('may be the one that is wrong')
})

test('an older receipt serves as its checkpoint, and a proof that was not asked for is not missed silently', async () => {
  const kept = JSON.stringify(log.receipt(2, { size: 12 }))
  const older = readOldCheckpoint(kept) ?? undefined
  expect(older?.size).toBe(12)
  const without = await checkReceipt(log.receipt(7), { key, old: older, verify })
  expect(without.at(-1)).toMatchObject({ outcome: 'unknown', says: [expect.stringContaining('?since=12')] })
  const withProof = await checkReceipt(log.receipt(7, { since: 12 }), { key, old: older, verify })
  expect(withProof.at(-1)?.outcome).toBe('holds')
  for (const none of ['', 'hello', '{}', '{"proof":"x"}']) expect(readOldCheckpoint(none)).toBeNull()
})

test('a browser without Ed25519 says so instead of guessing', async () => {
  const checks = await checkReceipt(log.receipt(7), { key, verify: async () => null })
  expect(outcomes(checks)).toMatchObject({ signature: 'unknown', inclusion: 'holds' })
  expect(verdictOf(checks)).toBe('unknown')
})

test('files, keys, notes and proofs that are none are told from those that are', () => {
  const file = log.receipt(7)
  expect(readReceiptFile(JSON.stringify(file))).toEqual(file)
  const line = writeVerifierKey(key)
  expect(readVerifierKey(` ${line}\n`)).toEqual(key)
  for (let at = 0; at < line.length; at++) expect(readVerifierKey(swapped(line, at)), `key ${at}`).toBeNull()
  for (const text of [
    '',
    'null',
    '[]',
    '{"format":"bionic-receipt/1"}',
    JSON.stringify({ ...file, keys: [1] }),
  ])
    expect(readReceiptFile(text), text).toBeNull()
  const broken = { ...file, disclosed: { ...file.disclosed, parts: [{ salt: 1, value: 2 }] } }
  expect(readReceiptFile(JSON.stringify(broken))).toBeNull()
  for (const text of ['', 'x\n', 'x\n\n', 'x\n\n— a\n', 'x\n\n— a b!\n', 'x\n\n- a AAAAAAAA\n'])
    expect(readNote(text), text).toBeNull()
  for (const text of ['', file.proof.replace('v1', 'v2'), file.proof.replace('index 7', 'index 07')])
    expect(readProof(text)).toBeNull()
  const withExtra = file.proof.replace('\nindex', '\nextra AAAA\nindex')
  expect(readProof(withExtra)).toEqual(readProof(file.proof))
  expect(utf8(file.proof).length).toBeLessThan(1_000)
})

/** The text with one letter exchanged, and never with one that means the same. */
function swapped(text: string, at: number): string {
  const letter = text.charAt(at) === 'Q' ? 'x' : 'Q'
  return text.slice(0, at) + letter + text.slice(at + 1)
}
