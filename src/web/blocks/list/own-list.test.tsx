import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import type { List } from './list-state.ts'
import { OwnList } from './own-list.tsx'

const words = { loading: '', failed: '', count: ({ length }: { length: number }) => `${length} things` }
const ownList = (list: List<number>) => (
  <OwnList list={list} words={words} skeleton="h-9">
    {(item) => <li key={item}>{item}</li>}
  </OwnList>
)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const paint = (count: number, more?: { load: () => void; loading: boolean; problem: undefined }) =>
  renderToString(ownList({ state: 'full', items: upTo(count), refreshing: false, more }))
const shown = (html: string) => html.split('<li').length - 1

test('of many things five are shown, with a button for all of them', () => {
  expect(shown(paint(5))).toBe(5)
  expect(paint(5)).not.toContain('Show all')
  expect(shown(paint(100))).toBe(5)
  expect(paint(100)).toContain('Show all 100')
  expect(paint(100)).toContain('100 things')
})

test('where there are more pages none is loaded before all are wanted, and their number is not known', () => {
  const html = paint(24, { load: () => {}, loading: false, problem: undefined })
  expect(shown(html)).toBe(5)
  expect(html).toMatch(/Show all</)
  expect(html).not.toContain('Load more')
})

test.for([
  ['in a list that was longer before', [upTo(7), upTo(6), upTo(5), [...upTo(5), 9]], 9],
  ['also once another is removed', [upTo(6), [...upTo(6), 9], [...upTo(6).slice(1), 9]], 9],
  ['at the beginning', [upTo(6), [9, ...upTo(6)]], 9],
] as const)('what is added stays in sight, %s', async ([, lists, added]) => {
  const { document, show } = inDocument()
  for (const items of lists) await show(ownList({ state: 'full', items, refreshing: false, more: undefined }))
  const rows = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(rows).toContain(`${added}`)
})
