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
  /** Where pieces with an index go that another call has as well. */
  readonly #moved = new Map<number, number>()
  #characters = 0
  #last = -1

  /**
   * Some servers send no index: a piece with an id then begins a call, and one without continues the last one. Some, such
   * as Ollama, send the same for all calls: what has another id and a name of its own then begins one.
   * @throws {ModelError} for more calls than any client could want
   */
  take(piece: { index?: unknown; id?: unknown; name?: unknown; arguments?: unknown; extra?: unknown }): void {
    const id = typeof piece.id === 'string' ? piece.id : ''
    const name = typeof piece.name === 'string' ? piece.name : ''
    const given = writtenOf(piece.arguments)
    this.#last = this.#placeOf(piece.index, { id, name })
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

  #placeOf(index: unknown, { id, name }: { id: string; name: string }): number {
    if (!Number.isSafeInteger(index)) return id !== '' || this.#last < 0 ? this.#last + 1 : this.#last
    const place = this.#moved.get(Number(index)) ?? Number(index)
    const there = this.#calls.get(place)
    // Some repeat the name in each piece of a call, others give each piece an id of its own, but none does both.
    const isAnother = name !== '' && id !== '' && there?.name && there.id !== '' && there.id !== id
    if (!isAnother) return place
    const free = Math.max(...this.#calls.keys()) + 1
    this.#moved.set(Number(index), free)
    return free
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

/** Some servers, such as Text Generation Inference and a version of llama.cpp, send the object itself in place of its JSON. */
function writtenOf(given: unknown): string {
  if (typeof given === 'object' && given !== null) return JSON.stringify(given)
  return typeof given === 'string' ? given : ''
}
