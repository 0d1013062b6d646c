import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** The behaviour of the scripted server for one request. A name alone is the scenario with its default settings. */
export type Scenario =
  /**
   * Streams the reasoning and then the text, one word per delta, and ends as a model does. `length` ends at the token
   * limit.
   */
  | {
      name: 'words'
      thoughts?: readonly string[]
      words: readonly string[]
      delayMs?: number
      finish?: string
    }
  /** Says the words, then calls tools. `arguments` that are a text are sent as they are. */
  | {
      name: 'calls'
      words?: readonly string[]
      calls: readonly { name: string; arguments: object | string }[]
    }
  /** Ends successfully without any text. */
  | { name: 'empty' }
  /**
   * Responds with this status and the body of an API error; `headers` can contain Retry-After, and `body` is another
   * vendor's format.
   */
  | { name: 'error'; status: number; message?: string; headers?: Record<string, string>; body?: unknown }
  /** Streams the words, then destroys the socket. */
  | { name: 'breaks'; words: readonly string[] }
  /** Streams the words, then is silent until the client disconnects or `release()` makes it send the rest and end. */
  | {
      name: 'stalls'
      thoughts?: readonly string[]
      words: readonly string[]
      delayMs?: number
      rest?: readonly string[]
    }
  /** Accepts the request and never responds. */
  | { name: 'hangs' }
  /** Writes exactly these pieces of a body, one packet each; for output that no well-behaved model would send. */
  | { name: 'raw'; pieces: readonly (string | Uint8Array)[]; contentType?: string }

export type ScenarioName =
  | 'words'
  | 'slow'
  | 'thinks'
  | 'cites'
  | 'asks'
  | 'looks-up'
  | 'empty'
  | 'breaks'
  | 'stalls'
  | 'never-first'
  | 'hangs'
  | 'malformed'
  | 'length'
  | `error-${number}`

export interface RecordedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Identifies the connection. */
  clientPort: number
  /** The parsed JSON body; undefined if there was none. */
  body: unknown
}

export interface ModelServer {
  /** The value for `OPENAI_BASE_URL`. */
  baseUrl: string
  port: number
  /** All chat requests, in the order of arrival. */
  requests: readonly RecordedRequest[]
  /** Sets the scenario of all further requests. */
  use(scenario: Scenario | ScenarioName): void
  /** Sets the scenarios of the next requests, one each, which have priority over `use`. */
  next(...scenarios: (Scenario | ScenarioName)[]): void
  /**
   * Chooses the scenario by the body of a request, with priority over all others; undefined leaves the choice to them.
   */
  choose(by: (body: unknown) => Scenario | ScenarioName | undefined): void
  /** Resolves to the n-th chat request (from 0) as soon as it has arrived. */
  request(n: number): Promise<RecordedRequest>
  /** Resolves when the n-th response has ended: `finished` by the server, or `cut` by the client. */
  closed(n: number): Promise<'finished' | 'cut'>
  /** Lets all stalled replies end successfully. */
  release(): void
  /** Resets all scenarios, and lets all stalled replies end successfully. */
  reset(): void
  close(): Promise<void>
}

const usualThoughts = ['They', ' greet', ' me', '; I', ' greet', ' them', '.']
const usualWords = ['Hello', ' from', ' the', ' scripted', ' model', '.']

