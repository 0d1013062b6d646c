import { randomUUID } from 'node:crypto'
import { afterEach } from 'vitest'
import { type Scenario, type ScenarioName, startModelServer } from '../e2e/fakes/model-server.ts'
import { createLog } from '../src/server/base/log.ts'
import { readUndirected } from '../src/server/db/realms/read-undirected.ts'
import { insertWord } from '../src/server/db/realms/write-realm-messages.ts'
import { Answers, type AnswersOptions } from '../src/server/domain/chat/answers.ts'
import { rosterAgent, settledMessage } from '../src/server/domain/realms/director/decide-turns.ts'
import { direct } from '../src/server/domain/realms/director/director.ts'
import { createRealmTurns, type RealmTurnsOptions } from '../src/server/domain/realms/director/turns.ts'
import type { RealmFeed } from '../src/server/domain/realms/realm-feed.ts'
import type { HeartbeatsOptions } from '../src/server/domain/turns/running/turn-heartbeats.ts'
import type { Turns } from '../src/server/domain/turns/schedule-turns.ts'
import { chooseEngine } from '../src/server/llm/choose-engine.ts'
import type { RealmMessage } from '../src/shared/realms/realm-messages.ts'
import type { TurnPolicy } from '../src/shared/realms/realms.ts'
import type { TestDatabase } from './database.ts'
import { fixedChoice } from './fixed-models.ts'
import { NEVER, testHeartbeats } from './reply-servers.ts'

/** What is stored of an answer, with the words of a running one. */
export interface StoredTurn {
  id: string
  number: number
  agent: string
  author: string
  answers: number
  state: string
  content: string
  trouble: string | null
  given: number
  words: number | null
}

/** Keeps what rooms are told. */
export function recordFeed() {
  const changed: RealmMessage[] = []
  const said: { id: string; content: string }[] = []
  const details: string[] = []
  const held: string[] = []
  const feed: RealmFeed = {
    changed: (_, messages) => void changed.push(...messages),
    detailChanged: (id) => void details.push(id),
    said: (_, id, { content }) => void said.push({ id, content }),
    muted() {},
    banned() {},
    held: (_, author) => void held.push(author),
    gone() {},
  }
  return { feed, changed, said, details, held }
}

/** What an agent's model was told, and which agent that was. */
export interface Told {
  agent: string
  messages: { role: string; content: string }[]
}

function toldOf(body: unknown): Told {
  const { messages } = body as { messages: Told['messages'] }
  const agent = /You are "([^"]*)" in the realm/.exec(messages[0]?.content ?? '')?.[1] ?? ''
  return { agent, messages }
}

