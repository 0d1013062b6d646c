import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { List } from './list-state.ts'
import { OwnList } from './own-list.tsx'

const words = { loading: '', failed: '', count: ({ length }: { length: number }) => `${length} things` }
const paint = (count: number, more?: { load: () => void; loading: boolean; problem: undefined }) => {
  const items = Array.from({ length: count }, (_, n) => n)
  const list: List<number> = { state: 'full', items, refreshing: false, more }
  return renderToString(
    <OwnList list={list} words={words} skeleton="h-9">
      {(item) => <li key={item}>Thing</li>}
    </OwnList>,
  )
}
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