/** Numbered words, to detect missing or duplicated ones in a reply. */
export function numberedWords(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index === 0 ? '' : ' '}word${index + 1}`)
}

const calls = (name: string, given: object): Scenario => ({
  name: 'calls',
  words: ['One', ' moment', '.'],
  calls: [{ name, arguments: given }],
})

function scenarioOf(scenario: Scenario | ScenarioName): Scenario {
  if (typeof scenario !== 'string') return scenario
  switch (scenario) {
    case 'words':
      return { name: 'words', words: usualWords }
    case 'slow':
      return { name: 'words', words: usualWords, delayMs: 120 }
    case 'thinks':
      return { name: 'words', thoughts: usualThoughts, words: usualWords, delayMs: 120 }
    case 'cites':
      return { name: 'words', words: ['At dusk, each evening', ' [1]', ', and in fog', ' [2, 3]', '.'] }
    case 'asks':
      return calls('ask_person', {
        question: 'There are two slack waters before dark. Which one?',
        choices: ['At 14:10', 'At 16:35, when it is getting dark'],
      })
    case 'looks-up':
      return calls('web_page', { url: 'https://harbour.example/tides?day=today' })
    case 'length':
      return { name: 'words', words: usualWords, finish: 'length' }
    case 'breaks':
      return { name: 'breaks', words: usualWords.slice(0, 3) }
    case 'stalls':
      return { name: 'stalls', words: usualWords.slice(0, 3) }
    case 'never-first':
      return { name: 'stalls', words: [] }
    case 'malformed':
      return { name: 'raw', pieces: [delta('Hello'), 'data: {"choices":[{"delta"\n\n'] }
    case 'empty':
    case 'hangs':
      return { name: scenario }
    default:
      return { name: 'error', status: Number(scenario.slice('error-'.length)) }
  }
}

/** One chunk of a chat completion as a server-sent event. */
export function chunk(choice: Record<string, unknown>): string {
  const body = {
    id: 'chatcmpl-scripted',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted',
    choices: [{ index: 0, finish_reason: null, ...choice }],
  }
  return `data: ${JSON.stringify(body)}\n\n`
}

export function delta(content: string): string {
  return chunk({ delta: { content } })
}

/** A chunk of reasoning in the format of most servers. */
export function thought(text: string): string {
  return chunk({ delta: { reasoning_content: text } })
}

/** A person can choose the scenario on a page by writing `[scenario:<name>]` into the message. */
function directive(body: unknown): ScenarioName | undefined {
  const messages = (body as { messages?: { content?: unknown }[] } | undefined)?.messages
  const text = messages?.at(-1)?.content
  return /\[scenario:([a-z0-9-]+)\]/.exec(typeof text === 'string' ? text : '')?.[1] as
    | ScenarioName
    | undefined
}

/**
 * Starts a scripted model server on a free loopback port. It implements the part of the chat-completions protocol that
 * the product uses.
 */
export async function startModelServer(
  options: { scenario?: Scenario | ScenarioName; models?: readonly string[] } = {},
): Promise<ModelServer> {
  const requests: RecordedRequest[] = []
  const closings: Promise<'finished' | 'cut'>[] = []
  const queue: Scenario[] = []
  const waiting: (() => void)[] = []
  const usual = scenarioOf(options.scenario ?? 'words')
  const chooseNothing = () => undefined
  let standing = usual
  let chosenFor: (body: unknown) => Scenario | ScenarioName | undefined = chooseNothing
  let released = Promise.withResolvers<void>()

  const server = createServer(async (incoming, outgoing) => {
    const text = await readText(incoming)
    const path = incoming.url ?? ''
    if (incoming.method === 'GET' && path === '/v1/models') {
      const data = (options.models ?? ['scripted']).map((id) => ({ id, object: 'model' }))
      outgoing.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }))
      return
    }
    if (incoming.method !== 'POST' || path !== '/v1/chat/completions') {
      outgoing.writeHead(404).end()
      return
    }
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const { method, headers } = incoming
    requests.push({ method, path, headers, clientPort: incoming.socket.remotePort ?? 0, body })
    closings.push(
      once(outgoing, 'close').then(() =>
        outgoing.writableFinished ? ('finished' as const) : ('cut' as const),
      ),
    )
    for (const wake of waiting.splice(0)) wake()
    const chosen = chosenFor(body)
    const asked = directive(body)
    const scenario = chosen ? scenarioOf(chosen) : (queue.shift() ?? (asked ? scenarioOf(asked) : standing))
    await play(scenario, outgoing, () => released.promise)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const release = () => {
    released.resolve()
    released = Promise.withResolvers()
  }

  const arrived = async (n: number) => {
    while (requests.length <= n) await new Promise<void>((wake) => waiting.push(wake))
  }

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    use: (scenario) => {
      standing = scenarioOf(scenario)
    },
    next: (...scenarios) => {
      queue.push(...scenarios.map(scenarioOf))
    },
    choose: (by) => {
      chosenFor = by
    },
    request: async (n) => {
      await arrived(n)
      return requests[n] as RecordedRequest
    },
    closed: async (n) => {
      await arrived(n)
      return closings[n] as Promise<'finished' | 'cut'>
    },
    release,
    reset: () => {
      standing = usual
      queue.length = 0
      chosenFor = chooseNothing
      release()
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close').catch(() => {})
    },
  }
}

function toolCall({ name, arguments: given }: { name: string; arguments: object | string }, index: number) {
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return { index, id: `call_${index + 1}`, type: 'function', function: { name, arguments: text } }
}

async function play(scenario: Scenario, outgoing: ServerResponse, released: () => Promise<void>) {
  const gone = once(outgoing, 'close')
  if (scenario.name === 'hangs') return
  if (scenario.name === 'error') {
    const { status, message = `Scripted error ${status}` } = scenario
    const usual = { error: { message, type: 'scripted', code: `scripted_${status}`, param: null } }
    outgoing
      .writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1', ...scenario.headers })
      .end(JSON.stringify(scenario.body ?? usual))
    return
  }
  const contentType = (scenario.name === 'raw' && scenario.contentType) || 'text/event-stream'
  outgoing.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
  if (scenario.name === 'raw') {
    for (const piece of scenario.pieces) {
      outgoing.write(piece)
      // Sends the piece as a packet of its own, so that the client receives it split as the test wants.
      await wait(2)
    }
    outgoing.end()
    return
  }
  outgoing.write(chunk({ delta: { role: 'assistant', content: '' } }))
  const say = async (words: readonly string[], asDelta = delta) => {
    for (const word of words) {
      if ('delayMs' in scenario && scenario.delayMs) await wait(scenario.delayMs)
      if (outgoing.destroyed) return
      outgoing.write(asDelta(word))
    }
  }
  if ('thoughts' in scenario) await say(scenario.thoughts ?? [], thought)
  await say(('words' in scenario && scenario.words) || [])
  if (scenario.name === 'calls') {
    outgoing.write(chunk({ delta: { tool_calls: scenario.calls.map(toolCall) } }))
    outgoing.write(chunk({ delta: {}, finish_reason: 'tool_calls' }))
    outgoing.end('data: [DONE]\n\n')
    return
  }
  if (scenario.name === 'breaks') {
    // The words must have been sent before the socket is destroyed.
    await wait(10)
    outgoing.destroy()
    return
  }
  if (scenario.name === 'stalls') {
    await Promise.race([released(), gone])
    await say(scenario.rest ?? [])
  }
  if (outgoing.destroyed) return
  outgoing.write(
    chunk({ delta: {}, finish_reason: (scenario.name === 'words' && scenario.finish) || 'stop' }),
  )
  outgoing.end('data: [DONE]\n\n')
}