/** Several servers' turns over one database, with a scripted model behind them that knows which agent it speaks for. */
export async function turnServers({ db, sql }: TestDatabase) {
  const model = await startModelServer()
  const engine = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
  const open: Turns[] = []
  afterEach(() => Promise.all(open.splice(0).map((turns) => turns.close())))
  afterEach(() => model.choose(() => undefined))

  return {
    model,
    /** What each agent's model does, by the agent's name. */
    script(scenarios: Record<string, Scenario | ScenarioName | ((sent: Told) => Scenario | ScenarioName)>) {
      model.choose((body) => {
        const sent = toldOf(body)
        const scenario = scenarios[sent.agent]
        return typeof scenario === 'function' ? scenario(sent) : scenario
      })
    },
    /** What the models were told, from the n-th request on. */
    sent: (from = 0): Told[] => model.requests.slice(from).map(({ body }) => toldOf(body)),
    /** One more server; it ends with the test. */
    server({
      findPassages,
      record,
      observe,
      every,
      ...options
    }: Partial<Omit<RealmTurnsOptions, 'every'> & AnswersOptions> & {
      every?: RealmTurnsOptions['every'] & HeartbeatsOptions['every']
    } = {}): Turns {
      const turns = createRealmTurns({
        db,
        clock: () => new Date(),
        answers: new Answers({ choose: fixedChoice(engine, 8_000), findPassages, record, observe }),
        log: createLog('silent'),
        feed: recordFeed().feed,
        mayAsk: async () => true,
        heartbeats: testHeartbeats(db, { alone: options.alone, every }),
        every: { look: NEVER, ...every },
        ...options,
      })
      open.push(turns)
      return turns
    },
    /** A realm with such agents, invited in this order. */
    async realm(
      names: readonly string[],
      rules: { policy?: TurnPolicy; agentTurns?: number; agentWords?: number } = {},
    ): Promise<string> {
      const id = randomUUID()
      const { policy = 'mentioned', agentTurns = 6, agentWords = 4_000 } = rules
      await sql`
        insert into realms (id, name, description, created_by, participants, created_at, policy, agent_turns, agent_words)
        values (${id}, 'The Lab', '', 'ada', '{ada}', now(), ${policy}, ${agentTurns}, ${agentWords})`
      for (const [index, name] of names.entries())
        await sql`
          with agent as (
            insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
              category, is_public, visibility_enabled, created_at)
            values (gen_random_uuid(), ${name}, '', '/a.webp', ${`You are ${name}.`}, '{}', '{}', 'maker', 'neural', true,
              true, now()) returning id
          )
          insert into realm_agents (realm_id, agent_id, invited_by, invited_at)
          select ${id}::uuid, id, 'ada', now() - interval '1 hour' + ${index} * interval '1 second' from agent`
      return id
    },
    /** Stores what a person says, or that they let the agents go on; the director has to be woken. @returns its number */
    async say(realmId: string, content: string, more: { kind?: 'said' | 'go-on'; author?: string } = {}) {
      const { kind = 'said', author = 'ada' } = more
      const word = { realmId, id: randomUUID(), kind, author, content, replyTo: null, createdAt: new Date() }
      const stored = await insertWord(db, word)
      if (!stored) throw new Error('nothing was stored')
      return stored.message.number
    },
    /** The answers of a realm, by number. */
    async answers(realmId: string): Promise<StoredTurn[]> {
      return sql<StoredTurn[]>`
        select id, number::int as number, agent_name as agent, author, answers::int as answers, state, trouble,
          coalesce(running.words, content) as content, words_given as given, message.words
        from realm_messages message
        left join running_turns running on running.realm_id = message.realm_id and running.reply_id = message.id
        where message.realm_id = ${realmId} and kind = 'answer' order by number`
    },
    async realmRow(realmId: string) {
      const [row] = await sql`
        select held, turns_taken as "turnsTaken", awaits_director as "awaitsDirector" from realms where id = ${realmId}`
      return row
    },
    /** How agents are marked, by name. */
    async marks(realmId: string): Promise<Record<string, string | null>> {
      const rows = await sql<{ name: string; trouble: string | null }[]>`
        select name, trouble from realm_agents join agents on agents.id = agent_id where realm_id = ${realmId}`
      return Object.fromEntries(rows.map(({ name, trouble }) => [name, trouble]))
    },
    /** The turns that the director gives who looks at the stored log from its beginning. */
    async replay(realmId: string) {
      const { messages, roster } = await readUndirected(db, realmId, 0)
      const [rules] = await sql<{ policy: TurnPolicy; agentTurns: number; agentWords: number }[]>`
        select policy, agent_turns as "agentTurns", agent_words as "agentWords" from realms where id = ${realmId}`
      if (!rules) throw new Error('there is no such realm')
      const settings = { ...rules, roster: roster.map(rosterAgent) }
      const nameOf = new Map(roster.map(({ id, name }) => [id, name]))
      const { turns } = direct(messages.map(settledMessage), settings, realmId)
      return turns.map(({ agentId, answers, author, words }) => {
        return { agent: nameOf.get(agentId), answers, author, given: words }
      })
    },
  }
}

/** What an answer has in common with the turn that the director gave. */
export const asTurn = ({ agent, answers, author, given }: StoredTurn) => ({ agent, answers, author, given })

/** A text as a model says it, word by word. */
export function saying(text: string): Scenario {
  return { name: 'words', words: text.match(/\s*\S+/g) ?? [] }
}
