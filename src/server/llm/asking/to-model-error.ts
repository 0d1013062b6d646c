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

function repeats(message: string, sent: readonly { content: string }[]): boolean {
  const said = squeezed(message.slice(0, 4 * MAX_MESSAGE_CHARACTERS))
  return sent.some(({ content }) => {
    const text = squeezed(content)
    if (text.length < RUN) return text.length > 2 && said.includes(text)
    for (let at = 0; at + RUN <= said.length; at++) if (text.includes(said.slice(at, at + RUN))) return true
    return false
  })
}

/** An upstream may quote, escape or break a text differently. */
function squeezed(text: string): string {
  return text.toLowerCase().replace(/\\[nrt"]|[^\p{L}\p{N}]/gu, '')
}

function withoutSecrets(message: string, apiKey: string | undefined): string {
  const hidden = apiKey ? message.replaceAll(apiKey, '[key]') : message
  return hidden
    .replace(/\bBearer\s+\S+/gi, 'Bearer [key]')
    .replace(/\bsk-[\w*-]{4,}/g, '[key]')
    .slice(0, MAX_MESSAGE_CHARACTERS)
}
