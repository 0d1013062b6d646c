/** `12 0 obj << … /Type /Page …`. */
const pageObject = /(\d{1,8}) 0 obj\s*<<(?:(?!endobj)[\s\S]){0,4000}?\/Type\s*\/Page\b(?!s)/g

const MOST_PAGES = 10_000

/**
 * Appends a list of the pages to a PDF that was cut off and lost its own, in the order of the file; the library finds
 * the objects by itself. Null if no page is found, as in a file with compressed objects.
 */
export function restorePdf(bytes: Buffer): Buffer | null {
  const text = bytes.toString('latin1')
  const pages: string[] = []
  for (const [, object] of text.matchAll(pageObject)) {
    if (object && !pages.includes(object)) pages.push(object)
    if (pages.length === MOST_PAGES) break
  }
  if (pages.length === 0) return null
  // Greater than any object number that the file may use.
  const [catalog, list] = [9_000_001, 9_000_002]
  const rest = `\nendstream\nendobj
${catalog} 0 obj\n<< /Type /Catalog /Pages ${list} 0 R >>\nendobj
${list} 0 obj\n<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>\nendobj
trailer\n<< /Root ${catalog} 0 R /Size ${list + 1} >>\nstartxref\n0\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(rest, 'latin1')])
}
