import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import FindPerson from '../../../blocks/people/find-person.tsx'
import { matching } from './people.tsx'

const names: Record<string, string> = { GmaDx: 'Ada', Bo7k: 'Bob', AdaZ: 'Cleo' }
const nameOf = (wallet: string) => names[wallet] ?? ''
const wallets = Object.keys(names)

test('people are found by a part of their name or of their address, in any case', () => {
  expect(matching(wallets, nameOf, ' ADA ')).toEqual(['GmaDx', 'AdaZ'])
  expect(matching(wallets, nameOf, 'o7')).toEqual(['Bo7k'])
  expect(matching(wallets, nameOf, '')).toEqual(wallets)
  expect(matching(wallets, nameOf, 'nobody')).toEqual([])
})

test('the field says how many are found once something is typed', () => {
  const paint = (text: string, found: number) =>
    renderToString(<FindPerson text={text} onType={() => {}} found={found} />)
  expect(paint('', 30)).toMatch(/type="search"[^>]*aria-label="Find a participant"/)
  expect(paint('', 30)).toMatch(/role="status" class="sr-only"><\/p>/)
  expect(paint('ad', 2)).toMatch(/class="sr-only">2 /)
  expect(paint('x', 0)).not.toContain('sr-only')
})
