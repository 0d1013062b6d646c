import { expect, test } from 'vitest'
import type { LoreEntry } from '../../../shared/agents/persona.ts'
import { scanLore } from './scan-lore.ts'

const entry = (keys: string[], content: string): LoreEntry => ({
  ...{ keys, content, enabled: true, insertion_order: 1 },
})

const scan = (entries: LoreEntry[], said: string, char = 'Nova') =>
  scanLore(
    {
      ...{ lorebook: { entries }, messages: [said], windowTokens: 8_000 },
      names: { char, user: 'User' },
    },
    'seed',
  )

test('an expression that would run for ages matches nothing, is named, and keeps no other out', async () => {
  const evil = '/(a+)+$/'
  let turns = 0
  const counting = setInterval(() => turns++, 5)
  const chosen = await scan([entry([evil], 'never'), entry(['/b.d/'], 'there')], `${'a'.repeat(100_000)} bad`)
  clearInterval(counting)
  expect(chosen?.after).toEqual(['there'])
  expect(chosen?.slow).toEqual([evil])
  // The server went on with other work meanwhile.
  expect(turns).toBeGreaterThan(0)
})

test('a book full of such expressions leaves a reply without lore, and the next book is searched', async () => {
  const evil = Array.from({ length: 20 }, (_, index) => entry([`/(a+)+${index}$/`], 'never'))
  expect(await scan(evil, `${'a'.repeat(100_000)}b`)).toBeNull()
  expect((await scan([entry(['/c+/'], 'there')], 'ccc'))?.after).toEqual(['there'])
})

test('slow books of others hold up a reply for a moment alone, which then goes without lore', async () => {
  const evil = Array.from({ length: 20 }, (_, index) => entry([`/(a+)+${index}$/`], 'never'))
  const slow = Array.from({ length: 6 }, () => scan(evil, `${'a'.repeat(100_000)}b`))
  const other = await scan([entry(['/c+/'], 'there')], 'ccc')
  expect(other).toBeNull()
  expect(await Promise.all(slow)).toEqual(slow.map(() => null))
  expect((await scan([entry(['/c+/'], 'there')], 'ccc'))?.after).toEqual(['there'])
})

test('a name that makes an expression of a key is bounded as well', async () => {
  const chosen = await scan([entry(['{{char}}'], 'never')], `${'a'.repeat(100_000)}b`, '/(a+)+$/')
  expect(chosen).toMatchObject({ after: [], slow: ['/(a+)+$/'] })
})

test('large books of plain keys are searched as well', async () => {
  const entries = Array.from({ length: 2_000 }, (_, index) => entry([`key${index}x`], `text ${index}`))
  const chosen = await scan(entries, `${'word '.repeat(4_000)}key7x key1999x`)
  expect(chosen?.after).toEqual(['text 1999', 'text 7'])
})

test('scans at the same time keep their own results', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  const chosen = await Promise.all(
    numbers.map((number) => scan([entry([`/n${number}\\b/`], `of ${number}`)], `n${number}`)),
  )
  expect(chosen.map((each) => each?.after)).toEqual(numbers.map((number) => [`of ${number}`]))
})
