import { toPlainText } from '../../../shared/text/plain-text.ts'
import type { ModelEvent, TokenUsage } from '../provider.ts'

/**
 * What a dialect's reader finds in an answer. Reasoning has an empty text if the model only reports that it reasons;
 * `carry` is JSON in the dialect's own form.
 */
export type CompletionEvent =
  | Exclude<ModelEvent, { type: 'unseen' | 'carry' }>
  | { type: 'carry'; bytes: string }

export type EndReason = Extract<ModelEvent, { type: 'end' }>['reason']

/** Collects events and joins growth that arrived together, so that it is handled once. */
export class EventList {
  #events: CompletionEvent[] = []

  words(text: string): void {
    if (text !== '') this.#grow('words', text)
  }

  reasoning(text: string): void {
    this.#grow('reasoning', text)
  }

  push(event: CompletionEvent): void {
    this.#events.push(event)
  }

  get isEmpty(): boolean {
    return this.#events.length === 0
  }

  /** All since it was asked last. */
  taken(): CompletionEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  #grow(type: 'words' | 'reasoning', text: string): void {
    const last = this.#events.at(-1)
    if (last?.type === type) last.text += text
    else this.#events.push({ type, text })
  }
}

/** Reads one answer of a model; what it finds is in `found`. */
export interface AnswerReader {
  readonly found: EventList
  /** `ending` once only figures of use can follow, `over` after the end. */
  readonly state: 'open' | 'ending' | 'over'
  /**
   * Reads the data of one server-sent event.
   * @throws {ModelError}
   */
  read(data: string): void
  /** Reads an answer that came in one piece. */
  readWhole(body: object): void
  /** Ends an answer that is ending. */
  finish(): void
}

/** The answer's model, as its provider names it; null if it does not, or not as a name. */
export function namedModel(model: unknown): string | null {
  return typeof model === 'string' && model !== '' && model.length <= 200 ? toPlainText(model) : null
}

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Undefined unless both are counted. */
export function usageOf(figures: {
  prompt: unknown
  completion: unknown
  cached: unknown
  reasoning: unknown
}): TokenUsage | undefined {
  const { prompt, completion, cached, reasoning } = figures
  if (!isCount(prompt) || !isCount(completion)) return undefined
  return {
    prompt,
    completion,
    ...(isCount(cached) && { cached }),
    ...(isCount(reasoning) && { reasoning }),
  }
}

/** Of a field that a model server should have filled with a text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
