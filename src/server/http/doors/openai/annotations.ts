import { readCitations } from '../../../../shared/knowledge/citations.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'

/** A place of the text that cites a passage, in the form of OpenAI's citations of the web. */
export interface UrlCitation {
  start_index: number
  end_index: number
  title: string
  /** Where the passage can be read. */
  url: string
}

/** Finds what a text cites of its sources. A number that stands for no passage is no citation. */
export function citationsOf(text: string, sources: readonly CitedSource[], origin: string): UrlCitation[] {
  if (sources.length === 0) return []
  return readCitations(text).flatMap(({ from, to, numbers }) =>
    numbers.flatMap((number) => {
      const source = sources.find(({ n }) => n === number)
      if (!source) return []
      return { start_index: from, end_index: to, title: titleOf(source), url: urlOf(source, origin) }
    }),
  )
}

function titleOf({ name, page, heading }: CitedSource): string {
  return [name, page !== null && `page ${page}`, heading].filter(Boolean).join(', ')
}

function urlOf({ sourceId, version, number, key }: CitedSource, origin: string): string {
  return `${origin}/api/sources/${sourceId}/passages/${version}/${number}?${new URLSearchParams({ key })}`
}
