import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startModelServer } from '../../e2e/fakes/model-server.ts'
import { newAgent } from '../../test/app.ts'
import { conversationClient, firstQuestion } from '../../test/conversation-client.ts'
import { hasPostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { openRealtime } from '../../test/realtime-client.ts'
import { eventsOf, received, replyKnown } from '../../test/reply-events.ts'
import { sendTo } from '../../test/server-pair.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { type Account, signInWith } from '../../test/sign-in.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import type { Agent } from '../shared/agents/agents.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `${index} `)

/** A server on an embedded database of its own, and somebody with an agent there. */
async function startServer(variables: Record<string, string>, place = { DATA_DIR: temporaryFolder() }) {
  const model = await startModelServer()
  onTestFinished(model.close)
  const settings = { ...place, OPENAI_BASE_URL: model.baseUrl, SEED_SAMPLES: '0', DRAIN_SECONDS: '30' }
  const server = await startServerProcess({ ...settings, ...variables }, { ownGroup: true })
  onTestFinished(server.kill)
  return { ...server, model, place, send: sendTo(server), end: () => server.signalGroup('SIGTERM') }
}

type Server = Awaited<ReturnType<typeof startServer>>

async function signInAt({ send }: Server) {
  const as = await signInWith(send)
  const made = await send('POST', '/api/agents', { as, json: newAgent })
  return { as, agent: ((await made.json()) as Agent).id }
}

/** Asks for a reply of so many words, one every tenth of a second, and hears its beginning. */
async function askFor(count: number, { send, model }: Server, { as, agent }: { as: Account; agent: string }) {
  model.next({ name: 'words', words: words(count), delayMs: 100 })
  const [conversation, ask] = [crypto.randomUUID(), firstQuestion(agent)]
  const client = conversationClient(send, as)
  const events = eventsOf(await client.ask(conversation, ask))
  const begun = await received(replyKnown(ask.replyId), events, ({ content }) => content !== '')
  return { conversation, client, reply: ask.replyId, end: () => received(begun, events) }
}

const storedReply = async (
  server: Server,
  as: Account,
  { conversation, reply }: Awaited<ReturnType<typeof askFor>>,
) => (await conversationClient(server.send, as).open(conversation)).messages.find(({ id }) => id === reply)

test('a server that is told to end says so to its proxy, lets sockets go to another one, and finishes what runs', async () => {
  const server = await startServer({ TRUSTED_PROXIES: '1' })
  const idle = await startServer({})
  const person = await signInAt(server)
  const running = await askFor(40, server, person)
  const socket = await openRealtime(server.address)
  idle.end()
  server.end()
  const toldProxy = async () => {
    const { status, headers } = await server.send('GET', '/readyz')
    return [status, headers.get('connection')]
  }
  await expect.poll(toldProxy, { interval: 10 }).toEqual([503, 'close'])
  expect((await socket.closed).code).toBe(1012)
  await expect(server.send('GET', '/readyz')).rejects.toThrow()
  expect(await running.end()).toMatchObject({ state: 'finished', content: words(40).join('') })
  expect(await Promise.all([server.exited, idle.exited])).toEqual([0, 0])
})

test('what takes longer than the time for it, or than the patience of whoever ends the server, keeps its words', async () => {
  const limited = await startServer({ DRAIN_SECONDS: '1' })
  const hurried = await startServer({})
  const people = [await signInAt(limited), await signInAt(hurried)] as const
  const [one, other] = [await askFor(2_000, limited, people[0]), await askFor(2_000, hurried, people[1])]
  limited.end()
  hurried.end()
  await wait(1_100)
  hurried.end()
  const ends = [await one.end(), await other.end()]
  expect(ends.map(({ state }) => state)).toEqual(['interrupted', 'interrupted'])
  expect(await Promise.all([limited.exited, hurried.exited])).toEqual([0, 0])
  const again = await startServer({}, limited.place)
  expect(await storedReply(again, people[0].as, one)).toMatchObject({
    state: 'interrupted',
    content: ends[0]?.content,
  })
})

test('a server whose database’s thread never ends is gone soon after a second signal, and loses nothing', async () => {
  const pipe = join(temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const stuck = {
    NODE_OPTIONS: `--import=${import.meta.resolve('../../test/stuck-thread.ts')}`,
    STUCK_AT: pipe,
  }
  const server = await startServer(stuck)
  const person = await signInAt(server)
  const running = await askFor(2_000, server, person)
  server.signalGroup('SIGINT')
  const sent = await running.end()
  await wait(1_100)
  server.signalGroup('SIGINT')
  expect(await server.exited).toBe('SIGKILL')
  const again = await startServer({}, server.place)
  expect(await storedReply(again, person.as, running)).toMatchObject({
    state: 'interrupted',
    content: sent.content,
  })
})

test.runIf(hasPostgresServer)(
  'a server is not ready while its database hangs, lives all the same, and is ready again by itself',
  async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.remove)
    const server = await startServerProcess({
      DATABASE_URL: postgres.url,
      SEED_SAMPLES: '0',
      LOG_LEVEL: 'fatal',
    })
    onTestFinished(server.kill)
    const ask = async (path: string) => {
      const answer = await sendTo(server)('GET', path)
      return { status: answer.status, body: await answer.text() }
    }
    const reasons = async () => JSON.parse((await ask('/readyz')).body).reasons
    expect(await ask('/readyz')).toMatchObject({ status: 200 })
    postgres.hang()
    await expect.poll(reasons).toEqual(['database_unreachable'])
    expect([(await ask('/readyz')).status, (await ask('/healthz')).status]).toEqual([503, 200])
    postgres.goOn()
    await expect.poll(reasons).toEqual([])
    await postgres.crash()
    await expect.poll(reasons).toEqual(['database_unreachable'])
    await postgres.start()
    await expect.poll(reasons).toEqual([])
  },
)
