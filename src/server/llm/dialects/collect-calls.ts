import { toPlainText } from '../../../shared/text/plain-text.ts'
import { ModelError } from '../model-error.ts'
import type { ToolCall } from '../provider.ts'

/** Bounds of one answer, for all names and arguments together. */
const MOST_CALLS = 64
const MOST_CHARACTERS = 256 * 1024

interface Collected extends ToolCall {
  /** What came beside it and belongs to it. */
  extra?: unknown
}

/** Puts the calls of an answer together from their pieces. */
export class CallCollector {
  readonly #calls = new Map<number, Collected>()
  #characters = 0
  #last = -1

  /**
   * Some servers send no index: a piece with an id then begins a call, and one without continues the last one.
   * @throws {ModelError} for more calls than any client could want
   */
  take(piece: { index?: unknown; id?: unknown; name?: unknown; arguments?: unknown; extra?: unknown }): void {
    const id = typeof piece.id === 'string' ? piece.id : ''
    const name = typeof piece.name === 'string' ? piece.name : ''
    const given = typeof piece.arguments === 'string' ? piece.arguments : ''
    if (Number.isSafeInteger(piece.index)) this.#last = Number(piece.index)
    else if (id !== '' || this.#last < 0) this.#last++
    this.#characters += id.length + name.length + given.length
    const call = this.#calls.get(this.#last)
    const extra = piece.extra ?? call?.extra
    this.#calls.set(this.#last, {
      id: call?.id || id,
      name: call?.name || name,
      arguments: (call?.arguments ?? '') + given,
      ...(extra !== undefined && { extra }),
    })
    if (this.#calls.size > MOST_CALLS || this.#characters > MOST_CHARACTERS)
      throw new ModelError('ModelAnswerMalformed', 'The model server sent calls without an end.')
  }

  /** Those that have a name, in order, and what belongs to each. */
  collected(): { calls: readonly ToolCall[]; extras: readonly unknown[] } {
    const named = [...this.#calls]
      .sort(([a], [b]) => a - b)
      .map(([, call]) => call)
      .filter(({ name }) => name !== '')
    return {
      calls: named.map(({ id, name, arguments: given }, n) => ({
        id: toPlainText(id) || `call_${n + 1}`,
        name: toPlainText(name),
        arguments: toPlainText(given),
      })),
      extras: named.map(({ extra }) => extra),
    }
  }
}
