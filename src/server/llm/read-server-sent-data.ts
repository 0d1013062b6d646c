import { ModelError } from './model-error.ts'

/** Far longer than any delta; an upstream that never ends its line must not fill the memory. */
const MAX_EVENT_CHARACTERS = 1024 * 1024

/**
 * Yields the `data` of events as they arrive: all that a piece completes together.
 * @throws {ModelError} `ModelAnswerMalformed` for an event of more than 1,048,576 characters.
 */
export async function* readServerSentData(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest = ''
  /** Of an incomplete line; joined once, when the line ends. */
  let parts: string[] = []
  let waiting = 0
  let data: string | undefined
  for await (const text of decode(pieces)) {
    parts.push(text)
    waiting += text.length
    const isOpen = !/[\r\n]/.test(text) && !rest.endsWith('\r')
    if (isOpen && rest.length + waiting + (data?.length ?? 0) <= MAX_EVENT_CHARACTERS) continue
    // A trailing CR may be the first half of a CRLF, so it is kept until the next piece arrives.
    const lines = (rest + parts.join('')).split(/\r\n|\n|\r(?!$)/)
    parts = []
    waiting = 0
    rest = lines.pop() ?? ''
    const complete: string[] = []
    for (const line of lines) {
      if (line.startsWith('data:')) {
        const value = line.slice(line[5] === ' ' ? 6 : 5)
        data = data === undefined ? value : `${data}\n${value}`
      } else if (line === '' && data !== undefined) {
        complete.push(data)
        data = undefined
      }
    }
    if (complete.length > 0) yield complete
    if (rest.length + (data?.length ?? 0) > MAX_EVENT_CHARACTERS)
      throw new ModelError('ModelAnswerMalformed', 'The model server sent an event without an end.')
  }
}

/** Some servers omit the blank line after their last event. */
async function* decode(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true })
  yield `${decoder.decode()}\n\n`
}
