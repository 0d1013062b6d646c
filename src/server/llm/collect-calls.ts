import { ModelError } from './model-error.ts'
import type { ToolCall } from './provider.ts'

/** Bounds of one answer, for all names and arguments together. */
const MOST_CALLS = 64
const MOST_CHARACTERS = 256 * 1024

interface CallDelta {
  index?: unknown
  id?: unknown
  function?: { name?: unknown; arguments?: unknown } | null
}

/** Reads `delta.tool_calls`, each with its index, or `message.tool_calls` of an answer in one piece. */
export function createCallCollector() {
  const calls = new Map<number, ToolCall>()
  let characters = 0
  /** Some servers send no index: a piece with an id then begins a call, and one without continues the last one. */
  let last = -1

  function takeOne(piece: CallDelta | null): void {
    if (typeof piece !== 'object' || piece === null) return
    const id = typeof piece.id === 'string' ? piece.id : ''
    const name = typeof piece.function?.name === 'string' ? piece.function.name : ''
    const given = typeof piece.function?.arguments === 'string' ? piece.function.arguments : ''
    last = Number.isSafeInteger(piece.index) ? Number(piece.index) : id !== '' || last < 0 ? last + 1 : last
    characters += id.length + name.length + given.length
    const call = calls.get(last) ?? { id: '', name: '', arguments: '' }
    calls.set(last, { id: call.id || id, name: call.name || name, arguments: call.arguments + given })
    if (calls.size > MOST_CALLS || characters > MOST_CHARACTERS)
      throw new ModelError('ModelAnswerMalformed', 'The model server sent calls without an end.')
  }

  return {
    /** @throws {ModelError} for more calls than any client could want */
    take(pieces: unknown): void {
      if (Array.isArray(pieces)) for (const piece of pieces) takeOne(piece)
    },
    *collected(): Generator<{ type: 'calls'; calls: readonly ToolCall[] }> {
      const inOrder = [...calls].sort(([a], [b]) => a - b).map(([, call]) => call)
      const named = inOrder.filter(({ name }) => name !== '')
      if (named.length > 0)
        yield { type: 'calls', calls: named.map((call, n) => ({ ...call, id: call.id || `call_${n + 1}` })) }
    },
  }
}
