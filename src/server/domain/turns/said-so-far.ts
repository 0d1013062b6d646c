import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { sourcesOf, textOf } from '../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'

/** The text of a running turn, as everybody who follows it gets it. */
export interface SaidSoFar {
  content: string
  /** The passages that the text cites; null if the agent was given none, so that bracketed numbers are text. */
  sources: readonly CitedSource[] | null
}

export function saidSoFar(parts: readonly ReplyPart[]): SaidSoFar {
  return { content: textOf(parts), sources: sourcesOf(parts) }
}
