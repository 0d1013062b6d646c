import type { Sql } from 'postgres'
import type { AgentTrouble } from '../../../shared/agents/agent-troubles.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import { listBeats } from '../../db/conversations/dead-replies.ts'
import { listRunning, storeWords, wantStop } from '../../db/conversations/running-replies.ts'
import { closeDeadTurns, storeTurnEnd } from '../../db/swarm/swarm-turns.ts'
import { replyKey } from '../running-replies/reply-key.ts'
import type { ReplyStore } from '../running-replies/reply-store.ts'

/**
 * Where the turns of runs are stored while they run and when they end.
 * @param options.troubles what went wrong with the turns that this server receives, by their key, until they are stored
 * @param options.onEnded called with a turn that is over now, or that somebody else ended
 */
export function storeTurns(options: {
  sql: Sql
  server: string
  troubles: Map<string, () => AgentTrouble | null>
  onEnded: (runId: string, turnId: string) => void
}): ReplyStore {
  const { sql, server, troubles, onEnded } = options
  const table = 'running_turns'
  return {
    storeWords: (said) => storeWords(sql, table, server, said),

    async storeEnd(place, { content, state }) {
      // What a person or a server broke off is no fault of the agent.
      const ownDoing = state === 'finished' || state === 'failed'
      const trouble = ownDoing ? (troubles.get(replyKey(place))?.() ?? null) : null
      const end = { content, state, trouble, said: countWords(content) }
      const stored = await storeTurnEnd(sql, server, place, end)
      if (stored?.state === 'running') return stored
      troubles.delete(replyKey(place))
      onEnded(place.conversationId, place.replyId)
      return stored
    },

    listBeats: () => listBeats(sql, table),

    async closeDead(dead) {
      const closed = await closeDeadTurns(sql, dead)
      for (const { conversationId, replyId } of closed) onEnded(conversationId, replyId)
      return closed.map(({ replyId }) => replyId)
    },

    wantStop: (place) => wantStop(sql, table, place),
    listRunning: (runIds) => listRunning(sql, table, runIds),
  }
}
