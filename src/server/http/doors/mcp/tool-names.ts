import type { Agent } from '../../../../shared/agents/agents.ts'
import type { Caller } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'

/** The number of agents that have a tool of their own; clients give every listed tool to their model. */
export const LISTED = 24

const PREFIX = 'ask_'

/** The tool that asks any agent. An agent whose handle would make its own tool this one is named by its id. */
export const ASK_ANY = 'ask_agent'

/**
 * Marks a tool that is named by an id, as all of agents without a handle once were; clients still know some. Handles
 * have no capital letters, so nobody can take a handle that makes their agent answer for another one.
 */
const BY_ID = 'ID_'

type Named = Pick<Agent, 'id'> & { handle?: string | null }

/** Names the tool of an agent, by its handle if it has one. It can be called whether it is listed or not. */
export function toolName({ id, handle }: Named): string {
  return handle && PREFIX + handle !== ASK_ANY ? PREFIX + handle : PREFIX + BY_ID + id.replaceAll('-', '')
}

/**
 * Finds the agent of a tool that the caller can use. The beginning of an id, by which earlier versions named tools,
 * leads to an agent that is listed.
 */
export async function agentOfTool(
  doors: Pick<Doors, 'findAgent' | 'listAgents'>,
  caller: Caller | null,
  tool: string,
): Promise<Pick<Agent, 'id' | 'name' | 'description'> | null> {
  const [, isId, rest = ''] = /^ask_(ID_)?([a-z0-9_-]{3,32})$/.exec(tool) ?? []
  if (rest === '' || tool === ASK_ANY) return null
  if (isId === undefined) return doors.findAgent(rest, caller)
  const whole = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(rest)
  if (whole) return doors.findAgent(whole.slice(1).join('-'), caller)
  const { agents } = await doors.listAgents(caller, { limit: LISTED, order: 'talked' })
  return agents.find(({ id }) => id.startsWith(rest)) ?? null
}
