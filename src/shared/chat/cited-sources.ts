import { readCitations } from '../knowledge/citations.ts'
import type { CitedSource } from '../knowledge/cited-source.ts'
import { citeAsSaid } from './cite-as-said.ts'
import { type GrowthEvent, grow, partsOf, sourcesOf, type WithParts, withSources } from './parts.ts'

/** Returns the given passages that the text cites. */
export function citedIn(text: string, given: readonly CitedSource[]): CitedSource[] {
  if (given.length === 0) return []
  const cited = new Set(readCitations(text).flatMap(({ numbers }) => numbers))
  return given.filter(({ n }) => cited.has(n))
}

/**
 * Removes from a reply of elsewhere the passages that it does not cite, and the numbers that stand for none, as the
 * server does while it receives a reply of its own.
 */
export function withCitedSources<Whole extends WithParts>(reply: Whole): Whole {
  const given = sourcesOf(reply.parts)
  if (!given) return reply
  const cite = citeAsSaid(given)
  const { parts: _, ...rest } = { ...reply, content: '' }
  let kept = withSources(rest as Whole, [])
  const add = (type: GrowthEvent['type'], { text, sources }: ReturnType<typeof cite.take>) => {
    if (sources.length > 0) kept = withSources(kept, sources)
    if (text !== '') kept = grow(kept, type, text)
  }
  for (const part of partsOf(reply))
    switch (part.kind) {
      case 'text':
        add('words', cite.take(part.text))
        break
      case 'reasoning':
        add('words', cite.rest())
        add('reasoning', { text: part.text, sources: [] })
        break
      case 'sources':
        break
      default:
        part satisfies never
    }
  add('words', cite.rest())
  return kept
}
