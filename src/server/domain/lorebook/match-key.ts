interface KeyMatching {
  caseSensitive: boolean
  wholeWords: boolean
}

/** Its lower-case form is made once, when first needed. */
export class ScannedText {
  readonly text: string
  #lower: string | undefined
  constructor(text: string) {
    this.text = text
  }
  get lower(): string {
    this.#lower ??= this.text.toLowerCase()
    return this.#lower
  }
}

/** Returns null for plain text. As in SillyTavern, that is also an expression that is invalid or has a bare slash. */
export function expressionOf(key: string): RegExp | null {
  const [, pattern, flags] = /^\/([\w\W]+?)\/([gimsuy]*)$/.exec(key) ?? []
  if (pattern === undefined || /(?:^|[^\\])\//.test(pattern)) return null
  try {
    return new RegExp(pattern, flags)
  } catch {
    return null
  }
}

/** Cheap, and true for a few keys that are plain text. */
export function looksLikeExpression(key: string): boolean {
  return /^\s*\/[\w\W]+\/[gimsuy]*\s*$/.test(key)
}

/** With `wholeWords`, one word must not touch letters, digits or underscores; several words may occur anywhere. */
export function hasPlainKey(scanned: ScannedText, key: string, { caseSensitive, wholeWords }: KeyMatching) {
  const text = caseSensitive ? scanned.text : scanned.lower
  const wanted = caseSensitive ? key : key.toLowerCase()
  if (!wholeWords || /\s/.test(wanted)) return text.includes(wanted)
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const before = at === 0 ? '' : text.charAt(at - 1)
    if (!isWord(before) && !isWord(text.charAt(at + wanted.length))) return true
  }
  return false
}

/** Only ASCII counts, as for `\w`. */
function isWord(character: string): boolean {
  return /^\w/.test(character)
}
