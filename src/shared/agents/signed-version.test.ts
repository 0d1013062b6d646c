import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSignedVersion, SIGNED_TEXT_MAX, type SignedText, signedVersionText } from './signed-version.ts'

const named: fc.Arbitrary<SignedText> = fc.record({
  place: fc.constantFrom(
    'https://bionic.example',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    `https://${'a.'.repeat(130)}example`,
  ),
  agent: fc.uuid(),
  version: fc.stringMatching(/^[0-9a-f]{64}$/),
  time: fc
    .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
})

test('what a wallet signs is one line of at most 1,000 printable ASCII characters, and says again what it was made of', () => {
  fc.assert(
    fc.property(named, (of) => {
      const text = signedVersionText(of)
      expect(text).toMatch(/^[ -~]+$/)
      expect(text.length).toBeLessThanOrEqual(SIGNED_TEXT_MAX)
      expect(readSignedVersion(text)).toEqual(of)
    }),
  )
})

test('a text that is another by one character is another version, or none', () => {
  fc.assert(
    fc.property(named, fc.nat(), fc.constantFrom(...' .0af-Z\n'), (of, at, letter) => {
      const text = signedVersionText(of)
      const place = at % text.length
      const other = text.slice(0, place) + letter + text.slice(place + 1)
      if (other !== text) expect(readSignedVersion(other)).not.toEqual(of)
      expect(readSignedVersion(text.slice(0, place) + letter + text.slice(place))).not.toEqual(of)
    }),
    { numRuns: 1_000 },
  )
})
