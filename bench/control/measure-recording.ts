import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { createLog } from '../../src/server/base/log.ts'
import { prepareFindAnsweringAgent } from '../../src/server/db/agents/find-answering-agent.ts'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { AgentsAnalytics } from '../../src/server/domain/analytics/analytics.ts'
import type { RecordReply } from '../../src/server/domain/analytics/record-replies.ts'
import { Answers } from '../../src/server/domain/chat/answers.ts'
import type { AppEnv } from '../../src/server/http/context.ts'
import { createMetrics } from '../../src/server/http/edge/metrics.ts'
import { requestContext } from '../../src/server/http/edge/request-context.ts'
import { chatRoutes } from '../../src/server/http/routes/chat/chat.ts'
import type { ModelProvider } from '../../src/server/llm/provider.ts'
import { fixedChoice } from '../../test/fixed-models.ts'
import { percentile } from '../percentile.ts'

const WORDS = 100
/** About the number of replies in a second, after which the recorder stores its sums. */
const BATCH = 400
const WARM_UP = 2
const ROUNDS = 12
const WALLETS = 25

/** A model without delays: it yields each word as soon as the previous one is sent. */
const model: ModelProvider = async function* () {
  for (let word = 0; word < WORDS; word++) {
    await setImmediate()
    yield { type: 'words', text: ` word${word}` }
  }
  yield { type: 'end', reason: 'stop' }
}

/**
 * What recording adds to a reply: batches of replies with and without it alternate in one process, over the whole
 * routes. The CPU is that of the process, with the embedded database and with storing the records.
 */
export async function measureRecording(database: Database, agents: readonly string[]): Promise<void> {
  const log = createLog('silent')
  const analytics = new AgentsAnalytics({ db: database.db, clock: () => new Date(), log })
  const findAgent = prepareFindAnsweringAgent(database.db)
  const readSession = async (headers: Headers) => ({
    id: '0',
    user: { address: headers.get('x-wallet') ?? '' },
    expiresAt: '2099-01-01T00:00:00.000Z',
  })
  const routes = (record?: RecordReply) =>
    new Hono<AppEnv>().use(requestContext({ log, trustedProxies: 0, readSession })).route(
      '/',
      chatRoutes({
        answers: new Answers({
          choose: fixedChoice({ engine: { kind: 'provider', model: 'scripted' }, ask: model }),
          observe: createMetrics().replies.observe,
          record,
        }),
        findAgent,
        shutdown: new AbortController().signal,
      }),
    )
  const ways = [
    { name: 'without', app: routes(), cpu: [] as number[], firstWords: [] as number[] },
    {
      name: 'recorded',
      app: routes((asked, reply) => analytics.record(asked, reply)),
      cpu: [] as number[],
      firstWords: [] as number[],
    },
  ]
  for (let round = 0; round < WARM_UP + ROUNDS; round++)
    // The first of the two does not collect the other's garbage, so the order alternates.
    for (const way of round % 2 ? ways : ways.toReversed()) {
      const before = process.cpuUsage()
      const times: number[] = []
      for (let asked = 0; asked < BATCH; asked++)
        times.push(await firstWord(way.app, agents[asked % agents.length] ?? '', `wallet ${asked % WALLETS}`))
      await analytics.flush()
      const { user, system } = process.cpuUsage(before)
      if (round < WARM_UP) continue
      way.cpu.push((user + system) / 1000 / BATCH)
      way.firstWords.push(...times)
    }
  await analytics.close()

  console.log(`\n  What recording adds, ${ROUNDS * BATCH} replies of ${WORDS} words each, in ms`)
  for (const { name, cpu, firstWords } of ways) {
    const figure = (values: readonly number[], share: number) => percentile(values, share).toFixed(3)
    console.log(
      `  ${name.padEnd(10)}CPU of a reply p50 ${figure(cpu, 0.5)}  first words p50 ${figure(firstWords, 0.5)}  p99 ${figure(firstWords, 0.99)}`,
    )
  }
}

/** Milliseconds until the response has text; the rest is read to its end. */
async function firstWord(app: Hono<AppEnv>, agentId: string, wallet: string): Promise<number> {
  const began = performance.now()
  const response = await app.request('/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-wallet': wallet },
    body: JSON.stringify({ agentId, message: 'What is light?' }),
  })
  let milliseconds: number | undefined
  let received = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (milliseconds !== undefined) continue
    received += piece
    if (received.includes('"type":"words"')) milliseconds = performance.now() - began
  }
  if (milliseconds === undefined) throw new Error(`a reply without words: ${received}`)
  return milliseconds
}
