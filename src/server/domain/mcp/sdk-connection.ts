import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as z from 'zod/mini'
import { plainCut } from '../../../shared/text/plain-text.ts'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import type { Logger } from '../../base/log.ts'
import type { SendRequest } from '../../llm/model-address.ts'
import { boundedFetch, type McpFetch } from './bounded-fetch.ts'
import type {
  ListedTools,
  McpAnswer,
  McpCall,
  McpConnection,
  McpContinuation,
  RawTool,
} from './mcp-connection.ts'
import { McpFault } from './mcp-fault.ts'

const PAGES = 20

/** The protocol's code of an error that asks the person to open an address first, until 2025-11-25. */
const ADDRESS_FIRST = -32_042

/** Bounds of what an answer may ask for. */
const ASKED_AT_ONCE = 4
const STATE_CHARACTERS = 64 * 1024

/** Remembers why a request failed, which the client says in its own words or not at all. */
export class Faults {
  #last: McpFault | null = null
  #interrupt: ((fault: McpFault) => void) | null = null

  watch(send: SendRequest): McpFetch {
    return boundedFetch({
      send,
      maxBytes: toolLimits.resultBytes,
      onFault: (fault) => this.#note(fault),
      onResponse: ({ status, headers }) => {
        const challenge = headers.get('www-authenticate')
        if (status === 401 || (status === 403 && challenge?.includes('insufficient_scope')))
          this.#last = new McpFault('sign-in', 'It wants a sign-in.', challenge)
        else this.#last = null
      },
    })
  }

  /** Does it, until it is done, a fault ends it, or the signal does. @throws {McpFault} */
  async guard<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    this.#last = null
    const { promise, reject } = Promise.withResolvers<never>()
    this.#interrupt = reject
    try {
      return await Promise.race([work(), promise])
    } catch (error) {
      signal.throwIfAborted()
      throw this.#last ?? faultOf(error)
    } finally {
      this.#interrupt = null
    }
  }

  #note(fault: McpFault): void {
    this.#last = fault
    this.#interrupt?.(fault)
  }
}

/** Of an error of the client's package, whose codes are texts and whose server's codes are numbers. */
function faultOf(error: unknown): McpFault {
  if (error instanceof McpFault) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'REQUEST_TIMEOUT') return new McpFault('too-slow', 'It did not answer in time.')
  if (typeof code === 'number')
    return new McpFault('refused', `It answered with an error: ${shortened(message)}`)
  const status = (error as { data?: { status?: unknown } }).data?.status
  if (typeof status === 'number') return new McpFault('refused', `It answered with HTTP ${status}.`)
  return new McpFault('broken', 'Its answer is not what the protocol says.')
}

const shortened = (text: unknown) => plainCut(String(text ?? ''), 1_000)

interface SdkParts {
  client: Client
  transport: StreamableHTTPClientTransport
  faults: Faults
  patienceMs: number
  log: Pick<Logger, 'debug'>
}

/** A connection by the protocol's own client. */
export class SdkConnection implements McpConnection {
  readonly #parts: SdkParts
  #unanswered: string[] = []

