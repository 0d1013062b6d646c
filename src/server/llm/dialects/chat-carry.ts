import { MOST_CARRIED } from './ordered-carry.ts'

/** A message's fields that come back beside its calls; `calls` has what belongs to each of them, null for nothing. */
interface CarriedFields {
  reasoning_content?: string
  reasoning_details?: object[]
  calls?: unknown[]
}

/** What providers of chat completions want back with the calls of an answer, collected from its pieces. */
export class ChatCarry {
  #thought: string | undefined
  #details: Record<string, unknown>[] = []
  #size = 0

  take({ reasoning_content: thought, reasoning_details: details }: Record<string, unknown>): void {
    if (this.#size > MOST_CARRIED) return
    if (typeof thought === 'string') {
      this.#thought = (this.#thought ?? '') + thought
      this.#size += thought.length
    }
    if (!Array.isArray(details)) return
    this.#size += JSON.stringify(details).length
    for (const piece of details) if (typeof piece === 'object' && piece !== null) this.#takeDetail(piece)
  }

  /** JSON; null if there is nothing to carry, or too much. */
  bytesWith(extras: readonly unknown[]): string | null {
    const fields: CarriedFields = {
      ...(this.#thought !== undefined && { reasoning_content: this.#thought }),
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(extras.some((extra) => extra !== undefined) && { calls: extras.map((extra) => extra ?? null) }),
    }
    if (Object.keys(fields).length === 0 || this.#size > MOST_CARRIED) return null
    const bytes = JSON.stringify(fields)
    return bytes.length > MOST_CARRIED ? null : bytes
  }

  /** Pieces of one detail have its kind and its index, and their texts are joined. */
  #takeDetail(piece: Record<string, unknown>): void {
    const last = this.#details.at(-1)
    if (!last || last.type !== piece.type || last.index !== piece.index) {
      this.#details.push({ ...piece })
      return
    }
    for (const [name, value] of Object.entries(piece)) {
      const before = last[name]
      if (
        ['text', 'summary', 'data'].includes(name) &&
        typeof before === 'string' &&
        typeof value === 'string'
      )
        last[name] = before + value
      else if (value !== null) last[name] = value
    }
  }
}

/** The fields that `bytes` put into a message of the model, whose calls these are. */
export function withChatCarry(bytes: string, calls: readonly object[]): object {
  const { calls: extras = [], ...fields } = JSON.parse(bytes) as CarriedFields
  return {
    ...fields,
    tool_calls: calls.map((call, n) => (extras[n] ? { ...call, extra_content: extras[n] } : call)),
  }
}
