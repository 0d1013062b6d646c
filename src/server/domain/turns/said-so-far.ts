import type { ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { sourcesOf, textOf } from '../../../shared/chat/parts.ts'
import { placedCalls } from '../../../shared/chat/told-calls.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { PlacedCall } from '../../../shared/tools/told-call.ts'

export interface SaidSoFar {
  content: string
  /** Null if the agent was given none: then bracketed numbers are text. */
  sources: readonly CitedSource[] | null
  calls?: readonly PlacedCall[]
}

export function saidSoFar(parts: readonly ReplyPart[]): SaidSoFar {
  const calls = placedCalls(parts)
  return { content: textOf(parts), sources: sourcesOf(parts), ...(calls.length > 0 && { calls }) }
}
