import { EMPTY_REPLY } from '../../../../shared/chat/chat.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import { closeDeadAnswers, readTold, storeAnswerEnd } from '../../../db/realms/realm-answers.ts'
import { type BegunTurn, directRealm, listAwaiting } from '../../../db/realms/realm-turns.ts'
import { replyWindow } from '../../chat/reply.ts'
import { windowBytes } from '../../chat/window.ts'
import { type DecidedTurn, scheduleTurns, type Turns, type TurnsOptions } from '../../turns/schedule-turns.ts'
import type { RealmFeed } from '../realm-feed.ts'
import { decideTurns } from './decide-turns.ts'
import { type TurnScene, turnRequest } from './turn-request.ts'

export interface RealmTurnsOptions extends TurnsOptions {
  feed: RealmFeed
}

/** Agents' turns in realms: the director decides who speaks when something was said. */
export function createRealmTurns(options: RealmTurnsOptions): Turns {
  const { sql, windowTokens, feed } = options
  const bytes = windowBytes(replyWindow(windowTokens))

  function decided({ answer, agent, words }: BegunTurn, scene: () => Promise<TurnScene>): DecidedTurn {
    const { conversationId, id, author, answers } = answer
    return {
      place: { conversationId, replyId: id },
      wallet: author,
      agentId: agent.id,
      words,
      logged: { realmId: conversationId, answer: id },
      request: async () => turnRequest({ agent, answers, words }, await scene()),
      said: (content) => {
        if (content !== '') feed.said(conversationId, id, content)
      },
    }
  }

  return scheduleTurns<RealmAnswer>(options, {
    table: 'running_answers',
    undecided: 'the director can not look at a realm yet',
    listAwaiting: () => listAwaiting(sql),

    async decide(realmId, by) {
      const directed = await directRealm(sql, realmId, by, (realm) => decideTurns(realmId, realm))
      if (!directed) return []
      const { name, agents, turns, changed } = directed
      if (changed) feed.detailChanged(realmId)
      if (turns.length === 0) return []
      const begun = turns.map(({ answer }) => answer)
      feed.changed(realmId, begun)
      const answered = begun.map(({ answers }) => answers)
      const told = readTold(sql, realmId, { bytes, answered, without: EMPTY_REPLY })
      // Whoever awaits it hears of a failure.
      told.catch(() => {})
      return turns.map((turn) => decided(turn, async () => ({ realm: name, agents, told: await told })))
    },

    storeEnd: (server, place, end) => storeAnswerEnd(sql, server, place, end),

    async closeDead(dead) {
      const answers = await closeDeadAnswers(sql, dead)
      return answers.map((ended) => {
        return { place: { conversationId: ended.conversationId, replyId: ended.id }, ended }
      })
    },

    onEnded({ conversationId }, answer) {
      if (!answer) return
      feed.changed(conversationId, [answer])
      feed.detailChanged(conversationId)
    },
  })
}
