import { expect, test } from 'vitest'
import { withHiddenLetters } from '../../../../shared/text/hidden-letters.ts'

const named = (code: number) => `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Format, control, line and paragraph, private, unassigned and torn letters, unusual spaces, selectors and fillers. */
const unseen =
  /^[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]$/u
const shown = new Set([' ', '\t', '\n', '\r'])

const BLOCK = 4_096

test('of all code points, every one that is not seen is written out, and no other', () => {
  for (let begin = 0; begin <= 0x10ffff; begin += BLOCK) {
    const codes = Array.from({ length: BLOCK }, (_, index) => begin + index)
    const letters = codes.map((code) => String.fromCodePoint(code))
    const expected = letters.map((letter, index) =>
      unseen.test(letter) && !shown.has(letter) ? named(codes[index] ?? 0) : letter,
    )
    // With a letter between, so that none belongs to the one before it.
    expect(withHiddenLetters(letters.join('a')) === expected.join('a'), named(begin)).toBe(true)
  }
})

test('what is written with joiners, selectors or tags between other letters does not hide', () => {
  for (const hidden of ['a\u200db', 'a\ufe0f', '⚠\ufe0f\ufe0f', '👍\u{e0101}', 'a\u{e0041}\u{e007f}'])
    expect(withHiddenLetters(hidden), JSON.stringify(hidden)).toMatch(/⟨U\+[\dA-F]{4,5}⟩$|⟨U\+200D⟩b$/)
})
