import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createLog } from '../src/server/base/log.ts'
import { SecretBox } from '../src/server/base/secrets/secret-box.ts'
import { prepareFindAnsweringAgent } from '../src/server/db/agents/find-answering-agent.ts'
import { agents } from '../src/server/db/schema/agents.ts'
import { Answers } from '../src/server/domain/chat/answers.ts'
import { Replies } from '../src/server/domain/conversations/replies.ts'
import { Failure } from '../src/server/domain/failure.ts'
import { AgentsTools } from '../src/server/domain/tools/agents-tools.ts'
import type { Tool } from '../src/server/domain/tools/tool.ts'
import { ToolDecisions } from '../src/server/domain/tools/tool-decisions.ts'
import { databaseHeartbeats, TurnHeartbeats } from '../src/server/domain/turns/running/turn-heartbeats.ts'
import type { CallPlace, Decision } from '../src/shared/tools/decisions.ts'
import { actingModel } from './acting-model.ts'
import { anAgentRow } from './an-agent.ts'
import type { TestDatabase } from './database.ts'
import { fixedChoice } from './fixed-models.ts'
import { randomOf } from './random-from.ts'

/**
 * Seeded schedules of what people, servers and time do to replies that act: asks, answers, stops, new questions, and
 * servers that die at any moment, also exactly between sending and storing.
 */

const log = createLog('silent')
const OWNER = 'ada'

/** What one schedule did, for its checks. */
interface History {
  /** Effects by the arguments of their call, which are its own. */
  effects: Map<string, number>
  consents: Set<string>
  /** Calls whose server died, or whose reply was stopped, while they were under way. */
  cut: Set<string>
}

interface ScheduleResult {
  seed: number
  faults: string[]
  counts: { calls: number; effects: number; unknown: number; kills: number }
}

interface CallRow {
  id: string
  arguments: string
  state: string
  digest: string
  waitsFor: string | null
}

/** A database that a server can be cut off from, as by its death. */
function cuttable<Db extends object>(db: Db, isDead: () => boolean): Db {
  return new Proxy(db, {
    get(target, property) {
      if (isDead()) throw new Error('this server is dead')
      return Reflect.get(target, property, target)
    },
  })
}

/** Runs several at once, on servers of their own, and returns what of their promises did not hold, with the seeds. */
export async function runSchedules(
  database: TestDatabase,
  agentId: string,
  { first, count }: { first: number; count: number },
): Promise<ScheduleResult['counts'] & { faults: string[] }> {
  const all = { faults: [] as string[], calls: 0, effects: 0, unknown: 0, kills: 0 }
  const seeds = Array.from({ length: count }, (_, index) => first + index)
  const work = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const { faults, counts } = await new Schedule(database, agentId, seed).run()
      all.faults.push(...faults.map((fault) => `seed ${seed}: ${fault}`))
      for (const name of ['calls', 'effects', 'unknown', 'kills'] as const) all[name] += counts[name]
    }
  }
  await Promise.all(Array.from({ length: 12 }, work))
  return all
}

/** An agent that may act, whom schedules ask. */
export async function makeActingAgent({ db }: TestDatabase): Promise<string> {
  const id = randomUUID()
  const tools = { own: [], servers: [] }
  await db.insert(agents).values(
    anAgentRow({
      ...{ id, description: '', imageUrl: '/a.webp' },
      ...{ capabilities: [], knowledgeDomains: [], owner: OWNER, tools },
    }),
  )
  return id
}

/** Those of one conversation, as other schedules have servers on the same database. */
class DecisionsIn extends ToolDecisions {
  readonly #conversation: string

  constructor(conversation: string, options: ConstructorParameters<typeof ToolDecisions>[0]) {
    super(options)
    this.#conversation = conversation
  }

  override join(...[scope, acting]: Parameters<ToolDecisions['join']>): void {
    const isOwn = ({ place }: { place: CallPlace }) => place.scopeId === this.#conversation
    super.join(scope, { ...acting, listStranded: async () => (await acting.listStranded()).filter(isOwn) })
  }
}

class Schedule {
  readonly #database: TestDatabase
  readonly #agentId: string
  readonly #seed: number
  readonly #random
  readonly #conversation = randomUUID()
  readonly #history: History = { effects: new Map(), consents: new Set(), cut: new Set() }
  readonly #servers: ReturnType<Schedule['startServer']>[] = []
  readonly #faults: string[] = []
  readonly #unknown = new Set<string>()
  #calls = 0
  #kills = 0
  #lastReply: string | null = null