  constructor(parts: SdkParts) {
    this.#parts = parts
    // The older protocol asks while the call is open. A call that waits for a person can't be held open, and nobody
    // has declined, so that it is told what is true: the question was not answered.
    parts.client.setRequestHandler('elicitation/create', ({ params }) => {
      if (this.#unanswered.length < ASKED_AT_ONCE) this.#unanswered.push(shortened(params.message))
      return { action: 'cancel' }
    })
  }

  get era(): 'modern' | 'legacy' {
    return this.#parts.client.getProtocolEra() === 'modern' ? 'modern' : 'legacy'
  }

  async list(signal: AbortSignal): Promise<ListedTools> {
    const tools: RawTool[] = []
    let cursor: string | undefined
    for (let page = 0; page < PAGES; page++) {
      const found = await this.#page(cursor, signal)
      for (const tool of found.tools) {
        if (tools.length === toolLimits.toolsOfServer) return { tools, isCut: true }
        if (isNamed(tool)) tools.push(tool)
      }
      if (found.nextCursor === undefined || found.nextCursor === cursor) return { tools, isCut: false }
      cursor = found.nextCursor
    }
    return { tools, isCut: true }
  }

  call(wanted: McpCall, signal: AbortSignal): Promise<McpAnswer> {
    return this.#ask(wanted, {}, signal)
  }

  continue({ responses, state, ...wanted }: McpContinuation, signal: AbortSignal): Promise<McpAnswer> {
    // The older protocol has no more to say than the call itself.
    if (this.era === 'legacy') return this.#ask(wanted, {}, signal)
    const given = {
      ...(Object.keys(responses).length > 0 && { inputResponses: responses }),
      ...(state !== undefined && { requestState: state }),
    }
    return this.#ask(wanted, given, signal)
  }

  async close(): Promise<void> {
    const { client, transport, log } = this.#parts
    const ended = Promise.race([
      transport
        .terminateSession()
        .catch((error: unknown) => log.debug({ err: error }, 'a session stays open')),
      new Promise((resolve) => setTimeout(resolve, 1_000).unref()),
    ])
    await ended
    await client.close().catch(() => {})
  }

  async #page(cursor: string | undefined, signal: AbortSignal) {
    const { client, faults, patienceMs } = this.#parts
    const request = { method: 'tools/list' as const, params: cursor === undefined ? {} : { cursor } }
    const options = { signal, timeout: patienceMs, maxTotalTimeout: patienceMs }
    return faults.guard(() => client.request(request, pageSchema, options), signal)
  }

  async #ask({ tool, arguments: args }: McpCall, more: object, signal: AbortSignal): Promise<McpAnswer> {
    const { client, faults, patienceMs } = this.#parts
    this.#unanswered = []
    const params = { name: tool.name, arguments: args, ...more }
    const options = {
      ...{ signal, timeout: patienceMs, maxTotalTimeout: patienceMs, allowInputRequired: true },
      // Only its parameters, for those that are sent as headers: results are not held to a schema of the server's.
      toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as never },
    }
    return this.#answerOf(
      await faults.guard(() => client.callTool(params, options).catch(addressFirst), signal),
    )
  }

  #answerOf(result: Record<string, unknown>): McpAnswer {
    if (result.resultType !== 'input_required') {
      const { content, structuredContent, isError } = result
      const blocks = Array.isArray(content) ? (content as Record<string, unknown>[]) : []
      const unanswered = this.#unanswered
      return {
        kind: 'result',
        content: blocks,
        structured: structuredContent,
        isError: isError === true,
        unanswered,
      }
    }
    const requests = (result.inputRequests ?? {}) as Record<string, unknown>
    const state = result.requestState as string | undefined
    if ((state?.length ?? 0) > STATE_CHARACTERS)
      throw new McpFault('too-large', 'It wants more kept for it than 64 KB.')
    if (Object.keys(requests).length > ASKED_AT_ONCE)
      throw new McpFault('too-large', `It asks more than ${ASKED_AT_ONCE} questions at once.`)
    return { kind: 'input', requests, state }
  }
}

/** The older protocol's error that names addresses to open is the newer one's question. */
function addressFirst(error: unknown): Record<string, unknown> {
  const { code, data } = error as { code?: unknown; data?: { elicitations?: unknown } }
  if (code !== ADDRESS_FIRST || !Array.isArray(data?.elicitations)) throw error
  const requests = data.elicitations.map((params, index) => [
    `address-${index}`,
    { method: 'elicitation/create', params },
  ])
  return { resultType: 'input_required', inputRequests: Object.fromEntries(requests) }
}

const isNamed = (tool: unknown): tool is RawTool =>
  typeof tool === 'object' && tool !== null && typeof (tool as { name?: unknown }).name === 'string'

/** A page of tools as it was sent: the client's own schema would leave out what it does not know. */
const pageSchema = z.object({ tools: z.array(z.unknown()), nextCursor: z.optional(z.string()) })
