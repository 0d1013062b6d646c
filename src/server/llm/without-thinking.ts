import type { ModelEvent } from './provider.ts'
import type { CompletionEvent } from './read-completion.ts'
import type { ModelKnowledge } from './settings/model-knowledge.ts'
import { ThinkingFilter } from './thinking-filter.ts'

/**
 * The words of an answer without what the model thought before them (see `ThinkingFilter`), and its end. An answer that
 * breaks off gives what it said before the error is thrown.
 * @param about what is known of the model; what this answer teaches is written into it
 */
export async function* withoutThinking(
  events: AsyncIterable<CompletionEvent>,
  about: Pick<ModelKnowledge, 'closesUnopened'>,
): AsyncGenerator<ModelEvent> {
  const filter = new ThinkingFilter(about.closesUnopened)
  try {
    for await (const event of events) {
      if (event.type === 'end') {
        yield* wordsOf(filter.rest(event.reason === 'stop'))
        // An answer that was cut short may have been cut before the mark: it proves nothing.
        if (!filter.sawUnopened && event.reason === 'stop') about.closesUnopened = false
        return yield event
      }
      const words = event.type === 'words' ? filter.take(event.text) : ''
      const freed = event.type === 'thinks' ? filter.thinksBeside() : ''
      if (filter.sawUnopened) about.closesUnopened = true
      yield* wordsOf(words + freed)
    }
  } catch (error) {
    yield* wordsOf(filter.rest(false))
    throw error
  }
}

function* wordsOf(text: string): Generator<ModelEvent> {
  if (text !== '') yield { type: 'words', text }
}
