import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { sourcesOf, textOf } from '../../../shared/chat/parts.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'

export interface SaidSoFar {
  content: string
  /** Null if the agent was given none: then bracketed numbers are text. */
  sources: readonly CitedSource[] | null
}

export function saidSoFar(parts: readonly ReplyPart[]): SaidSoFar {
  return { content: textOf(parts), sources: sourcesOf(parts) }
}
