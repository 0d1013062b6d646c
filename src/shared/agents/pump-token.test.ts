import { expect, test } from 'vitest'
import { pumpTokenPage } from './pump-token.ts'

const mint = 'So11111111111111111111111111111111111111112'

// §1.7
test('a mint has a page at the launch platform', () => {
  expect(pumpTokenPage(mint)).toBe(`https://pump.fun/coin/${mint}`)
})

// §1.7
test.each([
  ['none', null],
  ['nothing', ''],
  ['a mint without its last letter', mint.slice(0, -3)],
  ['a letter that base58 has not', mint.replace('o', '0')],
  ['spaces around it', ` ${mint} `],
  ['a path', `../${mint}`],
  ['a script', 'javascript:alert(1)'],
  ['an address of another chain', '0x52908400098527886E0F7030069857D2E4169EE7'],
])('%s links nowhere', (_, token) => {
  expect(pumpTokenPage(token)).toBeNull()
})
