import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import FindPerson, { matching } from './find-person.tsx'

const names: Record<string, string> = { GmaDx: 'Ada', Bo7k: 'Bob', AdaZ: 'Cleo' }
const nameOf = (wallet: string) => names[wallet] ?? ''
const wallets = Object.keys(names)

test('people are found by a part of their name or of their address, in any case', () => {
  expect(matching(wallets, nameOf, ' ADA ')).toEqual(['GmaDx', 'AdaZ'])
  expect(matching(wallets, nameOf, 'o7')).toEqual(['Bo7k'])
  expect(matching(wallets, nameOf, '')).toEqual(wallets)
  expect(matching(wallets, nameOf, 'nobody')).toEqual([])
})

test('before anything is typed all are shown below the field', () => {
  const html = renderToString(
    <FindPerson wallets={wallets} nameOf={nameOf}>
      {(found) => found.map(nameOf).join(', ')}
    </FindPerson>,
  )
  expect(html).toMatch(/type="search"[^>]*aria-label="Find a participant"/)
  expect(html).toContain('Ada, Bob, Cleo')
})
