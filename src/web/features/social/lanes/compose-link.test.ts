import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/any-character.ts'
import { type Platform, platforms } from '../../../../shared/social.ts'
import { composeLink } from './compose-link.ts'

const pages: Record<Platform, [string, string]> = {
  x: ['https://x.com/intent/tweet', 'text'],
  farcaster: ['https://farcaster.xyz/~/compose', 'text'],
  bluesky: ['https://bsky.app/intent/compose', 'text'],
  linkedin: ['https://www.linkedin.com/feed/', 'text'],
  telegram: ['https://t.me/share/url', 'url'],
}

test.each(platforms)('%s opens its own page with exactly the text', (platform) => {
  const text = 'One & two #three +4 = 100% "so" <b>?\n\n— ça: 漢字 👨‍👩‍👧‍👦 https://example.com/a?b=c&d=%20#e'
  const { href, carriesText } = composeLink(platform, text)
  const url = new URL(href)
  const [page, parameter] = pages[platform]
  expect(url.origin + url.pathname).toBe(page)
  expect(url.searchParams.get(parameter)).toBe(text)
  expect(url.hash).toBe('')
  expect(carriesText).toBe(true)
})

test('whatever is written comes back from the address, or is to be copied', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...platforms),
      fc.string({ unit: anyCharacter, maxLength: 900 }),
      (platform, text) => {
        const { href, carriesText } = composeLink(platform, text)
        expect(href.length).toBeLessThanOrEqual(8_000)
        expect(href).toMatch(/^https:\/\/[!-~]+$/)
        const carried = new URL(href).searchParams.get(pages[platform][1])
        expect(carried).toBe(carriesText ? text.replace(/\r\n?/g, '\n').toWellFormed() : null)
      },
    ),
  )
})

test('line breaks of two characters are one, and half a surrogate pair breaks nothing', () => {
  expect(composeLink('x', 'a\r\nb\ud83d').href).toBe('https://x.com/intent/tweet?text=a%0Ab%EF%BF%BD')
})

test.each([
  ['linkedin', 'a'.repeat(3_000), true],
  ['linkedin', '漢'.repeat(3_000), false],
  ['telegram', 'a'.repeat(4_096), true],
  ['telegram', '漢'.repeat(4_096), false],
  ['telegram', '@ada wrote this', false],
  ['x', '@ada wrote this', true],
  ['bluesky', ' \n', false],
] as const)(
  '%s: a text that no address can carry is copied, and the page opens empty',
  (platform, text, carries) => {
    const { href, carriesText } = composeLink(platform, text)
    expect(carriesText).toBe(carries)
    if (!carries) expect(href).toBe(composeLink(platform, '').href)
  },
)

test('what fits the three short platforms fits their address too', () => {
  for (const [platform, text] of [
    ['x', '漢'.repeat(140)],
    ['farcaster', '漢'.repeat(106)],
    ['bluesky', '漢'.repeat(300)],
  ] as const)
    expect(composeLink(platform, text).carriesText).toBe(true)
})
