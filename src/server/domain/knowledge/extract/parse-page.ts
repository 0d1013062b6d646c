import { parseHTML } from 'linkedom'

type PageDocument = ReturnType<typeof parseHTML>['document']

/**
 * The document of a page or of a part of one. Both outer elements may be left out in HTML, which the parser does not add:
 * without them its document has no body, whatever the page says.
 */
export function parsePage(html: string): PageDocument {
  // In a comment or a program the name stands, too.
  const written = /<body[\s>]/i.test(html) ? parseHTML(html).document : null
  if (written && hasBody(written)) return written
  return parseHTML(`<html><body>${html}</body></html>`).document
}

function hasBody({ documentElement }: PageDocument): boolean {
  if (documentElement?.tagName.toUpperCase() !== 'HTML') return false
  return [...documentElement.children].some(({ tagName }) => tagName.toUpperCase() === 'BODY')
}
