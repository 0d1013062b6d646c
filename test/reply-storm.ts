import { setTimeout as wait } from 'node:timers/promises'
import { numberedWords } from '../e2e/fakes/model-server.ts'
import { conversationClient, firstQuestion } from './conversation-client.ts'
import { makeRealm, type RealmServers, sendTo } from './realm-servers.ts'
import { eventsOf, received, replyKnown } from './reply-events.ts'

/** Milliseconds between two words, and between the beginnings of two replies. */
const WORD_MS = 40
const BEGIN_EVERY_MS = 250

/** Words of a reply, so many that it runs for four seconds. */
const WORDS = 100

export interface StormReport {
  replies: number
  /** By the states that the one who asked, a follower at the other server, and the database have. */
  ended: Record<string, number>
  /** What somebody knows, or the database, that is not each word of the model once. */
  otherWords: number
}

/**
 * Replies that begin at two servers in turn, one every quarter of a second, each followed by its asker and by somebody at
 * the other server, who come back where their streams break.
 * @returns what ends it: no more begin, those that run come to their end
 */
export async function startReplyStorm(servers: RealmServers): Promise<() => Promise<StormReport>> {
  servers.model.use({ name: 'words', words: numberedWords(WORDS), delayMs: WORD_MS })
  const whole = numberedWords(WORDS).join('')
  const as = await servers.signIn()
  const clients = [servers.a, servers.b].map(({ address }) => conversationClient(sendTo(address), as))
  const { agent } = await makeRealm(servers.a.address, as, 'Nova')
  const report: StormReport = { replies: 0, ended: {}, otherWords: 0 }

  async function converse(number: number) {
    const asker = clients[number % 2]
    const follower = clients[(number + 1) % 2]
    if (!asker || !follower) throw new Error('There are two servers.')
    const conversation = crypto.randomUUID()
    const question = firstQuestion(agent)
    const answer = await asker.ask(conversation, question)
    if (!answer.ok) throw new Error(`A question was answered with ${answer.status}: ${await answer.text()}`)
    const known = replyKnown(question.replyId)
    const toItsEnd = async () => {
      const heard = await received(known, eventsOf(answer)).catch(() => known)
      return heard.state === 'running' ? asker.followToEnd(conversation, question.replyId, heard) : heard
    }
    const [atAsker, atFollower] = await Promise.all([
      toItsEnd(),
      follower.followToEnd(conversation, question.replyId),
    ])
    const { messages } = await asker.open(conversation)
    const stored = messages.find(({ id }) => id === question.replyId)
    const states = [atAsker.state, atFollower.state, stored?.role === 'assistant' ? stored.state : 'missing']
    const how = [...new Set(states)].join(' / ')
    report.ended[how] = (report.ended[how] ?? 0) + 1
    report.otherWords += [atAsker, atFollower, stored].filter((one) => one?.content !== whole).length
  }

  const running: Promise<void>[] = []
  let isOver = false
  const beginning = (async () => {
    for (; !isOver; report.replies++) {
      const one = converse(report.replies)
      // It is told at the end; until then it must not count as unhandled.
      one.catch(() => {})
      running.push(one)
      await wait(BEGIN_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await beginning
    await Promise.all(running)
    return report
  }
}
