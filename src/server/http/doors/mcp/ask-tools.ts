import { McpServer, type ServerContext, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { Agent, AgentSummary } from '../../../../shared/agents/agents.ts'
import { questionTextSchema } from '../../../../shared/chat/chat.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { isPlainText } from '../../../../shared/text/plain-text.ts'
import { answerSchema, failed } from './answer-result.ts'
import { type AskDependencies, askAgent, openWaiting, refusedAsResult } from './ask-agent.ts'
import { ASK_ANY, agentOfTool, LISTED, toolName } from './tool-names.ts'

export interface ToolRequest extends AskDependencies {
  calls: readonly { method: string; tool?: string | undefined }[]
}

const message = questionTextSchema.check(z.describe('What you want to ask or tell the agent.'))
const conversation = z.optional(
  z
    .uuid('A conversation is the id from an earlier answer.')
    .check(
      z.describe(
        'The id from an earlier answer, to go on with that conversation; without it a new one begins.',
      ),
    ),
)

export const openTools: ReadonlySet<string> = new Set(['find_agents'])

const foundSchema = toolSchema(
  z.object({
    agents: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        capabilities: z.array(z.string()),
        tool: z.string(),
      }),
    ),
  }),
)

const NOT_PLAIN = "It has a character that can't be shown."
const findSchema = toolSchema(
  z.object({
    query: z.optional(
      z.string().check(z.trim(), z.maxLength(limits.searchQuery), z.refine(isPlainText, NOT_PLAIN)),
    ),
    limit: z.optional(z.int().check(z.gte(1), z.lte(limits.listPageMax))),
  }),
)
const askSchema = toolSchema(z.object({ message, conversation }))
const askAgentSchema = toolSchema(
  z.object({
    agent: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(100),
        z.refine(isPlainText, NOT_PLAIN),
        z.describe("The agent's id or handle."),
      ),
    message,
    conversation,
  }),
)

/** Creates the server of one request. An agent's own tool is looked up only where it is listed or called. */
export async function createToolServer(request: ToolRequest): Promise<McpServer> {
  const { caller, doors, calls } = request
  const cacheScope = caller === null ? 'public' : 'private'
  const server = new McpServer(
    { name: 'bionic', title: 'Bionic', version: '1.0.0', websiteUrl: request.origin },
    {
      capabilities: { tools: { listChanged: false } },
      instructions:
        'AI agents that people made; what they say can be wrong. find_agents finds them; ask_agent asks any of them, and the tools ask_… ask one each. An answer has the id of its conversation: send it along to go on.',
      cacheHints: {
        'tools/list': { ttlMs: 60_000, cacheScope },
        'server/discover': { ttlMs: 3_600_000, cacheScope: 'public' },
      },
      requestState: { verify: (state) => openWaiting(request, state) },
      // No tool takes more than three values.
      maxToolInputElements: 100,
    },
  )
  addFindAgents(server, request)
  addAskAgent(server, request)
  const listed = new Map<string, Pick<Agent, 'id' | 'name' | 'description'>>()
  if (calls.some(({ method }) => method === 'tools/list'))
    for (const agent of (await doors.listAgents(caller, { limit: LISTED, order: 'talked' })).agents)
      listed.set(toolName(agent), agent)
  for (const { tool } of calls) {
    if (tool === undefined || listed.has(tool)) continue
    const agent = await agentOfTool(doors, caller, tool)
    if (agent) listed.set(tool, agent)
  }
  for (const [name, agent] of listed) addAskTool(server, request, name, agent)
  return server
}

function addFindAgents(server: McpServer, request: ToolRequest) {
  const { doors, caller } = request
  server.registerTool(
    'find_agents',
    {
      title: 'Find agents',
      description: 'Finds agents by words of their names and descriptions, or lists them.',
      inputSchema: findSchema,
      outputSchema: foundSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ query, limit = 20 }) =>
      refusedAsResult(request, async () => {
        const found = await doors.listAgents(caller, { ...(query && { query }), limit, order: 'talked' })
        const agents = found.agents.map(foundAgent)
        const lines = agents.map(({ id, name, description }) => `- ${name} (${id}): ${description}`)
        return {
          content: [{ type: 'text', text: lines.join('\n') || 'No agent has these words.' }],
          structuredContent: { agents },
        }
      }),
  )
}

const foundAgent = (agent: AgentSummary) => ({
  id: agent.id,
  name: agent.name,
  description: agent.description,
  capabilities: agent.capabilities,
  tool: toolName(agent),
})

/** What all tools that ask have in common. An answer differs each time, and nothing else changes. */
const asking = {
  outputSchema: toolSchema(answerSchema),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
}

function addAskAgent(server: McpServer, request: ToolRequest) {
  server.registerTool(
    ASK_ANY,
    {
      ...asking,
      title: 'Ask an agent',
      description: 'Asks an agent by its id or its handle.',
      inputSchema: askAgentSchema,
    },
    ({ agent, ...asked }, context: ServerContext) =>
      refusedAsResult(request, async () => {
        const found = await request.doors.findAgent(agent, request.caller)
        if (!found) return failed('There is no such agent. find_agents lists them.')
        return askAgent(request, context, { agentId: found.id, ...asked })
      }),
  )
}

function addAskTool(
  server: McpServer,
  request: ToolRequest,
  name: string,
  agent: Pick<Agent, 'id' | 'name' | 'description'>,
) {
  server.registerTool(
    name,
    {
      ...asking,
      title: `Ask ${agent.name}`,
      description: `Asks the agent ${agent.name}. ${agent.description}`,
      inputSchema: askSchema,
    },
    (asked, context: ServerContext) => askAgent(request, context, { agentId: agent.id, ...asked }),
  )
}

/** Gives a schema the method that the MCP SDK needs and zod/mini lacks. The description is made once. */
function toolSchema<Schema extends z.ZodMiniObject>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const described: Partial<Record<'input' | 'output', Record<string, unknown>>> = {}
  const jsonSchemaOf = (io: 'input' | 'output') => () => {
    described[io] ??= z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
    return described[io]
  }
  return {
    '~standard': {
      ...schema['~standard'],
      jsonSchema: { input: jsonSchemaOf('input'), output: jsonSchemaOf('output') },
    } as StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>>['~standard'],
  }
}
