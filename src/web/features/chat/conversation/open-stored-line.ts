import type { Api } from '../../../lib/api.ts'
import { browserReconnecting } from '../../../lib/reconnecting.ts'
import { storedReplies } from '../api/stored-replies.ts'
import type { StoredLine } from './line.ts'
import { storedLine } from './stored-line.ts'

/** The line of one stored conversation in a browser. */
export const openStoredLine = (
  api: Api,
  conversation: { id: string; agentId: string },
  load: StoredLine['load'],
): StoredLine =>
  storedLine(conversation.agentId, storedReplies(api, conversation.id, load), browserReconnecting)
