import { setTimeout as wait } from 'node:timers/promises'
import { numberedWords } from '../e2e/fakes/model-server.ts'
import { conversationClient, firstQuestion } from './conversation-client.ts'
import { type ReadyProxy, startReadyProxy } from './ready-proxy.ts'
import { checkRealm, type RealmReport } from './realm-check.ts'
import { startRealmLoad } from './realm-load.ts'
import { realmReader } from './realm-reader.ts'
import { eventually, makeRealm, type RealmServers, sendTo, startRealmServers } from './realm-servers.ts'
import { eventsOf, received, replyKnown } from './reply-events.ts'
import { signInWith } from './sign-in.ts'
import { connectSql } from './sql-tag.ts'

export interface RollingUpdateOptions {
  /** Replies that run when the first server is told to end. */
  running: number
  /** How long a reply takes, in milliseconds; each another time in between. */
  shortestMs: number
  longestMs: number
  /** Milliseconds between two further ones that begin during the update. */
  beginEveryMs: number
  writers: number
  /** For all of it, in milliseconds. */
  patienceMs: number
}

export interface RollingUpdateReport {
  replies: number
  /** By state, as the clients were told and as it is stored. */
  ended: Record<string, number>
  /** Whose words are not exactly those of the model, each once. */
  otherWords: number
  /** How often a question had to be sent again, since a server that leaves refused it, or since nobody answered. */
  refused: number
  unanswered: number
  slowestFirstWordMs: number
  signedOut: number
  /** Of each server that ended: how long that took, and with what code. */
  servers: { tookMs: number; code: number | null }[]
  realm: RealmReport
  realmSentAgain: number
}

/** In milliseconds, between two words of the model. */
const WORD_MS = 250

/**
 * Replaces two servers behind a proxy one after the other, as an update does, while replies run and begin, and while
 * people write and read in a realm.
 */
export async function rollingUpdate(options: RollingUpdateOptions): Promise<RollingUpdateReport> {
  const servers = await startRealmServers({ DRAIN_SECONDS: '30', TRUSTED_PROXIES: '1' })
  const proxy = await startReadyProxy([servers.a.address, servers.b.address])
  servers.model.choose((body) => {
    const count = /Say (\d+) words/.exec(JSON.stringify(body))?.[1]
    return { name: 'words', words: numberedWords(Number(count ?? 10)), delayMs: WORD_MS }
  })
  const late = wait(options.patienceMs, 'late' as const, { ref: false })
  try {
    const report = await Promise.race([update(servers, proxy, options), late])
    if (report === 'late') throw new Error(`The update was not over after ${options.patienceMs} ms.`)
    return report
  } finally {
    await proxy.close()
    await servers.end()
  }
}

async function update(servers: RealmServers, proxy: ReadyProxy, options: RollingUpdateOptions) {
  const asking = await startAsking(servers, proxy, options)
  const realm = await startRealm(proxy, options.writers)
  const ends: RollingUpdateReport['servers'] = []
  try {
    await asking.begin(options.running)
    let isUpdated = false
    const goingOn = (async () => {
      while (!isUpdated) {
        await wait(options.beginEveryMs)
        await asking.begin(1)
      }
    })()
    for (const old of [servers.a, servers.b]) {
      const began = performance.now()
      const ended = old.stop()
      const next = await servers.start()
      proxy.add(next.address)
      const code = await ended
      ends.push({ tookMs: performance.now() - began, code })
    }
    isUpdated = true
    await goingOn
    const told = await asking.settled()
    await realm.load.stop()
    return { ...told, servers: ends, ...(await realm.check(servers)) }
  } finally {
    realm.close()
  }
}

