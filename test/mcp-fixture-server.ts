import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a request of the protocol says. */
export interface FixtureRequest {
  id?: number | string
  method: string
  params?: Record<string, unknown>
  headers: IncomingMessage['headers']
}

/** A result, an error, or anything else by hand. */
export type FixtureReply =
  | { result: Record<string, unknown> }
  | { error: { code: number; message: string; data?: unknown } }
  | ((response: ServerResponse, request: FixtureRequest) => void)

export interface FixtureBehaviour {
  /** By default the newer protocol. */
  era?: 'modern' | 'legacy'
  /** The tools, for each listing anew; or pages of them. */
  tools?: () => unknown[] | unknown[][]
  call?: (request: FixtureRequest) => FixtureReply | Promise<FixtureReply>
  /** Before anything else; answers whatever it wants to. */
  intercept?: (request: FixtureRequest, response: ServerResponse) => boolean
}

/** A tool object that is valid in both protocols. */
export const fixtureTool = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  ...more,
})

export const said = (words: string) => ({ result: { content: [{ type: 'text', text: words }] } })

/** Asks the person, in the newer protocol. */
export const asks = (inputRequests: Record<string, unknown>, requestState?: string) => ({
  result: {
    resultType: 'input_required',
    inputRequests,
    ...(requestState !== undefined && { requestState }),
  },
})

export const asksForm = (message: string, properties: Record<string, unknown>) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: { type: 'object', properties } },
})

/**
 * A server of tools on a socket that speaks the protocol by hand, so that it can also break it. What it was sent is
 * kept in `requests`.
 */
export async function startMcpFixture(behaviour: FixtureBehaviour) {
  const requests: FixtureRequest[] = []
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy())
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    if (incoming.method !== 'POST') return response.writeHead(405).end()
    const request = { ...JSON.parse(await text(incoming)), headers: incoming.headers } as FixtureRequest
    requests.push(request)
    if (behaviour.intercept?.(request, response)) return
    if (request.id === undefined) return response.writeHead(202).end()
    const reply = await replyTo(request, behaviour)
    if (typeof reply === 'function') return reply(response, request)
    sendJson(response, { jsonrpc: '2.0', id: request.id, ...reply })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    requests,
    /** The requests of one method. */
    sent: (method: string) => requests.filter((one) => one.method === method),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function replyTo(request: FixtureRequest, behaviour: FixtureBehaviour): Promise<FixtureReply> {
  const isModern = behaviour.era !== 'legacy'
  switch (request.method) {
    case 'server/discover':
      if (!isModern) return { error: { code: -32_601, message: 'Method not found' } }
      return {
        result: complete({
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          serverInfo: fixture,
        }),
      }
    case 'initialize':
      if (isModern) return { error: { code: -32_601, message: 'Method not found' } }
      return { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: fixture } }
    case 'tools/list':
      return { result: listOf(request, behaviour, isModern) }
    case 'tools/call': {
      const reply = (await behaviour.call?.(request)) ?? said('done')
      if (!isModern || typeof reply === 'function' || 'error' in reply) return reply
      return { result: complete(reply.result) }
    }
    default:
      return { error: { code: -32_601, message: 'Method not found' } }
  }
}

const fixture = { name: 'fixture', version: '1.0.0' }

const complete = (result: Record<string, unknown>) => ({
  ...{ resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
  ...result,
})

function listOf({ params }: FixtureRequest, { tools = () => [] }: FixtureBehaviour, isModern: boolean) {
  const all = tools()
  const pages = (Array.isArray(all[0]) ? all : [all]) as unknown[][]
  const at = Number(params?.cursor ?? 0)
  const result = {
    tools: pages[at] ?? [],
    ...(at + 1 < pages.length && { nextCursor: String(at + 1) }),
  }
  return isModern ? complete(result) : result
}
