import { createMcpHandler, type McpServer, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Logger } from '../../../base/log.ts'

/** Serves MCP requests that were read, each with a server of its own that `createServer` makes for it. */
export type ServeMcp<Context> = (request: Request, body: unknown, context: Context) => Promise<Response>

/**
 * Creates the transport of MCP: the stateless protocol of 2026-07-28, and stateless answers for clients of 2025, at one
 * address. Nothing is kept between two requests, so any server can answer each.
 */
export function createMcpTransport<Context extends object>(
  createServer: (context: Context) => McpServer | Promise<McpServer>,
  log: Pick<Logger, 'debug'>,
): ServeMcp<Context> {
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo?.extra?.context as Context), {
    onerror: (error) => log.debug({ err: error }, 'an MCP request was refused'),
  })
  return async (request, parsedBody, context) =>
    refuseListening(parsedBody) ??
    // The SDK hands this on to the server of the request as it is, and to nobody else.
    handler.fetch(request, {
      parsedBody,
      authInfo: { token: '', clientId: '', scopes: [], extra: { context } },
    })
}

/** Nobody is notified of anything, and the SDK would keep a stream open for everybody who asks, without an end. */
function refuseListening(body: unknown): Response | null {
  const { method, id } = (body ?? {}) as { method?: unknown; id?: unknown }
  if (method !== 'subscriptions/listen' || id === undefined) return null
  // As the SDK answers every other method that is not there.
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 })
}
