import type { PlacedCall, ToldCall } from '../tools/told-call.ts'
import { isOfMemory, toolLimits } from '../tools/tool-states.ts'
import type { ReplyPart } from './part-kinds.ts'

/** Whether text that is not public has entered the conversation with this reply. */
export function bringsPrivate(parts: readonly ReplyPart[]): boolean {
  return parts.some((part) => part.kind === 'tool' && part.brings.private)
}

/** The calls of a reply with their places in its text. */
export function placedCalls(parts: readonly ReplyPart[]): PlacedCall[] {
  let at = 0
  const calls: PlacedCall[] = []
  for (const part of parts) {
    if (part.kind === 'text') at += part.text.length
    if (part.kind !== 'tool') continue
    const { kind: _, id: __, revision: ___, ...call } = part
    calls.push({ at, part: call })
  }
  return calls
}

export function callsToldToAll(parts: readonly ReplyPart[], wasPrivate: boolean): ToldCall[] {
  return placedToldToAll(placedCalls(parts), wasPrivate)
}

/**
 * The calls of a reply as everybody is told. A result stays unless it is private; arguments stay unless the model had
 * private text when it wrote them. What a person said with a refusal, and why a call failed, nobody else is told.
 * @param wasPrivate whether private text had entered before this reply
 */
export function placedToldToAll(calls: readonly PlacedCall[], wasPrivate: boolean): ToldCall[] {
  let isPrivate = wasPrivate
  return calls.flatMap(({ at, part }) => {
    // Nobody else is told what a person has remembered, nor that they do.
    const { title, origin, status, brings } = part
    if (isOfMemory(part)) {
      isPrivate ||= brings.private
      return []
    }
    const told: ToldCall = { at, title, origin, state: status.state }
    if (!isPrivate && !brings.private) told.arguments = part.arguments
    if (status.state === 'done') {
      told.ms = status.ms
      if (!brings.private) Object.assign(told, openResult(status))
    }
    // Calls of one step are written before any of them has a result, but those of a next step may repeat it.
    isPrivate ||= brings.private
    return [told]
  })
}

function openResult({ result, length }: { result: string; length?: number | undefined }): Partial<ToldCall> {
  const shown = result.slice(0, toolLimits.resultCharacters)
  return { result: shown, ...(length !== undefined && { length }) }
}
