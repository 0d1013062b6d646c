import type { ModelEvent } from './provider.ts'
import type { CompletionEvent } from './read-completion.ts'
import { ReasoningParser } from './reasoning-parser.ts'
import type { ModelKnowledge } from './settings/model-knowledge.ts'

/** Yields the text so far if the answer breaks off, and learns `about` the model from the answer. */
export async function* separateReasoning(
  events: AsyncIterable<CompletionEvent>,
  about: Pick<ModelKnowledge, 'closesUnopened'>,
): AsyncGenerator<ModelEvent> {
  const parser = new ReasoningParser(about.closesUnopened)
  try {
    for await (const event of events)
      switch (event.type) {
        case 'words':
          // A loop, as in `reply()`.
          for (const piece of parser.take(event.text)) yield piece
          if (parser.sawUnopened) about.closesUnopened = true
          break
        case 'reasoning':
          yield* parser.thinksBeside()
          if (event.text !== '') yield event
          break
        case 'calls':
          yield event
          break
        case 'end':
          yield* parser.rest(event.reason === 'stop')
          // An answer that was cut short may have been cut before the tag, so it proves nothing.
          if (!parser.sawUnopened && event.reason === 'stop') about.closesUnopened = false
          return yield event
        case 'nothing':
          break
        default:
          event satisfies never
      }
  } catch (error) {
    yield* parser.rest(false)
    throw error
  }
}
