import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { AgentTrouble } from '../../../../shared/agents/agent-troubles.ts'
import { EMPTY_REPLY, FAILED_REPLY, type ReplyEvent } from '../../../../shared/chat/chat.ts'
import { textOf } from '../../../../shared/chat/parts.ts'
import type { RealmAnswer } from '../../../../shared/realms/realm-messages.ts'
import type { Logger } from '../../../base/log.ts'
import { logSeldom } from '../../../base/log-seldom.ts'
import { readTold } from '../../../db/realms/realm-answers.ts'
import {
  type BegunTurn,
  type DirectedRealm,
  directRealm,
  listAwaiting,
} from '../../../db/realms/realm-turns.ts'
import type { ChatEngine } from '../../../llm/choose-engine.ts'
import { reply, replyWindow } from '../../chat/reply.ts'
import { windowBytes } from '../../chat/window.ts'
import type { RecordReply } from '../../figures/record-replies.ts'
import { createReceiver } from '../../running-replies/receive-replies.ts'
import { replyKey } from '../../running-replies/reply-key.ts'
import { coalesceByKey } from '../../turns/coalesce-by-key.ts'
import { pollWaiting } from '../../turns/poll-waiting.ts'
import { throttle } from '../../turns/throttle-words.ts'
import { type Patience, watchTurn } from '../../turns/watch-turn.ts'
import type { RealmFeed } from '../realm-feed.ts'
import { storeAnswers } from '../store-answers.ts'
import { decideTurns } from './decide-turns.ts'
import { type TurnScene, turnRequest } from './turn-request.ts'

const PATIENCE: Patience = { firstWords: 30_000, whole: 90_000 }

/** Milliseconds until a look is tried again that the database refused. */
const RETRY_MS = 1_500

/**
 * Agents' turns in realms. One belongs to the server whose director began it, and goes on to its end whoever listens.
 */
export interface Turns {
  /** Has the director look at a realm in which something was said, and begins what it decides. Returns at once; never throws. */
  wake(realmId: string): void
  /** Ends an answer with the words that came, wherever it is received; one that is over, or none, stays as it is. */
  stop(realmId: string, messageId: string): Promise<void>
  /** Stops whatever is running in a realm: for when it is deleted. */
  stopIn(realmId: string): Promise<void>
  /** Ends the answers of a server that died, where no other server can be alive: on the embedded database, at the start. */
  closeOrphans(): Promise<void>
  /** Interrupts what this server receives, and waits until that is stored. */
  close(): Promise<void>
}

export interface TurnsOptions {
  sql: Sql
  clock: () => Date
  engine: ChatEngine
  /** The window of the model, in tokens. */
  windowTokens: number
  log: Logger
  /** Passes a reply's events on as they are, for whoever counts them. */
  observe?: ((events: AsyncIterable<ReplyEvent>) => AsyncIterable<ReplyEvent>) | undefined
  /** Records the answers for the owners of their agents. */
  record?: RecordReply | undefined
  feed: RealmFeed
  /** Counts a model call that a wallet starts, and says whether it may. */
  mayAsk: (wallet: string) => Promise<boolean>
  /** No other server can be alive on this database. */
  alone?: boolean | undefined
  /** How long an agent may be silent before its first words and how long it may take in all, in milliseconds. */
  patience?: Patience | undefined
  /**
   * Milliseconds between two rounds, for tests: of storing words, of looking for dead answers and for realms that wait,
   * and until a look is tried again.
   */
  every?: { store?: number; look?: number; retry?: number } | undefined
}