  constructor(database: TestDatabase, agentId: string, seed: number) {
    this.#database = database
    this.#agentId = agentId
    this.#seed = seed
    this.#random = randomOf(seed)
  }

  async run(): Promise<ScheduleResult> {
    this.#servers.push(this.startServer(), this.startServer())
    await this.#ask('Begin.')
    const steps = 4 + this.#random.below(10)
    for (let step = 0; step < steps; step++) {
      await wait(this.#random.below(25))
      await this.#act()
    }
    const faults = [...(await this.#settle()), ...(await this.#check()), ...this.#faults]
    for (const server of this.#servers) await server.close()
    const rows = await this.#rows()
    const effects = [...this.#history.effects.values()].reduce((sum, count) => sum + count, 0)
    const counts = { calls: rows.length, effects, unknown: this.#unknown.size, kills: this.#kills }
    return { seed: this.#seed, faults, counts }
  }

  startServer() {
    const { db } = this.#database
    let isDead = false
    const own = cuttable(db, () => isDead)
    const all = databaseHeartbeats(own)
    const heartbeats = new TurnHeartbeats({
      store: {
        storeWords: (server, said) => all.storeWords(server, said),
        listHeartbeats: async () =>
          (await all.listHeartbeats()).filter(({ conversationId }) => conversationId === this.#conversation),
      },
      log,
      every: { store: 20, look: 60 },
    })
    const clock = () => new Date()
    const decisions = new DecisionsIn(this.#conversation, { db: own, clock, log })
    const model = actingModel((_, step) => this.#say(step))
    const tools = new AgentsTools({
      ...{ db: own, clock, server: heartbeats.server },
      secrets: async () => new SecretBox('a secret for nothing but the tests'),
      sources: [
        {
          list: async () => [
            this.#tool(
              () => isDead,
              () => kill(),
            ),
          ],
        },
      ],
    })
    const answers = new Answers({ choose: fixedChoice(model.chat), tools })
    const findAnswering = prepareFindAnsweringAgent(own)
    const replies = new Replies({
      ...{ db: own, clock, answers, log, heartbeats, decisions, findAnswering },
      every: { ask: 20 },
    })
    const kill = () => {
      isDead = true
      this.#kills++
    }
    return {
      replies,
      decisions,
      kill,
      isDead: () => isDead,
      close: () => (isDead ? heartbeats.leave('conversation') : replies.close()),
    }
  }

  /** One to three calls, or words: at most two answers call. */
  #say(step: number) {
    if (step >= 2 || (step > 0 && this.#random.next() < 0.5)) return 'Done.'
    return Array.from({ length: 1 + this.#random.below(3) }, () => ({
      name: 'send',
      arguments: { n: ++this.#calls },
    }))
  }

  #tool(isDead: () => boolean, kill: () => void): Tool {
    return {
      ...{
        name: 'send',
        title: 'Send',
        origin: 'mail.example',
        description: 'Sends.',
        pin: 'pin',
        kind: 'acts',
      },
      parameters: { type: 'object' },
      marks: { untrusted: false, private: false },
      run: async (args) => {
        const [key, before, after] = [JSON.stringify(args), this.#random.below(20), this.#random.below(20)]
        const diesInTheGap = this.#random.next() < 0.05
        await wait(before)
        if (isDead()) {
          this.#history.cut.add(key)
          return new Promise(() => {})
        }
        this.#history.effects.set(key, (this.#history.effects.get(key) ?? 0) + 1)
        if (diesInTheGap) kill()
        await wait(after)
        if (!isDead()) return { kind: 'done', text: 'accepted' }
        this.#history.cut.add(key)
        return new Promise(() => {})
      },
    }
  }

  #alive() {
    const alive = this.#servers.filter((server) => !server.isDead())
    if (alive.length > 0) return this.#random.oneOf(alive)
    const fresh = this.startServer()
    this.#servers.push(fresh)
    return fresh
  }

  async #ask(content: string) {
    const [replyId, id] = [randomUUID(), randomUUID()]
    const question = { id, parentId: this.#lastReply, content }
    const asked = this.#alive().replies.ask(
      OWNER,
      this.#conversation,
      { replyId, agentId: this.#agentId, question },
      this.#from(),
    )
    // Refused while another reply runs, or unanswered by a server that dies.
    await Promise.race([asked.then(() => (this.#lastReply = replyId)).catch(() => {}), wait(500)])
  }

  readonly #from = () => ({ requestId: randomUUID(), log })

  async #act() {
    const chance = this.#random.next()
    if (chance < 0.5) return this.#decideSome()
    if (chance < 0.6) return this.#ask('Go on.')
    if (chance < 0.7) return this.#stop()
    if (chance < 0.85) return this.#alive().kill()
    if (chance < 0.95) void this.#servers.push(this.startServer())
    return
  }

  async #stop() {
    const running = (await this.#rows()).filter(({ state }) => state === 'running' || state === 'allowed')
    for (const call of running) this.#history.cut.add(call.arguments)
    if (this.#lastReply !== null)
      await this.#alive()
        .replies.stop(OWNER, this.#conversation, this.#lastReply)
        .catch(() => {})
  }

  /** Two devices at once, sometimes of different minds. */
  async #decideSome() {
    const open = (await this.#rows()).filter(({ state }) => state === 'waiting')
    for (const call of open.slice(0, 1 + this.#random.below(2)))
      await Promise.all([this.#decide(call), this.#random.next() < 0.4 ? this.#decide(call) : null])
  }

  async #decide(call: CallRow, wanted?: Decision) {
    const decision =
      wanted ??
      this.#random.oneOf<Decision>([{ kind: 'once' }, { kind: 'once' }, { kind: 'refuse', words: '' }])
    // Known before the answer: of a server that dies nobody hears that it was decided.
    if (decision.kind === 'once') this.#history.consents.add(call.arguments)
    const decided = this.#alive().decisions.decide(OWNER, call.id, { digest: call.digest, decision })
    await Promise.race([
      decided.catch((error: unknown) => (error instanceof Failure ? null : undefined)),
      wait(500),
    ])
  }

  async #settleUnknown(call: CallRow) {
    this.#unknown.add(call.arguments)
    if (!this.#history.cut.has(call.arguments))
      this.#faults.push(`${call.arguments} is unknown, and nothing cut it off`)
    await this.#decide(call, { kind: 'settle', as: this.#random.oneOf(['happened', 'did-not']) })
  }

  /** Lets everything come to its end, with a person who decides about whatever waits. */
  async #settle(): Promise<string[]> {
    this.#alive()
    for (let round = 0; round < 200; round++) {
      const rows = await this.#rows()
      for (const call of rows) {
        if (call.state === 'waiting') await this.#decide(call)
        if (call.state === 'unknown') await this.#settleUnknown(call)
      }
      const open = await this.#database.sql`
        select id from messages where conversation_id = ${this.#conversation} and state in ('running', 'waiting')`
      const moving = rows.some(({ state }) => ['waiting', 'allowed', 'running', 'unknown'].includes(state))
      if (open.length === 0 && !moving) return []
      const { decisions } = this.#alive()
      // A server may die meanwhile.
      await decisions.giveUpSent(50).catch(() => {})
      if (round > 20) await decisions.recover().catch(() => {})
      await wait(30)
    }
    const open = (await this.#rows()).map(({ state }) => state)
    const messages = await this.#database
      .sql`select state from messages where conversation_id = ${this.#conversation} and state is not null`
    return [
      `it did not come to an end: calls ${open.join(', ')}; replies ${messages.map((row) => row.state).join(', ')}`,
    ]
  }

  async #check(): Promise<string[]> {
    const { effects, consents } = this.#history
    const faults: string[] = []
    for (const [key, count] of effects) {
      if (count > 1) faults.push(`${key} happened ${count} times`)
      if (!consents.has(key)) faults.push(`${key} happened without consent`)
    }
    for (const { state, arguments: key } of await this.#rows()) {
      if (state === 'done' && !effects.has(key) && !this.#unknown.has(key))
        faults.push(`${key} is done, and did not happen`)
      if (state === 'allowed') faults.push(`${key} is allowed, and nothing of it is done or ended`)
      if (state === 'refused' && effects.has(key)) faults.push(`${key} was refused, and happened`)
    }
    return faults
  }

  #rows(): Promise<CallRow[]> {
    return this.#database.sql<CallRow[]>`
      select id, arguments, state, digest, waits_for as "waitsFor" from tool_calls
      where conversation_id = ${this.#conversation} order by created_at, part`
  }
}
