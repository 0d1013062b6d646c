/** Control characters except tab, line feed and carriage return. Two of them separate parts of the search index. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Characters that start a new line or change the reading direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notInALine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

const visible = /[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u

/**
 * Whether the text can be stored and shown unchanged: it has no lone surrogate, which UTF-8 cannot encode, no NUL,
 * which the database cannot store, and no other control characters except tab, line feed and carriage return.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !control.test(text)
}

/** Replaces every character that `isPlainText` rejects with U+FFFD; the length stays the same. */
export function toPlainText(text: string): string {
  return text.toWellFormed().replaceAll(new RegExp(control, 'g'), '\ufffd')
}

/** Whether the text is plain and stays on one line, as a name within other text must. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !notInALine.test(text)
}

/**
 * Returns the error message for a text that exceeds its limit, both for its schema and for a form that shows it while
 * somebody types.
 */
export function tooLong(label: string, max: number): string {
  return `${label} can have at most ${max.toLocaleString('en-US')} characters.`
}

/** Whether the text has a visible character; `trim` does not remove zero-width characters. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/**
 * A Markdown link or picture with its label. A label cannot contain brackets, and parentheses in an address must be
 * balanced, so matching reads no text more than twice, whatever it consists of.
 */
const link = /!?\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"()]*")?\)/g

/** Replaces the links in Markdown with their labels. */
export function linksAsLabels(markdown: string): string {
  return markdown.replace(link, '$1')
}
