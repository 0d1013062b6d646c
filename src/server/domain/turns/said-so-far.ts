import { citedIn } from '../../../shared/chat/cited-sources.ts'
import { type ReplyPart, sourcesOf, textOf } from '../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'

/** The text of a running turn, as everybody who follows it gets it. */
export interface SaidSoFar {
  content: string
  /** The passages that the text cites; null if the agent was given none, so that bracketed numbers are text. */
  sources: readonly CitedSource[] | null
}

/** Leaves out the passages that are not cited yet: many people may follow a turn, and they see only what it cites. */
export function saidSoFar(parts: readonly ReplyPart[]): SaidSoFar {
  const content = textOf(parts)
  const given = sourcesOf(parts)
  return { content, sources: given && citedIn(content, given) }
}
