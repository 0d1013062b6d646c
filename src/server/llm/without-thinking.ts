import type { ModelEvent } from './provider.ts'
import type { CompletionEvent } from './read-completion.ts'
import { ThinkingFilter } from './thinking-filter.ts'

/** How long the first words of a model that nothing is known of may be held back, in milliseconds. */
const HOLD_MS = 700

/**
 * The words of an answer without what the model thought before them (see `ThinkingFilter`), and its end. An answer that
 * breaks off gives what it said before the error is thrown.
 * @param about what is known of the model; what this answer teaches is written into it
 */
export async function* withoutThinking(
  events: AsyncIterable<CompletionEvent>,
  about: { unopened: 'unknown' | 'yes' | 'no' } = { unopened: 'unknown' },
  holdMs = HOLD_MS,
): AsyncGenerator<ModelEvent> {
  const filter = new ThinkingFilter(about.unopened)
  const learn = () => {
    if (filter.sawUnopened) about.unopened = 'yes'
    else if (filter.isSpeaking && about.unopened === 'unknown') about.unopened = 'no'
  }
  const iterator = events[Symbol.asyncIterator]()
  const hold = deadline(holdMs)
  let next = iterator.next()
  // Whoever awaits it hears of an error; who leaves before that does not care.
  next.catch(() => {})
  try {
    for (;;) {
      const result = filter.isWaiting ? await Promise.race([next, hold.over()]) : await next
      if (result === 'late') {
        const words = filter.hurry()
        learn()
        yield* wordsOf(words)
        continue
      }
      if (result.done) return
      const event = result.value
      if (event.type === 'end') {
        yield* wordsOf(filter.rest(event.reason === 'stop'))
        if (!filter.sawUnopened && event.reason === 'stop') about.unopened = 'no'
        return yield event
      }
      const words = event.type === 'words' ? filter.take(event.text) : ''
      const freed = event.type === 'thinks' ? filter.thinksBeside() : ''
      learn()
      yield* wordsOf(words + freed)
      next = iterator.next()
      next.catch(() => {})
    }
  } catch (error) {
    yield* wordsOf(filter.rest(false))
    throw error
  } finally {
    hold.clear()
    // Not awaited: while a piece is awaited it would wait for that piece.
    void iterator.return?.()?.catch(() => {})
  }
}

function* wordsOf(text: string): Generator<ModelEvent> {
  if (text !== '') yield { type: 'words', text }
}

/** Begins when it is first looked at, and is over for good after that time. */
function deadline(milliseconds: number) {
  let timer: NodeJS.Timeout | undefined
  let late: Promise<'late'> | undefined
  return {
    over() {
      late ??= new Promise((resolve) => {
        timer = setTimeout(resolve, milliseconds, 'late')
      })
      return late
    },
    clear: () => clearTimeout(timer),
  }
}
