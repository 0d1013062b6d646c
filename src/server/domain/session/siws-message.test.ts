import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SignInInput, signInText } from '../../../shared/session/session.ts'
import { parseSiwsMessage } from './siws-message.ts'

const input: SignInInput = {
  domain: 'bionic.example',
  address: 'So11111111111111111111111111111111111111112',
  statement: 'Sign in. Ünïcode is wälcome 👾.',
  uri: 'https://bionic.example',
  version: '1',
  chainId: 'solana:devnet',
  nonce: '0123456789abcdef0123456789abcdef01234567',
  issuedAt: '2026-11-05T10:00:00.000Z',
  expirationTime: '2026-11-05T10:05:00.000Z',
}
const text = signInText(input)
const parse = (message: string) => parseSiwsMessage(Buffer.from(message))

test('every field comes back from the text', () => {
  expect(parse(text)).toEqual(input)
})

test('whatever the parser accepts is, letter for letter, what the same fields are written as', () => {
  const piece = fc.oneof(
    fc.constantFrom(...text.split('\n'), '', '\n', '\r', ' ', 'Nonce: abcdef00', 'Resources:', '- x'),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  )
  const splice = fc.tuple(fc.nat(text.length), fc.nat(60), piece)
  fc.assert(
    fc.property(splice, ([at, removed, added]) => {
      // An unpaired surrogate could not be sent.
      const changed = (text.slice(0, at) + added + text.slice(at + removed)).toWellFormed()
      const parsed = parse(changed)
      if (parsed) expect(signInText(parsed)).toBe(changed)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['nothing', ''],
  ['a line feed at the end', `${text}\n`],
  ['text after the end', `${text}\nRequest ID: 1`],
  ['resources', `${text}\nResources:\n- https://evil.example`],
  ['a space before it', ` ${text}`],
  ['Windows line ends', text.replaceAll('\n', '\r\n')],
  ['one Windows line end', text.replace('\nNonce', '\r\nNonce')],
  ['a field twice', text.replace('Nonce: ', 'Nonce: abcdef00\nNonce: ')],
  ['a field missing', text.replace(/\nChain ID: .*/, '')],
  ['fields in another order', text.replace(/(\nVersion: .*)(\nChain ID: .*)/, '$2$1')],
  ['a statement of two lines', text.replace('Sign in.', 'Sign in.\nOr not.')],
  ['no statement', text.replace(`${input.statement}\n\n`, '')],
  ['a control character in the statement', text.replace('Sign', 'Si\u0000gn')],
  ['another version', text.replace('Version: 1', 'Version: 2')],
  ['another chain family', text.replace('Solana account', 'Ethereum account')],
  ['a name of a field in small letters', text.replace('Nonce:', 'nonce:')],
  ['a time that is none', text.replace('2026-11-05T10:00', '2026-13-05T10:00')],
  ['a nonce with other than letters and digits', text.replace('0123', '01-3')],
  ['a byte order mark', `\ufeff${text}`],
])('refused: %s', (_, changed) => {
  expect(changed).not.toBe(text)
  expect(parse(changed)).toBeNull()
})

test('bytes that are not UTF-8 are refused', () => {
  const bytes = Buffer.from(text)
  bytes.writeUInt8(0xff, bytes.indexOf('Sign in.'))
  expect(parseSiwsMessage(bytes)).toBeNull()
  expect(parseSiwsMessage(bytes.subarray(0, bytes.indexOf('👾') + 2))).toBeNull()
})
