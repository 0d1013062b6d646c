import { Hono } from 'hono'
import type { Logger } from '../../../base/log.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import type { ReplyTasks } from '../../../domain/doors/reply-tasks.ts'
import type { RequestStates } from '../../../domain/doors/request-states.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Leaving } from '../../../domain/operation/leaving.ts'
import type { AppEnv } from '../../context.ts'
import { callerOf, callerOrNobody } from '../../request.ts'
import { originFor } from '../request/bearer.ts'
import type { BeforeAsking } from '../request/before-asking.ts'
import { readJsonRpc } from '../request/read-json-rpc.ts'
import type { ToolRequest } from './ask-tools.ts'
import type { ServeMcp } from './mcp-transport.ts'

interface McpDependencies {
  doors: Doors
  tasks: ReplyTasks
  states: RequestStates
  log: Logger
  publicOrigin: string | undefined
  beforeAsking: BeforeAsking
  /** Without it questions are taken until the server is closed. */
  leaving?: Pick<Leaving, 'refuseNew'> | undefined
}

/** Where MCP is, and the path of the resource that its tokens are for. */
export const MCP_PATH = '/mcp'

interface McpTools {
  serve: ServeMcp<ToolRequest>
  openTools: { has(tool: string): boolean }
}

async function loadTools(log: Logger): Promise<McpTools> {
  const [{ createMcpTransport }, { createToolServer, openTools }] = await Promise.all([
    import('./mcp-transport.ts'),
    import('./ask-tools.ts'),
  ])
  return { serve: createMcpTransport(createToolServer, log), openTools }
}

/**
 * The door of MCP. Listing is open; a call of a tool that asks needs a bearer token, and without one gets 401 with the
 * place where there are tokens. The SDK is loaded with the first request, since most servers get none.
 * @param load loads the tools; others than the product's stand here when the door is examined
 */
export function mcpRoutes(deps: McpDependencies, load = loadTools) {
  const { doors, tasks, states } = deps
  let loaded: Promise<McpTools> | undefined

  return new Hono<AppEnv>()
    .post(MCP_PATH, async (c) => {
      const read = await readJsonRpc(c)
      if ('error' in read) return c.json({ jsonrpc: '2.0', id: null, error: read.error }, 400)
      loaded ??= load(deps.log)
      const { serve, openTools } = await loaded
      const calls = callsIn(read.body)
      const asks = calls.some(({ tool }) => tool !== undefined && !openTools.has(tool))
      // Before a result begins, so that a proxy or the client can send the same call to another server.
      if (asks) deps.leaving?.refuseNew()
      const caller = asks ? await callerOf(c) : await callerOrNobody(c)
      const { requestId, log } = c.var
      return serve(c.req.raw, read.body, {
        ...{ doors, tasks, states, caller, requestId, log, calls },
        origin: originFor(c, deps.publicOrigin),
        gone: c.req.raw.signal,
        beforeAsking: (asker) => deps.beforeAsking(c, asker),
      })
    })
    .all(MCP_PATH, () => {
      throw new Failure('method_not_allowed', 'MCP is stateless here: send a POST.')
    })
}

/** The methods of a body, which may be a batch, and the tools that it calls; whatever else is wrong is the SDK's. */
function callsIn(body: unknown): ToolRequest['calls'] {
  return (Array.isArray(body) ? body : [body]).flatMap((message: unknown) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown }
    if (typeof method !== 'string') return []
    const name = (params as { name?: unknown } | null | undefined)?.name
    // What is no name is that of no tool.
    return [{ method, tool: method === 'tools/call' ? (typeof name === 'string' ? name : '') : undefined }]
  })
}
