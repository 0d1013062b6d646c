import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'

export const noTools: AgentTools = { own: [], servers: [] }

/** In forms a choice of tools is JSON; empty for none. */
export function typedTools(tools: AgentTools | null): string {
  return tools && tools.own.length + tools.servers.length > 0 ? JSON.stringify(tools) : ''
}

/** Of what `typedTools` made; a draft of an earlier page has none. */
export function toolsOf(typed: string | undefined): AgentTools | null {
  return typed ? (JSON.parse(typed) as AgentTools) : null
}
