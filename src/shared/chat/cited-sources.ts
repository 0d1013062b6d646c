import { readCitations } from '../knowledge/citations.ts'
import type { CitedSource } from '../knowledge/cited-source.ts'
import { citeAsSaid, type SaidWithSources } from './cite-as-said.ts'
import type { ReplyPart } from './part-kinds.ts'
import { appendTo, partsOf, sourcesOf, type WithParts, withParts } from './parts.ts'

export function citedIn(text: string, given: readonly CitedSource[]): CitedSource[] {
  if (given.length === 0) return []
  const cited = new Set(readCitations(text).flatMap(({ numbers }) => numbers))
  return given.filter(({ n }) => cited.has(n))
}

/** Removes what is not cited, and numbers that stand for nothing, as the server does for its own replies. */
export function withCitedSources<Whole extends WithParts>(reply: Whole): Whole {
  const given = sourcesOf(reply.parts)
  if (!given) return reply
  const cite = citeAsSaid(given)
  let parts: ReplyPart[] = []
  const cited: CitedSource[] = []
  const say = ({ text, sources }: SaidWithSources) => {
    cited.push(...sources)
    if (text !== '') parts = appendTo(parts, 'words', text)
  }
  for (const part of partsOf(reply))
    if (part.kind === 'text') say(cite.take(part.text))
    else if (part.kind === 'reasoning') {
      say(cite.rest())
      parts = appendTo(parts, 'reasoning', part.text)
    } else parts.push(part)
  say(cite.rest())
  return withParts(reply, onlyCited(parts, cited))
}

export function onlyCited(parts: readonly ReplyPart[], cited: readonly CitedSource[]): ReplyPart[] {
  const numbers = new Set(cited.map(({ n }) => n))
  return parts.map((part) =>
    part.kind === 'sources' ? { ...part, sources: part.sources.filter(({ n }) => numbers.has(n)) } : part,
  )
}
