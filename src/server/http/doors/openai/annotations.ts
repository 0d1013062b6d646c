import { claimsOf } from '../../../../shared/knowledge/answering-sentence.ts'
import { readCitations } from '../../../../shared/knowledge/citations.ts'
import type { CitedSource } from '../../../../shared/knowledge/cited-source.ts'
import type { LinkToSource } from '../../../domain/doors/source-links.ts'

interface UrlCitation {
  start_index: number
  end_index: number
  title: string
  url: string
}

/** Finds what a text cites of its sources. A number that stands for no passage is no citation. */
export function citationsOf(
  text: string,
  sources: readonly CitedSource[],
  linkTo: LinkToSource,
): UrlCitation[] {
  if (sources.length === 0) return []
  // One claim for each number, in the order of the numbers.
  const claims = claimsOf(text)
  const places = readCitations(text).flatMap(({ from, to, numbers }) => numbers.map((n) => ({ from, to, n })))
  return places.flatMap(({ from, to, n }, index) => {
    const source = sources.find((source) => source.n === n)
    if (!source) return []
    const url = linkTo(source, [claims[index]?.text ?? ''])
    return { start_index: from, end_index: to, title: titleOf(source), url }
  })
}

function titleOf({ name, page, heading }: CitedSource): string {
  return [name, page !== null && `page ${page}`, heading].filter(Boolean).join(', ')
}