async function startAsking({ model }: RealmServers, proxy: ReadyProxy, options: RollingUpdateOptions) {
  const send = sendTo(proxy.address)
  const as = await signInWith(send)
  const client = conversationClient(send, as)
  const { agent } = await makeRealm(proxy.address, as, 'Nova')
  const { shortestMs, longestMs } = options
  const counts = { refused: 0, unanswered: 0, slowestFirstWordMs: 0, signedOut: 0, otherWords: 0 }
  const ended: Record<string, number> = {}
  const conversations: Promise<void>[] = []

  /** As a page does: the same question under the same ids, until a server takes it. */
  async function ask(conversation: string, ask: ReturnType<typeof firstQuestion>) {
    for (;;) {
      const answer = await client.ask(conversation, ask).catch(() => null)
      if (answer?.ok) return answer
      if (answer?.status === 401) counts.signedOut += 1
      if (answer) counts.refused += 1
      else counts.unanswered += 1
      const seconds = Number(answer?.headers.get('retry-after') ?? 0.2)
      await answer?.body?.cancel()
      await wait(seconds * 1_000)
    }
  }

  async function readStored(conversation: string, id: string) {
    for (;;) {
      const opened = await client.open(conversation).catch(() => null)
      if (opened) return opened.messages.find((message) => message.id === id)
      await wait(200)
    }
  }

  async function converse(words: number) {
    const conversation = crypto.randomUUID()
    const question = firstQuestion(agent, `Say ${words} words.`)
    const began = performance.now()
    const known = replyKnown(question.replyId)
    const events = eventsOf(await ask(conversation, question))
    const begun = await received(known, events, ({ content }) => content !== '').catch(() => known)
    counts.slowestFirstWordMs = Math.max(counts.slowestFirstWordMs, performance.now() - began)
    const heard = await received(begun, events).catch(() => begun)
    const reply =
      heard.state === 'running' ? await client.followToEnd(conversation, question.replyId, heard) : heard
    const stored = await readStored(conversation, question.replyId)
    const states = [reply.state, stored?.role === 'assistant' ? stored.state : 'missing']
    const how = [...new Set(states)].join(' / ')
    ended[how] = (ended[how] ?? 0) + 1
    const whole = numberedWords(words).join('')
    if (reply.content !== whole || stored?.content !== whole) counts.otherWords += 1
  }

  return {
    /** Resolves when the model has been asked for them, or they wait for a server. */
    async begin(count: number) {
      const asked = model.requests.length
      for (let index = 0; index < count; index++) {
        const ms = shortestMs + (longestMs - shortestMs) * ((conversations.length / options.running) % 1)
        conversations.push(converse(Math.round(ms / WORD_MS)))
      }
      if (count > 1) await model.request(asked + count - 1)
    },
    async settled() {
      await Promise.all(conversations)
      const session = await send('GET', '/api/session', { as })
      if (!(await session.text()).includes(as.address)) counts.signedOut += 1
      return { replies: conversations.length, ended, ...counts }
    },
  }
}

async function startRealm(proxy: ReadyProxy, writers: number) {
  const people = await Promise.all(Array.from({ length: writers }, () => signInWith(sendTo(proxy.address))))
  const [creator] = people
  if (!creator) throw new Error('A realm needs somebody.')
  const { realm } = await makeRealm(proxy.address, creator)
  const at = { realm, servers: [proxy.address] }
  const readers = people.map((as) => realmReader({ ...at, as }))
  await eventually('everybody is in the realm', () => readers.every(({ live }) => live))
  const load = startRealmLoad({ ...at, writers: people, mention: '@Ada' })
  return {
    load,
    async check({ postgres }: RealmServers) {
      const { sql, end } = connectSql(postgres.url)
      try {
        await eventually(
          'every answer is over',
          async () =>
            (await sql`select from realm_messages where realm_id = ${realm} and state = 'running'`).length ===
            0,
          60_000,
        )
        const report = await checkRealm({ sql, realm, acknowledged: load.acknowledged, readers })
        return { realm: report, realmSentAgain: load.retries }
      } finally {
        await end()
      }
    },
    close() {
      for (const reader of readers) reader.close()
    },
  }
}
