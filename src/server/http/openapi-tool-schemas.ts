import { decidedSchema, decisionSchema, grantsSchema } from '../../shared/tools/decisions.ts'
import {
  inboxCountSchema,
  inboxSchema,
  inboxSettingsSchema,
  pushEndpointSchema,
  pushKeySchema,
  pushSubscriptionSchema,
  shownInboxSettingsSchema,
} from '../../shared/tools/inbox.ts'

import {
  acceptMcpToolsSchema,
  mcpServerChangesSchema,
  mcpServerSchema,
  mcpServersSchema,
  newMcpServerSchema,
  startedSignInSchema,
} from '../../shared/tools/mcp-servers.ts'
import { placedCallSchema, placedCallsSchema, toldCallSchema } from '../../shared/tools/told-call.ts'
import { toolPartSchema } from '../../shared/tools/tool-fields.ts'

/** The names, in the description of the API, of what concerns agents that act. */
export const toolSchemas = {
  ToolCall: toolPartSchema,
  ToldCall: toldCallSchema,
  PlacedCall: placedCallSchema,
  OwnCalls: placedCallsSchema,
  ToolDecision: decisionSchema,
  ToolDecided: decidedSchema,
  StartedSignIn: startedSignInSchema,
  McpServers: mcpServersSchema,
  McpServer: mcpServerSchema,
  NewMcpServer: newMcpServerSchema,
  McpServerChanges: mcpServerChangesSchema,
  AcceptMcpTools: acceptMcpToolsSchema,
  ToolGrants: grantsSchema,
  Inbox: inboxSchema,
  InboxCount: inboxCountSchema,
  InboxSettings: inboxSettingsSchema,
  ShownInboxSettings: shownInboxSettingsSchema,
  PushKey: pushKeySchema,
  PushSubscription: pushSubscriptionSchema,
  PushEndpoint: pushEndpointSchema,
}
