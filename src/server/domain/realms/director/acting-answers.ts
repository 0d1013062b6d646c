import { EMPTY_REPLY } from '../../../../shared/chat/chat.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import type { Db } from '../../../db/connect/connect.ts'
import { type ContextMessage, readContext } from '../../../db/realms/realm-answers.ts'
import type { BegunTurn } from '../../../db/realms/realm-turns.ts'
import {
  answerStanding,
  changeEndedAnswer,
  listStrandedAnswers,
  listWaitingAnswers,
  takeUpAnswer,
} from '../../../db/realms/waiting-answers.ts'
import type { Answers } from '../../chat/answers.ts'
import type { ActingFor } from '../../chat/reply-tools.ts'
import { windowBytes } from '../../chat/window.ts'
import { agentsModelOf } from '../../models/choose-model.ts'
import { patchedParts, waitsForWords } from '../../tools/patched-parts.ts'
import type { ActingKind, DecidedTurn } from '../../turns/turn-kind.ts'
import type { RealmFeed } from '../realm-feed.ts'
import type { TurnScene } from './turn-request.ts'

/**
 * How an agent acts in a room: whoever began the chain that it answers decides, and has written only what stands under
 * that wallet. All else in the room is text of others.
 */
export function actingInRoom(
  { answer, agent }: Pick<BegunTurn, 'answer' | 'agent'>,
  context: readonly ContextMessage[],
): ActingFor {
  const { conversationId: scopeId, id: replyId, author, answers } = answer
  const own = context.filter((message) => message.agentId === null && message.author === author)
  const answered = context.find(({ number }) => number === answers)
  return {
    place: { scope: 'realm', scopeId, replyId },
    written: own.map(({ content }) => content),
    cited: [],
    marks: { untrusted: true, private: agent.owner === author && (agent.ownDocuments ?? null) !== null },
    depth: answered?.agentId ? 1 : 0,
  }
}

interface WaitingAnswersOptions {
  db: Db
  feed: RealmFeed
  answers: Pick<Answers, 'windowFor'>
  decided: (begun: BegunTurn, scene: () => Promise<TurnScene>) => DecidedTurn
}

/** How answers of realms wait and go on. */
export function waitingAnswers({ db, feed, answers, decided }: WaitingAnswersOptions): ActingKind {
  const tell = (answer: RealmAnswer | null) => {
    if (answer) feed.changed(answer.conversationId, [answer])
  }
  return {
    async patch(place, calls, isOver) {
      const changed = await changeEndedAnswer(db, place, ({ parts, state }) => {
        const patched = patchedParts(parts, calls, true)
        if (!patched) return null
        const ends = isOver && state === 'waiting' && !waitsForWords(patched)
        return { parts: patched, ...(ends && { state: 'stopped' as const }) }
      })
      tell(changed)
    },

    listWaiting: (realmId) => listWaitingAnswers(db, realmId),
    listStranded: () => listStrandedAnswers(db),

    standing: (place) => answerStanding(db, place),

    async stopWaiting(place) {
      const changed = await changeEndedAnswer(db, place, ({ state }) =>
        state === 'waiting' ? { state: 'stopped' } : null,
      )
      tell(changed)
      return changed !== null
    },

    async takeUp(place, server) {
      const taken = await takeUpAnswer(db, place, server)
      if (!taken || taken === 'gone') return taken
      const { answer, agent, words, realm, quiet, agents, before } = taken
      tell(answer)
      const scene = async () => {
        const asked = { agentId: agent.id, wallet: answer.author, agent: agentsModelOf(agent) }
        const context = await readContext(db, answer.conversationId, {
          bytes: windowBytes(await answers.windowFor(asked)),
          answered: [answer.answers],
          without: EMPTY_REPLY,
          before: answer.number,
        })
        return { realm, agents, context }
      }
      let once: Promise<TurnScene> | undefined
      const turn = decided({ answer, agent, words, quiet }, () => (once ??= scene()))
      return { turn, before }
    },
  }
}
