/**
 * A link or a picture of Markdown with its label. A label ends where the next one begins, and brackets in an address are
 * closed in it: so no text is read more than twice, whatever it consists of.
 */
const link = /!?\[([^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"()]*")?\)/g

/** Markdown with the labels of its links in their place. */
export function linksAsLabels(markdown: string): string {
  return markdown.replace(link, '$1')
}
