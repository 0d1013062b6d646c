import * as z from 'zod/mini'
import { ownTools, toolLimits } from './tool-states.ts'

/** The name of a server of the place, or the id of an own one. */
const serverId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'There is no such server.'))
const toolName = z.string().check(z.minLength(1), z.maxLength(128))

/** What an owner lets an agent do; null for nothing. Who may use it beside the owner: see `open`. */
export const agentToolsSchema = z.strictObject({
  own: z.array(z.enum(ownTools, 'There is no such tool.')).check(
    z.maxLength(ownTools.length),
    z.refine((all) => new Set(all).size === all.length, 'A tool is named once.'),
  ),
  servers: z
    .array(
      z.strictObject({
        id: serverId,
        /** Tools that run with the owner's connection for whoever talks with the agent. */
        open: z.array(toolName).check(z.maxLength(toolLimits.toolsOfServer)),
      }),
    )
    .check(
      z.maxLength(toolLimits.serversOfAgent, `An agent has at most ${toolLimits.serversOfAgent} servers.`),
      z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'A server is named once.'),
    ),
})
export type AgentTools = z.infer<typeof agentToolsSchema>

/** What others than its owner may know of a choice, and what leaves this place: nothing of servers. */
export function shownTools(tools: AgentTools | null): AgentTools | null {
  return tools && { ...tools, servers: [] }
}
