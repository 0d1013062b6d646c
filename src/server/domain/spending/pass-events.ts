import type { ReplyEvent } from '../../../shared/chat/chat.ts'

/** Takes each event in, then passes it on; `left` is called at the end. A generator would take three microtasks per event. */
export function passing(
  events: AsyncIterable<ReplyEvent>,
  left: () => void,
  take: (event: ReplyEvent) => void,
): AsyncIterableIterator<ReplyEvent> {
  const source = events[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        const result = await source.next()
        if (result.done) left()
        else take(result.value)
        return result
      } catch (error) {
        left()
        throw error
      }
    },
    async return() {
      left()
      await source.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
