import { createLog } from '../src/server/base/log.ts'
import type {
  CallContext,
  GivenAnswer,
  Tool,
  ToolAsker,
  ToolOutcome,
} from '../src/server/domain/tools/tool.ts'

/** Somebody who talks with an agent of their own that may use every tool without a network. */
export const anAsker = (given: Partial<ToolAsker> = {}): ToolAsker => ({
  agentId: '6f1c5e0a-9a3b-4c55-8c62-0a4c43a4a111',
  owner: '11111111111111111111111111111111',
  wallet: '11111111111111111111111111111111',
  tools: { own: ['time', 'calculator', 'documents', 'ask_person'], servers: [] },
  place: {
    scope: 'conversation',
    scopeId: '0d8d4c7e-7c35-4f0f-8f53-5d3c1c3f2a01',
    replyId: '0d8d4c7e-7c35-4f0f-8f53-5d3c1c3f2a02',
  },
  depth: 0,
  ...given,
})

export function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  { answer, ...given }: Partial<CallContext> & { answer?: GivenAnswer } = {},
): Promise<ToolOutcome> {
  const context = {
    asker: anAsker(),
    written: [],
    cited: [],
    call: 'a call',
    requestId: 'test',
    log: createLog('silent'),
  }
  return tool.run(args, { ...context, ...given }, new AbortController().signal, answer)
}
