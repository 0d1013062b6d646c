import type { ModelMessage } from '../provider.ts'

/** Of the strictest provider. */
const LONGEST = 64

/**
 * The same messages with ids of calls as the strictest provider takes them: of few characters, and each once in a
 * conversation, while others' models count anew in each answer. It depends on what precedes a call alone, so that prompts
 * stay cached.
 */
export function withSafeCallIds(messages: readonly ModelMessage[]): ModelMessage[] {
  const known = new Set<string>()
  /** Calls of the last answer whose results have not come yet. */
  let open: { id: string; safe: string }[] = []
  return messages.map((message) => {
    const { calls = [], callId } = message
    if (callId !== undefined) {
      const at = open.findIndex(({ id }) => id === callId)
      const [called] = at === -1 ? [] : open.splice(at, 1)
      return { ...message, callId: called?.safe ?? safeId(callId) }
    }
    if (calls.length === 0) return message
    open = calls.map(({ id }) => ({ id, safe: unusedId(safeId(id), known) }))
    return { ...message, calls: calls.map((call, at) => ({ ...call, id: open[at]?.safe ?? call.id })) }
  })
}

const safeId = (id: string) => id.replace(/[^\w-]/g, '_').slice(0, LONGEST)

function unusedId(id: string, known: Set<string>): string {
  let unused = id
  for (let count = 2; known.has(unused); count++) {
    const suffix = `_${count}`
    unused = id.slice(0, LONGEST - suffix.length) + suffix
  }
  known.add(unused)
  return unused
}
