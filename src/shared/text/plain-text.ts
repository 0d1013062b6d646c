/** Control characters but tab, line feed and carriage return. Two of them keep parts of the search index apart. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** What starts a new line, and what turns the reading direction of everything after it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notInALine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

const visible = /[^\p{White_Space}\p{Control}\p{Default_Ignorable_Code_Point}]/u

/**
 * Whether the text can be stored and shown as it is: no half of a surrogate pair, which UTF-8 can't say, no NUL, which
 * the database can't hold, and no other control character but those that lay text out.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !control.test(text)
}

/** The text, as long as it was, with U+FFFD in place of every character that `isPlainText` refuses. */
export function toPlainText(text: string): string {
  return text.toWellFormed().replaceAll(new RegExp(control, 'g'), '\ufffd')
}

/** Whether the text is plain and stays on its line, as a name must that is set among other words. */
export function isPlainLine(text: string): boolean {
  return text.isWellFormed() && !notInALine.test(text)
}

/** What a field says of a text beyond its limit: for its schema, and for a screen that says it while somebody types. */
export function tooLong(label: string, max: number): string {
  return `${label} can have at most ${max.toLocaleString('en-US')} characters.`
}

/** Whether anything of the text can be seen; trimming knows nothing of zero-width characters. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/**
 * A link or a picture of Markdown with its label. A label ends where the next one begins, and brackets in an address are
 * closed in it: so no text is read more than twice, whatever it consists of.
 */
const link = /!?\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"()]*")?\)/g

/** Markdown with the labels of its links in their place. */
export function linksAsLabels(markdown: string): string {
  return markdown.replace(link, '$1')
}
