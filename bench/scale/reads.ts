import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { listAgents } from '../../src/server/db/agents/agent-lists.ts'
import type { Db } from '../../src/server/db/connect/connect.ts'
import { askQuestions } from '../../src/server/db/conversations/ask-questions.ts'
import { listConversations } from '../../src/server/db/conversations/conversation-list.ts'
import {
  prepareEarlierMessages,
  prepareOpenConversation,
} from '../../src/server/db/conversations/open-conversation.ts'
import { storeEnd } from '../../src/server/db/conversations/replies.ts'
import { limits } from '../../src/shared/common/limits.ts'
import { agentTerms } from './load-many-agents.ts'
import {
  agentId,
  conversationId,
  conversationsOf,
  lengthOf,
  longOnes,
  messageId,
  ownerOf,
} from './load-many-messages.ts'

/** Does it for the sample of that number. @throws {Error} if what must be there is not */
export type Read = (sample: number) => Promise<unknown>

/** A step through all conversations that visits none twice: no power of two or of ten divides their number by it. */
const STEP = 7_919_993

export function conversationReads(db: Db, messages: number): Record<string, Read> {
  const [open, earlier] = [prepareOpenConversation(db), prepareEarlierMessages(db)]
  const [all, long] = [conversationsOf(messages), longOnes(messages)]
  const short = (sample: number) => long + ((sample * STEP) % (all - long))
  const own = (conversation: number) => ({ id: conversationId(conversation), owner: ownerOf(conversation) })
  return {
    'open a conversation': async (sample) => found((await open(own(short(sample))))?.messages),
    'open a long one': async (sample) => found((await open(own(sample % long)))?.messages),
    'a page of its history': async (sample) => {
      const conversation = sample % long
      const before = messageId(conversation, 200 + ((sample * 37) % (lengthOf(conversation, messages) - 300)))
      found((await earlier({ ...own(conversation), before })).messages)
    },
    'a list of conversations': async (sample) =>
      found(
        (await listConversations(db, { owner: ownerOf(short(sample)), limit: limits.listPage }))
          .conversations,
      ),
    'store a question and its end': async (sample) => {
      const conversation = short(sample)
      await storeExchange(db, conversation, messageId(conversation, lengthOf(conversation, messages)))
    },
  }
}

async function storeExchange(db: Db, conversation: number, parentId: string) {
  const [place, server] = [
    { conversationId: conversationId(conversation), replyId: randomUUID() },
    randomUUID(),
  ]
  const question = { questionId: randomUUID(), content: 'Why?', parentId, greeting: null, title: 'Why?' }
  const by = {
    owner: ownerOf(conversation),
    agentId: agentId(conversation),
    model: null,
    requestId: '',
    apiKeyId: null,
  }
  const [outcome] = await askQuestions(
    db,
    [{ ...place, ...question, ...by, now: new Date().toISOString() }],
    {
      ...{ server, pathBytes: 30_000 },
    },
  )
  if (!outcome?.stored) throw new Error(`A question was not stored: ${JSON.stringify(outcome?.facts)}`)
  await storeEnd(db, server, place, {
    ...{ content: 'A wave.', reasoning: '', parts: null, cutShort: false, forgotten: 0 },
    ...{ repliedAt: new Date().toISOString(), state: 'finished' as const, trouble: null, said: null },
  })
}

export function agentReads(db: Db): Record<string, Read> {
  const list =
    (query?: string, more = {}): Read =>
    () =>
      listAgents(db, { query, limit: limits.listPage, ...more })
  const { everywhere, rare, rarePair, rareMark, old, faded, sometimes, scripts } = agentTerms
  return {
    'newest agents': list(),
    'most talked with, of a category': list(undefined, { order: 'talked', category: 'quantum' }),
    'agent by id': async (sample) =>
      db.execute(sql`select id from agents where id = ${agentId(sample)}::uuid`),
    'a common term': list(everywhere),
    'a rare term': list(rare),
    'a common term, talked with': list(everywhere, { order: 'talked' }),
    'a rare term, rising': list(rare, { order: 'rising' }),
    'a thousand old hits': list(old),
    'a hundredth, all old': list(faded),
    ...Object.fromEntries(
      Object.entries(sometimes).map(([every, term]) => [`one of ${every}, at all times`, list(term)]),
    ),
    'no hit': list('xylophonist'),
    'two common characters': list('th'),
    'two rare characters': list(rarePair),
    'two characters of nobody': list('ŧŋ'),
    'a common character': list('q'),
    'a rare character': list(rareMark),
    'signs of nobody': list('¿¡'),
    'common and rare words': list(`${everywhere} ${rare}`),
    ...Object.fromEntries(scripts.map((term) => [`another script, ${term}`, list(term)])),
    'a part of a word, another script': list(scripts[1]?.slice(0, 2)),
  }
}

function found(list: readonly unknown[] | undefined): void {
  if (!list?.length) throw new Error('Nothing was found.')
}
