/** A line of text where it stands on a page, from the lower left corner. */
export interface PdfLine {
  text: string
  x?: number
  y?: number
}

/** Lines from the top of a page down. */
export function lines(...texts: string[]): PdfLine[] {
  return texts.map((text, index) => ({ text, x: 50, y: 780 - index * 16 }))
}

/**
 * A PDF written by hand: Helvetica, one content stream a page, nothing packed. Its catalog stands at its end, as most
 * makers have it.
 * @param pages the lines of each; or what stands in a page's content stream
 * @param options.repeated how often the list of its pages names each of them
 */
export function makePdf(
  pages: readonly (readonly PdfLine[] | string)[],
  options: { repeated?: number } = {},
): Buffer {
  let pdf = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets: number[] = []
  const add = (content: string) => {
    offsets.push(pdf.length)
    pdf += `${offsets.length} 0 obj\n${content}\nendobj\n`
    return offsets.length
  }
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  // The number of the list of pages, behind each page and its content.
  const list = font + 2 * pages.length + 1
  const kids = pages.map((page) => {
    const stream = typeof page === 'string' ? page : page.map(drawn).join('\n')
    const content = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    return add(
      `<< /Type /Page /Parent ${list} 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${content} 0 R >>`,
    )
  })
  const { repeated = 1 } = options
  const references = kids.map((kid) => `${kid} 0 R `).join('')
  add(`<< /Type /Pages /Count ${kids.length * repeated} /Kids [${references.repeat(repeated)}] >>`)
  const catalog = add(`<< /Type /Catalog /Pages ${list} 0 R >>`)
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pdf += `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${offsets.length + 1} /Root ${catalog} 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}

function drawn({ text, x = 50, y = 780 }: PdfLine): string {
  return `BT /F1 11 Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`
}
