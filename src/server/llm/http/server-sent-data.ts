import { ModelError } from '../model-error.ts'

/** Far longer than any delta; an upstream that never ends its line must not fill the memory. */
const MAX_EVENT_CHARACTERS = 1024 * 1024

/** Finds the `data` of server-sent events in the bytes of a stream, however they are cut. */
export class ServerSentData {
  readonly #decoder = new TextDecoder()
  /** Of an incomplete line; joined once, when the line ends. */
  #parts: string[] = []
  #waiting = 0
  #data: string | undefined

  /**
   * @param each is called with the data of each event that these bytes complete
   * @throws {ModelError} `ModelAnswerMalformed` for an event of more than 1,048,576 characters
   */
  take(piece: Uint8Array, each: (data: string) => void): void {
    this.#read(this.#decoder.decode(piece, { stream: true }), each)
  }

  /** Some servers omit the blank line after their last event. */
  end(each: (data: string) => void): void {
    this.#read(`${this.#decoder.decode()}\n\n`, each)
  }

  #read(text: string, each: (data: string) => void): void {
    // A trailing CR may be the first half of a CRLF, so it is kept until the next piece arrives.
    const endsLine = text.includes('\n') || text.includes('\r') || this.#parts.at(-1)?.endsWith('\r')
    this.#parts.push(text)
    this.#waiting += text.length
    if (endsLine) {
      const whole = this.#parts.length === 1 ? text : this.#parts.join('')
      const lines = whole.includes('\r') ? whole.split(/\r\n|\n|\r(?!$)/) : whole.split('\n')
      const rest = lines.pop() ?? ''
      this.#parts = rest === '' ? [] : [rest]
      this.#waiting = rest.length
      for (const line of lines) this.#readLine(line, each)
    }
    if (this.#waiting + (this.#data?.length ?? 0) > MAX_EVENT_CHARACTERS)
      throw new ModelError('ModelAnswerMalformed', 'The model server sent an event without an end.')
  }

  #readLine(line: string, each: (data: string) => void): void {
    if (line === '') {
      const data = this.#data
      this.#data = undefined
      if (data !== undefined) each(data)
    } else if (line.startsWith('data:')) {
      const value = line.slice(line[5] === ' ' ? 6 : 5)
      this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
    }
  }
}
