import { Grants } from '../domain/inbox/grants.ts'
import { Inbox } from '../domain/inbox/inbox.ts'
import { Notices } from '../domain/inbox/notices.ts'
import { PushKeys } from '../domain/inbox/push-keys.ts'
import { OwnTools } from '../domain/tools/own/own-tools.ts'
import { MemoryTool } from '../domain/tools/own/remember.ts'
import type { ToolSource } from '../domain/tools/tool.ts'
import { ToolDecisions } from '../domain/tools/tool-decisions.ts'
import type { createAgentParts } from './agents.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createMcpParts } from './mcp.ts'
import type { createMemoryParts } from './memory.ts'
import type { createModelParts } from './models.ts'
import { createNetworkTools } from './network-tools.ts'

type Base = Infrastructure &
  ReturnType<typeof createModelParts> &
  ReturnType<typeof createAgentParts> &
  ReturnType<typeof createMemoryParts>

/** What agents can do, and what people decide about it. */
export function createToolParts(base: Base) {
  const { given, knowledge } = base
  const inboxParts = createInboxParts(base)
  const onWaits = (wallet: string) => inboxParts.notices.waits(wallet)
  const decisions = new ToolDecisions({ ...base, onWaits })
  const mcp = createMcpParts(base, (wallet, host) => decisions.signedIn(wallet, host))
  const { network, ...parts } = createNetworkTools(base)
  const ownTools = new OwnTools({ ...base, network, findPassages: (ask) => knowledge.findPassages(ask) })
  const memoryTool = new MemoryTool(base.remembers)
  const toolSources: ToolSource[] = [ownTools, memoryTool, mcp.serverTools, ...(given.tools ?? [])]
  return { ...mcp, ...parts, ...inboxParts, toolSources, decisions }
}

/** Where what waits for a person is found, and how they are told. */
function createInboxParts(base: Infrastructure & ReturnType<typeof createModelParts>) {
  const { env, guarded } = base
  const keys = new PushKeys(base)
  const contact = env.PUBLIC_URL?.startsWith('https:') ? env.PUBLIC_URL : null
  return {
    inbox: new Inbox({ ...base, keys, checkAddress: (address) => guarded.check(address) }),
    grants: new Grants(base),
    notices: new Notices({ ...base, keys, contact, send: guarded.send }),
  }
}
