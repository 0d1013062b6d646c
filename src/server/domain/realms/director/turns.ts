import { EMPTY_REPLY } from '../../../../shared/chat/chat.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import type { Db } from '../../../db/connect/connect.ts'
import { markAnswers } from '../../../db/realms/held-messages.ts'
import { closeDeadAnswers, readContext, storeAnswerEnd } from '../../../db/realms/realm-answers.ts'
import { type BegunTurn, directRealm, listAwaiting } from '../../../db/realms/realm-turns.ts'
import { runningIn } from '../../../db/turns/running-turns.ts'
import { windowBytes } from '../../chat/window.ts'
import { agentsModelOf } from '../../models/choose-model.ts'
import { ScheduledTurns, type Turns } from '../../turns/schedule-turns.ts'
import type { DecidedTurn } from '../../turns/turn-kind.ts'
import type { TurnsOptions } from '../../turns/turns-options.ts'
import { isHeldAnswer } from '../look-at-word.ts'
import type { RealmFeed } from '../realm-feed.ts'
import { actingInRoom, waitingAnswers } from './acting-answers.ts'
import { decideTurns } from './decide-turns.ts'
import { type TurnScene, turnRequest } from './turn-request.ts'

export interface RealmTurnsOptions extends TurnsOptions {
  db: Db
  feed: RealmFeed
}

/** When something was said, the director decides who speaks. */
export function createRealmTurns(options: RealmTurnsOptions): Turns {
  const { db, answers, feed } = options

  function decided(begun: BegunTurn, scene: () => Promise<TurnScene>): DecidedTurn {
    const { answer, agent, words, quiet } = begun
    const { conversationId, id, author, answers } = answer
    return {
      place: { conversationId, replyId: id },
      asker: author,
      wallet: author,
      agentId: agent.id,
      words,
      logged: { realmId: conversationId, answer: id },
      request: async () => turnRequest({ agent, answers, words }, await scene()),
      acts: async () => actingInRoom(begun, (await scene()).context),
      said: (so) => {
        if (so.content !== '' && !quiet) feed.said(conversationId, id, so)
      },
    }
  }

  return new ScheduledTurns<RealmAnswer>(options, {
    scope: 'realm',
    running: runningIn(db, 'realm'),
    undecided: 'the director can not look at a realm yet',
    listAwaiting: () => listAwaiting(db),

    async decide(realmId, by) {
      const directed = await directRealm(db, realmId, by, (realm) => decideTurns(realmId, realm))
      if (!directed) return []
      const { name, agents, turns, changed } = directed
      if (changed) feed.detailChanged(realmId)
      if (turns.length === 0) return []
      const begun = turns.map(({ answer }) => answer)
      feed.changed(realmId, begun)
      const answered = begun.map(({ answers }) => answers)
      const windows = turns.map(({ agent, answer }) =>
        answers.windowFor({ agentId: agent.id, wallet: answer.author, agent: agentsModelOf(agent) }),
      )
      const context = Promise.all(windows).then((each) =>
        readContext(db, realmId, {
          // What a smaller window can't take is left out of its prompt again.
          bytes: Math.max(...each.map(windowBytes)),
          answered,
          without: EMPTY_REPLY,
        }),
      )
      // A rejection is handled where it is awaited.
      context.catch(() => {})
      return turns.map((turn) => decided(turn, async () => ({ realm: name, agents, context: await context })))
    },

    acting: waitingAnswers({ db, feed, answers, decided }),

    async storeEnd(server, place, end) {
      await markAnswers(db, [{ ...place, content: end.content }], isHeldAnswer)
      return storeAnswerEnd(db, server, place, end)
    },

    async closeDead(dead) {
      await markAnswers(db, dead, isHeldAnswer)
      const answers = await closeDeadAnswers(db, dead)
      return answers.map((ended) => {
        return { place: { conversationId: ended.conversationId, replyId: ended.id }, ended }
      })
    },

    onEnded({ conversationId }, answer) {
      if (!answer) return
      feed.changed(conversationId, [answer])
      if (answer.withheld) feed.held(conversationId, answer.author)
      feed.detailChanged(conversationId)
    },
  })
}
