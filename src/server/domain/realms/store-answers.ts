import type { Sql } from 'postgres'
import type { AgentTrouble } from '../../../shared/agents/agent-troubles.ts'
import type { RealmAnswer } from '../../../shared/realms/realm-messages.ts'
import { countWords } from '../../../shared/text/count-words.ts'
import { listBeats } from '../../db/conversations/dead-replies.ts'
import { listRunning, storeWords, wantStop } from '../../db/conversations/running-replies.ts'
import { closeDeadAnswers, storeAnswerEnd } from '../../db/realms/realm-answers.ts'
import { replyKey } from '../running-replies/reply-key.ts'
import type { ReplyStore } from '../running-replies/reply-store.ts'

/**
 * Where agents' answers are stored while they run and when they end.
 * @param options.troubles what went wrong with the turns that this server receives, by their key, until they are stored
 * @param options.onEnded called with answers that are over now, or that somebody else ended
 */
export function storeAnswers(options: {
  sql: Sql
  server: string
  troubles: Map<string, () => AgentTrouble | null>
  onEnded: (answers: readonly RealmAnswer[]) => void
}): ReplyStore {
  const { sql, server, troubles, onEnded } = options
  const table = 'running_answers'
  return {
    storeWords: (said) => storeWords(sql, table, server, said),

    async storeEnd(place, { content, state }) {
      // What a person or a server broke off is no fault of the agent.
      const ownDoing = state === 'finished' || state === 'failed'
      const trouble = ownDoing ? (troubles.get(replyKey(place))?.() ?? null) : null
      const end = { content, state, trouble, words: countWords(content) }
      const stored = await storeAnswerEnd(sql, server, place, end)
      if (stored?.state === 'running') return { state: 'running', cutShort: false }
      troubles.delete(replyKey(place))
      if (stored) onEnded([stored])
      return stored && { state: stored.state, cutShort: false }
    },

    listBeats: () => listBeats(sql, table),

    async closeDead(dead) {
      const closed = await closeDeadAnswers(sql, dead)
      onEnded(closed)
      return closed.map(({ id }) => id)
    },

    wantStop: (place) => wantStop(sql, table, place),
    listRunning: (realmIds) => listRunning(sql, table, realmIds),
  }
}
