import { chunk, delta, numberedWords, type Scenario } from '../../e2e/fakes/model-server.ts'

/**
 * What a model does is written into the question, so that it is the same on every server and with every retry:
 * `[lab:words 12 8 name]` says twelve words, eight milliseconds apart.
 */
export const modelTricks = [
  'words',
  'slow',
  'stalls',
  'breaks',
  'malformed',
  'utf8',
  'in-a-word',
  'busy-once',
  'overloaded-once',
  'error-429',
  'error-500',
  'error-529',
  'no-end',
  'broken-call',
] as const
export type ModelTrick = (typeof modelTricks)[number]

/** A text whose bytes can be cut inside a character. */
const UMLAUTS = 'Grüße aus dem Süden 🌊 und Öl.'

/** The one tool of the tool server, as models know it. */
const TOOL = 'mail__send'

export const sentWords = 'It is sent.'

export const directive = (trick: ModelTrick, words: number, name: string) => `[lab:${trick} ${words} ${name}]`
export const callDirective = (names: readonly string[], isDouble: boolean) =>
  `[lab:${isDouble ? 'double' : 'call'} 0 ${names.join(',')}]`

/** All that it says in an answer that comes to its end; null where it says nothing that one could hold it to. */
export function scriptOf(trick: ModelTrick, words: number): string | null {
  if (trick === 'broken-call') return null
  return trick === 'utf8' ? UMLAUTS : numberedWords(words).join('')
}

/** Decides by the last question what the model does. @returns undefined for requests that are none of the laboratory's */
export function chooseScenario(): (body: unknown) => Scenario | undefined {
  const seen = new Set<string>()
  return (body) => {
    const messages = (body as { messages?: { role: string; content: unknown }[] } | undefined)?.messages ?? []
    const last = messages.findLast(({ role }) => role === 'user')
    const text = typeof last?.content === 'string' ? last.content : JSON.stringify(last?.content ?? '')
    const [, trick, words = '0', name = ''] = /\[lab:([a-z0-9-]+) (\d+) ([\w,-]+)\]/.exec(text) ?? []
    if (trick === undefined) return undefined
    if (trick === 'call' || trick === 'double') {
      const hasResult = messages.at(-1)?.role === 'tool'
      // A server whose tools could not be listed offers none of them.
      if (hasResult || !JSON.stringify(body).includes(`"${TOOL}"`))
        return { name: 'words', words: ['It', ' is', ' sent.'] }
      return toolCalls(name.split(','), trick === 'double')
    }
    const isFirst = !seen.has(name)
    seen.add(name)
    return play(trick as ModelTrick, numberedWords(Number(words)), isFirst)
  }
}

/** @param isDouble gives all of them one id */
function toolCalls(names: readonly string[], isDouble: boolean): Scenario {
  const calls = names.map((name) => ({ name: TOOL, arguments: { text: name } }))
  if (!isDouble) return { name: 'calls', calls }
  const tool_calls = calls.map((call, index) => ({
    ...{ index, id: 'call_1', type: 'function' },
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }))
  const pieces = [chunk({ delta: { tool_calls } }), chunk({ delta: {}, finish_reason: 'tool_calls' }), DONE]
  return { name: 'raw', pieces }
}

const DONE = 'data: [DONE]\n\n'
const END = chunk({ delta: {}, finish_reason: 'stop' })

function play(trick: ModelTrick, words: readonly string[], isFirst: boolean): Scenario {
  const whole: Scenario = { name: 'words', words, delayMs: 10 }
  switch (trick) {
    case 'words':
      return whole
    case 'slow':
      return { name: 'words', words, delayMs: 40 }
    case 'stalls':
      return { name: 'stalls', words: words.slice(0, 5), rest: words.slice(5), delayMs: 5 }
    case 'breaks':
      return { name: 'breaks', words: words.slice(0, 4) }
    case 'malformed':
      return { name: 'raw', pieces: [delta(words[0] ?? ''), 'data: {"choices":[{"delta"\n\n'] }
    case 'no-end':
      return { name: 'raw', pieces: words.map(delta) }
    case 'utf8':
      return { name: 'raw', pieces: bytePieces(`${delta(UMLAUTS)}${END}${DONE}`, 7) }
    case 'in-a-word':
      return { name: 'raw', pieces: bytePieces(`${words.map(delta).join('')}${END}${DONE}`, 61) }
    case 'broken-call':
      return {
        name: 'raw',
        pieces: [
          chunk({
            delta: {
              tool_calls: [
                {
                  index: 0,
                  id: 'call_1',
                  type: 'function',
                  function: { name: TOOL, arguments: '{"te' },
                },
              ],
            },
          }),
          chunk({ delta: {}, finish_reason: 'tool_calls' }),
          DONE,
        ],
      }
    case 'busy-once':
      return isFirst ? { name: 'error', status: 429 } : whole
    case 'overloaded-once':
      return isFirst ? { name: 'error', status: 529 } : whole
    case 'error-429':
    case 'error-500':
    case 'error-529':
      return { name: 'error', status: Number(trick.slice(-3)) }
  }
}

/** The bytes of a text in packets of this length, which ends inside words and inside characters. */
function bytePieces(text: string, length: number): Uint8Array[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )
}
