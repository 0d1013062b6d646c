import { expect, test } from 'vitest'
import { parseRealmInput } from './parse-realm-input.ts'

const id = '5f0c6f1e-8a4b-4c6d-9e2f-0a1b2c3d4e5f'
const upper = id.toUpperCase()

// §2.23
test.each([
  id,
  upper,
  `  ${id}\n`,
  `"${id}"`,
  `“${id}”`,
  `‘${id}’`,
  `<${id}>`,
  `{${upper}}`,
  `(${id}).`,
  `/realm/${id}`,
  `/realm/${id}/`,
  `realm/${id}`,
  `/REALM/${upper}`,
  `https://bionic.example/realm/${id}`,
  `http://localhost:3000/realm/${id}`,
  `localhost:3000/realm/${id}`,
  `192.168.0.7:3000/realm/${id}`,
  `[::1]:3000/realm/${id}`,
  `bionic.example/realm/${id}`,
  `//bionic.example/realm/${id}`,
  `https://bionic.example/under/a/path/realm/${id}`,
  `HTTPS://BIONIC.EXAMPLE/REALM/${upper}?UTM_SOURCE=MAIL#NEWEST`,
  `https://bionic.example/realm/${id}?query=realm/nowhere`,
  `/join?realm=${id}`,
  `/join/?realm=${id}`,
  `join?realm=${id}`,
  `https://bionic.example/join?realm=${id}`,
  `https://bionic.example/join?from=mail&realm=${upper}&x=1#top`,
  `https://bionic.example/join?realm=%20${id}`,
  `  "https://bionic.example/join?realm=${id}",  `,
  `<https://bionic.example/join?realm=${id}>`,
])('%j is a realm', (typed) => {
  expect(parseRealmInput(typed)).toEqual({ kind: 'realm', id })
})

test.each([
  'https://bionic.example',
  'https://bionic.example/',
  'https://bionic.example/realm',
  'https://bionic.example/realm/',
  'https://bionic.example/realm/nowhere',
  `https://bionic.example/realm/${id.slice(1)}`,
  `https://bionic.example/realm/${id}0`,
  `https://bionic.example/realm/${id}/messages`,
  `https://bionic.example/chat/${id}`,
  `https://bionic.example/?realm=${id}`,
  `https://bionic.example/join?realm=`,
  'https://bionic.example/join?realm=nowhere',
  `https://bionic.example/join#realm=${id}`,
  'https://',
  'javascript://bionic.example/%0aalert(1)',
  'www.bionic.example',
  'bionic.example/realm/',
  'localhost:3000/join',
  '//bionic.example/realm/nowhere',
  '/realm',
  '/realm/nowhere',
  '/join?realm',
  '"/join"',
])('%j is a link to no realm', (typed) => {
  expect(parseRealmInput(typed)).toEqual({ kind: 'no-realm' })
})

test.each([
  'The Atrium',
  'realm',
  'join',
  'realm/talk',
  'realms',
  '/realms of old',
  'AC/DC',
  'Node.js/Deno',
  '1/2',
  '/r/place',
  'C:\\join',
  '"quoted"',
  '50%_\\ off',
  'https is safe',
  `see https://bionic.example/realm/${id}`,
  `${id} ${id}`,
  id.slice(1),
  id.replaceAll('-', ''),
  '漢字',
  '?',
  '"',
])('%j is searched for, as it was typed', (typed) => {
  expect(parseRealmInput(`  ${typed} `)).toEqual({ kind: 'search', query: typed })
})

test.each(['', ' ', '\n\t'])('%j is nothing', (typed) => {
  expect(parseRealmInput(typed)).toEqual({ kind: 'nothing' })
})

test('a text as long as nobody types is read in no time', () => {
  for (const typed of ['('.repeat(1e6), 'a.'.repeat(5e5), `x${' '.repeat(1e6)}x`, `x${')'.repeat(1e6)}x`])
    expect(parseRealmInput(typed).kind).toBe('search')
})
