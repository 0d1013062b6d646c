import { readCitations } from '../knowledge/citations.ts'
import type { CitedSource } from '../knowledge/cited-source.ts'
import { partsOf, sourcesOf, type WithParts, withParts } from './parts.ts'

/** Returns the given passages that the text cites. */
export function citedIn(text: string, given: readonly CitedSource[]): CitedSource[] {
  const cited = new Set(readCitations(text).flatMap(({ numbers }) => numbers))
  return given.filter(({ n }) => cited.has(n))
}

/**
 * Removes the passages that a finished reply does not cite. The sources part itself stays, as it tells that bracketed
 * numbers in the text were citations.
 */
export function withCitedSources<Whole extends WithParts>(reply: Whole): Whole {
  const given = sourcesOf(reply.parts)
  if (!given) return reply
  const sources = citedIn(reply.content, given)
  return withParts(reply, [{ kind: 'sources', sources }, ...partsOf(reply).slice(1)])
}
