import { randomUUID } from 'node:crypto'
import { afterEach, expect } from 'vitest'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import { createLog } from '../src/server/base/log.ts'
import { agents } from '../src/server/db/schema/agents.ts'
import type { StoredParts } from '../src/server/db/turns/stored-parts.ts'
import { Answers, type AnswersOptions } from '../src/server/domain/chat/answers.ts'
import { Replies, type RepliesOptions } from '../src/server/domain/conversations/replies.ts'
import type { FollowReply } from '../src/server/domain/turns/running/reply-log.ts'
import {
  databaseHeartbeats,
  type HeartbeatsOptions,
  TurnHeartbeats,
} from '../src/server/domain/turns/running/turn-heartbeats.ts'
import { type ChatEngine, chooseEngine } from '../src/server/llm/choose-engine.ts'
import type { ReplyEvent } from '../src/shared/chat/chat.ts'
import type { Ask } from '../src/shared/chat/conversations.ts'
import { foldReply, newReply, type Reply } from '../src/shared/chat/messages.ts'
import type { ReplyPart } from '../src/shared/chat/part-kinds.ts'
import { isGrowth, type Known, partsOf, placeAfter, withParts } from '../src/shared/chat/parts.ts'
import { anAgentRow } from './an-agent.ts'
import type { TestDatabase } from './database.ts'
import { fixedChoice } from './fixed-models.ts'

const log = createLog('silent')

interface StoredRow extends StoredParts {
  state: string
  cutShort: boolean
  forgotten: number
}

/** Says nothing of its model, for tests of what else is in a reply; with `choose`, a server says it as all do. */
class NamelessAnswers extends Answers {
  override answerOnce(...[asked, context, begin]: Parameters<Answers['answerOnce']>) {
    return super.answerOnce(asked, context, (parts) => begin({ ...parts, model: undefined }))
  }
}

/** So many milliseconds come in no test. */
export const NEVER = 1_000_000_000

/** Those of one more server, which beat often and see no server die unless they are to. */
export function testHeartbeats(
  db: TestDatabase['db'],
  { alone, every }: Pick<HeartbeatsOptions, 'alone' | 'every'>,
): TurnHeartbeats {
  const store = databaseHeartbeats(db)
  return new TurnHeartbeats({ store, log, alone, every: { store: 20, look: NEVER, ...every } })
}

/** Asks until the answer is the expected one, for as long as a busy machine may take. */
export function eventually(ask: () => unknown): ReturnType<typeof expect.poll> {
  return expect.poll(ask, { timeout: 20_000 })
}

/** Several servers' replies over one database, with a scripted model behind them and one agent to ask. */
export async function replyServers({ db, sql }: TestDatabase) {
  const model = await startModelServer()
  const engine = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
  const agentId = randomUUID()
  await db.insert(agents).values(
    anAgentRow({
      id: agentId,
      description: '',
      imageUrl: '/a.webp',
      capabilities: [],
      knowledgeDomains: [],
      owner: 'maker',
    }),
  )
  // Without a document nothing would be searched for passages.
  await sql`
    insert into sources (id, agent_id, name, position, created_at)
    values (${randomUUID()}, ${agentId}, 'Lamps.pdf', 1, now())`
  const open: Replies[] = []
  afterEach(() => Promise.all(open.splice(0).map((replies) => replies.close())))

  return {
    agentId,
    model,
    /** One more server; it ends with the test. */
    server({
      chat = engine,
      windowTokens = 8_000,
      findPassages,
      record,
      observe,
      choose,
      alone,
      every: { ask = 20, ...every } = {},
      ...options
    }: Partial<Omit<RepliesOptions, 'every'> & AnswersOptions> & {
      chat?: ChatEngine
      windowTokens?: number
      alone?: boolean
      every?: RepliesOptions['every'] & HeartbeatsOptions['every']
    } = {}): Replies {
      const replies = new Replies({
        db,
        clock: () => new Date(),
        answers: choose
          ? new Answers({ choose, findPassages, record, observe })
          : new NamelessAnswers({
              choose: fixedChoice(chat, windowTokens),
              ...{ findPassages, record, observe },
            }),
        log,
        heartbeats: testHeartbeats(db, { alone, every }),
        every: { ask },
        ...options,
      })
      open.push(replies)
      return replies
    },
    /** A new question at a place of a conversation. */
    question(content = 'What is light?', parentId: string | null = null): Ask {
      return { replyId: randomUUID(), agentId, question: { id: randomUUID(), parentId, content } }
    },
    /** What is stored of a reply, with the words of a running one. */
    async stored(replyId: string) {
      const [row] = await sql<StoredRow[]>`
        select state, coalesce(running.words, content) as content,
          coalesce(running.reasoning, messages.reasoning) as reasoning,
          coalesce(running.parts, messages.parts) as parts, cut_short as "cutShort", forgotten
        from messages left join running_turns running on running.reply_id = messages.id
        where messages.id = ${replyId}`
      return row
    },
  }
}

/** Who asks in these tests. */
export const from = (requestId = 'request-1') => ({ requestId, log })

/** What somebody knows of a reply who heard these events and had the beginning of its text, or of its parts, before. */
export function known(events: readonly ReplyEvent[], before: string | readonly ReplyPart[] = ''): Reply {
  const nothing = newReply({ id: '', parentId: null, number: 0, createdAt: '' })
  const reply = withParts(nothing, typeof before === 'string' ? partsOf({ content: before }) : before)
  return events.reduce((reply, event) => foldReply(reply, event, 'now'), reply)
}

/** Listens until the log is at least so long, or to the end; lets go then. */
export async function listen(
  follow: FollowReply,
  { after = 0, until = Number.POSITIVE_INFINITY }: { after?: number | Known; until?: number } = {},
): Promise<ReplyEvent[]> {
  const received: ReplyEvent[] = []
  const gone = new AbortController()
  const had = typeof after === 'number' ? { at: after, revision: 0 } : after
  for await (const event of follow(had, gone.signal)) {
    received.push(event)
    if (isGrowth(event) && placeAfter(event) >= until) break
  }
  gone.abort()
  return received
}
