/** Allows tab, line feed and carriage return. Two of these separate parts of the search index. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** These start a new line or change the reading direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notInALine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** A blank of Braille is a sign of its own, and nothing is seen of it. */
const visible = /[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}\u2800]/u

/** No lone surrogates, which UTF-8 cannot encode, no NUL, which the database cannot store, nor other controls. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !control.test(text)
}

/** The length stays the same. */
export function toPlainText(text: string): string {
  return text.toWellFormed().replaceAll(new RegExp(control, 'g'), '\ufffd')
}

/** What others wrote, as the database takes it: plain, and at most so long. A character is not cut in two. */
export function plainCut(text: string, most: number): string {
  return toPlainText(text.slice(0, most))
}

/** Where what came as JSON can't be stored: the paths of texts, and of names, with a NUL or a lone surrogate. */
export function* unstorable(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\0')) yield path
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, of] of Object.entries(value)) {
      if (!Array.isArray(value)) yield* unstorable(name, path)
      yield* unstorable(of, [...path, name])
    }
  }
}

/** Whether the text stays on one line, as a name within other text must. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !notInALine.test(text)
}

/**
 * In characters as limits mean them: code points, as schemas here (Zod), JSON Schema and PostgreSQL count, so that most
 * emoji are one.
 */
export function lengthOf(text: string): number {
  return [...text].length
}

/** Both for a schema and for a form that shows it while somebody types. */
export function tooLong(label: string, max: number): string {
  return `${label} can have at most ${max.toLocaleString('en-US')} characters.`
}

/** What a schema says of what is not there, and otherwise of what is of another kind. */
export const missingOr = (missing: string, wrong: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? missing : wrong),
})

/** `trim` does not remove zero-width characters. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** No brackets in labels and balanced parentheses in addresses: matching reads no text more than twice. */
const link = /!?\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"()]*")?\)/g

export function linksAsLabels(markdown: string): string {
  return markdown.replace(link, '$1')
}

/** At most so many UTF-16 units. Half a character would be shown as a mark for a broken one. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