export function createTurns(options: TurnsOptions): Turns {
  const { sql, clock, engine, windowTokens, log, observe = (events) => events, feed, every = {} } = options
  const { record = (_, begin) => begin(() => {}), patience = PATIENCE, alone = false } = options
  const server = randomUUID()
  /** What went wrong with the turns that this server receives, by their key. */
  const troubles = new Map<string, () => AgentTrouble | null>()

  const receiver = createReceiver({
    store: storeAnswers({ sql, server, troubles, onEnded: tellEnded }),
    clock,
    log,
    alone,
    every,
  })
  const looks = coalesceByKey(look)
  const say = logSeldom()
  const waiting = alone
    ? undefined
    : pollWaiting({ listAwaiting: () => listAwaiting(sql), wake, log, everyMs: every.look })
  const bytes = windowBytes(replyWindow(windowTokens))

  function wake(realmId: string) {
    if (!receiver.closing.aborted) looks.wake(realmId)
  }

  /** An answer is over: whoever is there sees it, and the director has something to look at. */
  function tellEnded(answers: readonly RealmAnswer[]) {
    for (const answer of answers) {
      const { conversationId } = answer
      feed.changed(conversationId, [answer])
      feed.detailChanged(conversationId)
      wake(conversationId)
    }
  }

  async function look(realmId: string): Promise<void> {
    try {
      const by = { server, now: clock(), newId: randomUUID }
      const directed = await directRealm(sql, realmId, by, (realm) => decideTurns(realmId, realm))
      if (directed) begin(realmId, directed)
    } catch (error) {
      say(log, 'warn', { err: error, realmId }, 'the director can not look at a realm yet')
      setTimeout(wake, every.retry ?? RETRY_MS, realmId).unref()
    }
  }

  function begin(realmId: string, { name, agents, turns, changed }: DirectedRealm) {
    if (changed) feed.detailChanged(realmId)
    if (turns.length === 0) return
    feed.changed(
      realmId,
      turns.map(({ answer }) => answer),
    )
    const answered = turns.map(({ answer }) => answer.answers)
    const told = readTold(sql, realmId, { bytes, answered, without: EMPTY_REPLY })
    // Whoever awaits it hears of a failure.
    told.catch(() => {})
    for (const turn of turns) take(turn, async () => ({ realm: name, agents, told: await told }))
  }

  /** One turn, from its model to its stored end. */
  function take({ answer, agent, words }: BegunTurn, scene: () => Promise<TurnScene>) {
    const { conversationId, id, author, answers } = answer
    const requestId = randomUUID()
    const from = { requestId, log: log.child({ requestId, realmId: conversationId, answer: id }) }
    const key = replyKey({ conversationId, replyId: id })

    async function* events(signals: {
      stopped: AbortSignal
      shutdown: AbortSignal
    }): AsyncGenerator<ReplyEvent> {
      if (!(await options.mayAsk(author))) {
        troubles.set(key, () => 'limited')
        return yield { type: 'failed', message: FAILED_REPLY, requestId }
      }
      const request = turnRequest({ agent, answers, words }, await scene())
      if (!request) return yield { type: 'stopped' }
      // Only from here on: what our own limit turned away, and what was removed, its agent was never asked.
      const asked = { agentId: agent.id, wallet: author, begins: false }
      const recorded = record(asked, (because) => {
        const turn = { name: agent.name, words, requestId, patience, ...signals, because }
        const watched = watchTurn(turn, (stopped) =>
          reply(request, { ...engine, ...signals, ...from, stopped, windowTokens, because }),
        )
        troubles.set(key, watched.trouble)
        return watched.events
      })
      yield* observe(recorded)
    }

    receiver.receive({
      conversationId,
      replyId: id,
      owner: author,
      ...from,
      events,
      send: (parts) =>
        throttle(() => {
          const content = textOf(parts())
          if (content !== '') feed.said(conversationId, id, content)
        }),
    })
  }

  return {
    wake,
    stop: (realmId, messageId) => receiver.stop({ conversationId: realmId, replyId: messageId }),
    stopIn: (realmId) => receiver.stopIn([realmId]),

    async closeOrphans() {
      await receiver.closeOrphans()
      for (const realmId of await listAwaiting(sql)) wake(realmId)
    },

    async close() {
      waiting?.stop()
      await receiver.close(looks.done)
    },
  }
}
