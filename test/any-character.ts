import fc from 'fast-check'

const SURROGATES = { from: 0xd800, count: 0x800 }

/**
 * Any character of Unicode, for `fc.string({ unit: anyCharacter })`. The library's own unit `binary` is the same, but lists
 * all million of them before the first is drawn, which takes seconds in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(characterAt, placeOf)

/** Characters without those that stand for half of another. */
function characterAt(place: number): string {
  return String.fromCodePoint(place < SURROGATES.from ? place : place + SURROGATES.count)
}

/** What `characterAt` makes a character of: it lets the library put names such as `__proto__` into a string. */
function placeOf(character: unknown): number {
  if (typeof character !== 'string' || [...character].length !== 1) throw new Error('Not one character')
  const point = character.codePointAt(0) ?? 0
  return point < SURROGATES.from ? point : point - SURROGATES.count
}
