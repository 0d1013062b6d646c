import type { AppContext } from './context.ts'

/**
 * How long a connection may be silent until a whole answer is there, in milliseconds: longer than the longest silence of
 * a model (`MODEL_TIMEOUT_MS`). The edge would cut it much earlier, as streams are never silent for long.
 */
const WHOLE_ANSWER_MS = 15 * 60_000

/** Lets the answer to a request take as long as a model may, although nothing of it is sent before it is whole. */
export function allowWholeAnswer(c: AppContext): void {
  c.env?.outgoing?.setTimeout(WHOLE_ANSWER_MS)
}
