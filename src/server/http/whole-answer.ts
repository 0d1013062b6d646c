import type { AppContext } from './context.ts'

/** Longer than a model's longest silence (`MODEL_TIMEOUT_MS`); the edge's own limit is for streams, never long silent. */
const WHOLE_ANSWER_MS = 15 * 60_000

/** Lets the answer to a request take as long as a model may, although nothing of it is sent before it is whole. */
export function allowWholeAnswer(c: AppContext): void {
  c.env?.outgoing?.setTimeout(WHOLE_ANSWER_MS)
}
