import { Hono } from 'hono'
import {
  acceptMcpToolsSchema,
  type McpServer,
  mcpServerChangesSchema,
  mcpServerSchema,
  mcpServersSchema,
  newMcpServerSchema,
} from '../../../shared/tools/mcp-servers.ts'
import type { McpServers } from '../../domain/mcp/mcp-servers.ts'
import type { PresentedServer } from '../../domain/mcp/present-server.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { done, json, operation } from '../operation.ts'

interface McpServersOptions {
  servers: McpServers
  isOperator: (c: AppContext) => Promise<boolean>
}

/** The routes `/api/mcp-servers`: servers whose tools agents can use. No answer contains a token. */
export const mcpServersRoutes = (options: McpServersOptions) =>
  new Hono<AppEnv>().route('/', allOf(options)).route('/', oneOf(options)).route('/', toolsOf(options))

/** With the tools of 20 servers, each pinned. */
const ACCEPT_BYTES = 128 * 1024

function allOf({ servers, isOperator }: McpServersOptions) {
  const seenBy = forAsker(isOperator)
  return new Hono<AppEnv>()
    .get(
      '/mcp-servers',
      operation({
        tag: 'tools',
        signedIn: true,
        summary:
          'The wallet’s own servers of tools, in the order in which they were added, and those of the place',
        answers: { 200: json('All of them.', mcpServersSchema) },
      }),
      async (c) => {
        const all = await servers.list(c.var.wallet)
        return c.json({ servers: await Promise.all(all.map((one) => seenBy(c, one))) }, 200)
      },
    )
    .post(
      '/mcp-servers',
      operation({
        act: 'making',
        tag: 'tools',
        signedIn: true,
        summary: 'Ask a server for its tools, and store it if it answers or wants a sign-in',
        body: newMcpServerSchema,
        answers: { 201: json('The server, whose tools are all new.', mcpServerSchema) },
        errors: ['servers_full', 'rate_limited'],
      }),
      async (c) => c.json(await seenBy(c, await servers.add(c.var.wallet, c.req.valid('json'))), 201),
    )
}

function oneOf({ servers, isOperator }: McpServersOptions) {
  const seenBy = forAsker(isOperator)
  return new Hono<AppEnv>()
    .get(
      '/mcp-servers/:id',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'A server of tools, with its tools as they were accepted and as they are now',
        answers: { 200: json('The server.', mcpServerSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await seenBy(c, await servers.get(c.var.wallet, serverId(c))), 200),
    )
    .patch(
      '/mcp-servers/:id',
      operation({
        act: 'making',
        tag: 'tools',
        signedIn: true,
        summary: 'Rename a server of tools, or replace or remove its token',
        body: mcpServerChangesSchema,
        answers: { 200: json('The server as it is now.', mcpServerSchema) },
        errors: ['not_found', 'forbidden', 'rate_limited'],
      }),
      async (c) =>
        c.json(await seenBy(c, await servers.change(c.var.wallet, serverId(c), c.req.valid('json'))), 200),
    )
    .delete(
      '/mcp-servers/:id',
      operation({
        tag: 'tools',
        signedIn: true,
        summary: 'Remove a server of tools, with everybody’s sign-ins at it',
        answers: { 204: done('Nothing is left of it.') },
        errors: ['not_found', 'forbidden'],
      }),
      async (c) => {
        await servers.remove(c.var.wallet, serverId(c))
        return c.body(null, 204)
      },
    )
}

function toolsOf({ servers, isOperator }: McpServersOptions) {
  const seenBy = forAsker(isOperator)
  return new Hono<AppEnv>()
    .post(
      '/mcp-servers/:id/check',
      operation({
        act: 'making',
        tag: 'tools',
        signedIn: true,
        summary: 'List the tools of a server again',
        answers: { 200: json('The server, with how that went.', mcpServerSchema) },
        errors: ['not_found', 'rate_limited'],
      }),
      async (c) => c.json(await seenBy(c, await servers.check(c.var.wallet, serverId(c))), 200),
    )
    .post(
      '/mcp-servers/:id/accept',
      operation({
        act: 'making',
        tag: 'tools',
        signedIn: true,
        summary: 'Accept tools of a server as they were seen, or accept them no longer',
        body: acceptMcpToolsSchema,
        bodyBytes: ACCEPT_BYTES,
        answers: { 200: json('The server as it is now.', mcpServerSchema) },
        errors: ['not_found', 'forbidden', 'conflict'],
      }),
      async (c) => {
        const asker = { wallet: c.var.wallet, isOperator: await isOperator(c) }
        return c.json(await seenBy(c, await servers.accept(asker, serverId(c), c.req.valid('json'))), 200)
      },
    )
}

const forAsker =
  (isOperator: McpServersOptions['isOperator']) =>
  async (c: AppContext, server: PresentedServer): Promise<McpServer> => ({
    ...server,
    mayAccept: !server.isOfPlace || (await isOperator(c)),
  })

/** An id, or the name of one of the place. */
const serverId = (c: AppContext) => c.req.param('id')?.toLowerCase() ?? ''
