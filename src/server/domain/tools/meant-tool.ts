import type { ToolCallRow } from '../../db/tools/tool-calls.ts'
import { argumentsOf } from './plan-call.ts'

/** By it a model calls a tool that is not listed, since there are too many. */
export const CALL_TOOL = 'call_tool'

/** The name of the tool that a call is of: what is allowed from now on is that one, however it is called. */
export function meantTool({ tool, arguments: given }: Pick<ToolCallRow, 'tool' | 'arguments'>): string {
  const name = tool === CALL_TOOL ? argumentsOf(given)?.name : undefined
  return typeof name === 'string' ? name : tool
}
