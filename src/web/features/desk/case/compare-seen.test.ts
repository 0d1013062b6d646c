import { expect, test } from 'vitest'
import type { Seen } from '../../../../shared/trust/reports.ts'
import { compareSeen } from './compare-seen.ts'

const seen: Seen = {
  title: 'Nova',
  maker: '',
  href: '/chat/nova',
  picture: '/images/one.webp',
  texts: [
    { label: 'Description', text: 'Sells cheap watches.' },
    { label: 'Question', text: 'Buy?' },
    { label: 'Question', text: 'Now?' },
  ],
}
const joined = (parts: { text: string; is: string }[], is?: string) =>
  parts
    .filter((part) => is === undefined || part.is === is)
    .map(({ text }) => text)
    .join('')

test('what has not changed says so, text by text, several of one label too', () => {
  const compared = compareSeen(seen, structuredClone(seen))
  expect(compared.isChanged).toBe(false)
  expect(compared.texts.map(({ label }) => label)).toEqual(['Title', 'Description', 'Question', 'Question'])
  expect(compared.texts.every(({ isChanged }) => !isChanged)).toBe(true)
})

test('a changed text stands whole on both sides, with what was taken out on one and what came in on the other', () => {
  const now = { ...seen, texts: [{ label: 'Description', text: 'Sells fine watches.' }] }
  const changed = compareSeen(seen, now).texts.find(({ label }) => label === 'Description')
  expect(joined(changed?.before ?? [])).toBe('Sells cheap watches.')
  expect(joined(changed?.after ?? [])).toBe('Sells fine watches.')
  expect(joined(changed?.before ?? [], 'removed')).toBe('cheap')
  expect(joined(changed?.after ?? [], 'added')).toBe('fine')
})

test('a text that is gone, a new one and another picture are changes', () => {
  const now = {
    ...seen,
    picture: null,
    texts: [...seen.texts.slice(0, 1), { label: 'Greeting', text: 'Hello.' }],
  }
  const compared = compareSeen(seen, now)
  expect(compared.isPictureChanged).toBe(true)
  const changed = compared.texts.filter(({ isChanged }) => isChanged)
  expect(changed.map(({ label, after }) => [label, joined(after)])).toEqual([
    ['Question', ''],
    ['Question', ''],
    ['Greeting', 'Hello.'],
  ])
})
