import { cutText } from '../../../shared/text/plain-text.ts'
import { ModelError } from '../model-error.ts'

const MAX_MESSAGE_CHARACTERS = 300

/** Makes an error loggable: typed, short, without the key and the sent messages, which upstreams repeat. */
export function toModelError(
  error: unknown,
  apiKey: string | undefined,
  sent: readonly { content: string }[] = [],
): ModelError {
  const readable = (message: string) =>
    repeats(message, sent) ? 'The model server repeated what it was asked.' : withoutSecrets(message, apiKey)
  if (error instanceof ModelError) return new ModelError(error.name, readable(error.message), error)
  if (!(error instanceof Error)) return new ModelError('APIError', 'An error without a text.')
  // Everything before the body has a type of its own.
  return new ModelError('ModelAnswerBroken', readable(error.message))
}

/** This many equal letters and digits in a row, ignoring everything between them, are no coincidence. */
const RUN = 10

/** Every run has a piece of so many that begins at a multiple of the step. */
const PIECE = 5
const STEP = RUN - PIECE + 1

function repeats(message: string, sent: readonly { content: string }[]): boolean {
  const said = squeezed(message.slice(0, 4 * MAX_MESSAGE_CHARACTERS))
  const runs = partsOf(said, RUN)
  const pieces = partsOf(said, PIECE)
  return sent.some(({ content }) => {
    const text = squeezed(content)
    if (text.length < RUN) return text.length > 2 && said.includes(text)
    // Once through a text that may have a million letters: others would wait for seconds while each run is searched in it.
    for (let at = 0; at + PIECE <= text.length; at += STEP)
      if (pieces.has(text.slice(at, at + PIECE)) && isInRun(text, at, runs)) return true
    return false
  })
}

function partsOf(text: string, length: number): ReadonlySet<string> {
  const parts = new Set<string>()
  for (let at = 0; at + length <= text.length; at++) parts.add(text.slice(at, at + length))
  return parts
}

function isInRun(text: string, piece: number, runs: ReadonlySet<string>): boolean {
  for (let at = Math.max(0, piece - STEP + 1); at <= piece; at++)
    if (runs.has(text.slice(at, at + RUN))) return true
  return false
}

/** An upstream may quote, escape or break a text differently; many write all but ASCII as its numbers. */
function squeezed(text: string): string {
  const written = text.replace(/\\u([\da-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return written.toLowerCase().replace(/\\[nrt"]|[^\p{L}\p{N}]/gu, '')
}

function withoutSecrets(message: string, apiKey: string | undefined): string {
  const hidden = apiKey ? message.replaceAll(apiKey, '[key]') : message
  const plain = hidden.replace(/\bBearer\s+\S+/gi, 'Bearer [key]').replace(/\bsk-[\w*-]{4,}/g, '[key]')
  return cutText(plain, MAX_MESSAGE_CHARACTERS)
}
