import { plain } from '../text/markdown-text.ts'
import { writeCitations } from './citations.ts'
import type { CitedSource } from './cited-source.ts'

/** A reply without sources is returned unchanged. */
export function citedMarkdown(content: string, sources: readonly CitedSource[] | null | undefined): string {
  if (!sources) return content
  return writeCitations(content, new Set(sources.map(({ n }) => n)), (n) => `[${n}]`)
}

export function sourcesMarkdown(
  sources: readonly CitedSource[] | null | undefined,
  heading: '###' | '####',
): string {
  if (!sources || sources.length === 0) return ''
  const cited = sources.map(
    (source) => `**[${source.n}]** ${plain(placeOf(source))}\n\n${quoted(source.quote)}`,
  )
  return [`${heading} Sources`, ...cited].join('\n\n')
}

/** The document with the page, or else the heading. */
export function placeOf({ name, page, lastPage, heading }: Omit<CitedSource, 'n' | 'quote'>): string {
  if (page !== null) return `${name}, ${lastPage === null ? `page ${page}` : `pages ${page}–${lastPage}`}`
  return heading === null ? name : `${name}, ${heading}`
}

/** No character of the text has a meaning in Markdown. */
function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line) => `> ${plain(line).replace(/^(\s*)([-+#=~]|\d+[.)])/, '$1\\$2')}`.trimEnd())
    .join('\n')
}
