/**
 * Makes visible what a reader of a text would not see and a model reads: letters without width, marks that turn the
 * direction of text, tags, fillers and controls. What belongs to an emoji is no such letter.
 */

/** A piece of a text. `hidden` says in words what stands there, so that it can be shown in its place. */
type TextRun = { kind: 'text'; text: string } | { kind: 'hidden'; says: string; count: number }

/** Spaces, tabs and line breaks are seen. Unassigned code points have no glyph, private ones any. */
const hiddenLetter = /^[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\u{1D159}]$/u
const seenControl = /^[\t\n\r]$/
const joiner = '\u200D'
const emojiStyle = '\uFE0F'
const isEmoji = (letter: string | undefined) =>
  letter !== undefined && /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|[#*0-9])$/u.test(letter)

const names: readonly [RegExp, string][] = [
  [/[\u200B\u2060\uFEFF\u180E]/u, 'space without width'],
  [/\u200C|\u200D|\u034F/u, 'joiner without width'],
  [/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/u, 'turns the direction of the text'],
  [/\u00AD/u, 'soft hyphen'],
  [/[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/u, 'changes a letter’s form'],
  [/[\u115F\u1160\u2800\u3164\uFFA0\u17B4\u17B5]/u, 'empty letter'],
]

/** The whole text in pieces, in order; one piece where nothing is hidden. */
export function readHidden(text: string): TextRun[] {
  const letters = Array.from(text)
  const runs: TextRun[] = []
  for (const [index, letter] of letters.entries()) {
    const last = runs.at(-1)
    if (!isHidden(letters, index)) {
      if (last?.kind === 'text') last.text += letter
      else runs.push({ kind: 'text', text: letter })
      continue
    }
    const says = saysOf(letter)
    const isTag = tagOf(letter) !== null
    if (last?.kind === 'hidden' && isTag && last.says.startsWith(TAGS)) {
      last.says += says.slice(TAGS.length)
      last.count += 1
    } else if (last?.kind === 'hidden' && !isTag && last.says === says) last.count += 1
    else runs.push({ kind: 'hidden', says, count: 1 })
  }
  return runs
}

export function hasHidden(text: string): boolean {
  return readHidden(text).some(({ kind }) => kind === 'hidden')
}

function isHidden(letters: readonly string[], index: number): boolean {
  const letter = letters[index] ?? ''
  if (!hiddenLetter.test(letter) || seenControl.test(letter)) return false
  if (letter === emojiStyle) return !isEmoji(letters[index - 1]) || letters[index - 1] === emojiStyle
  return letter !== joiner || !(isEmoji(letters[index - 1]) && isEmoji(letters[index + 1]))
}

const TAGS = 'hidden text: '

/** Tags (U+E0000 on) repeat ASCII, and some models read them as such. */
function tagOf(letter: string): string | null {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0xe_0000 || code > 0xe_007f) return null
  const ascii = code - 0xe_0000
  return ascii >= 0x20 && ascii < 0x7f ? String.fromCodePoint(ascii) : '·'
}

function saysOf(letter: string): string {
  const tag = tagOf(letter)
  if (tag !== null) return `${TAGS}${tag}`
  const known = names.find(([letters]) => letters.test(letter))?.[1]
  return known ?? numberOf(letter)
}

/**
 * The same text in which each hidden letter, and each space that is none of the keyboard's, stands as its number, such
 * as `⟨U+200B⟩`: for what is sent letter by letter.
 */
export function withHiddenLetters(text: string): string {
  const letters = Array.from(text)
  return letters
    .map((letter, index) =>
      isHidden(letters, index) || (letter !== ' ' && /\p{Zs}/u.test(letter))
        ? `⟨${numberOf(letter)}⟩`
        : letter,
    )
    .join('')
}

function numberOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
