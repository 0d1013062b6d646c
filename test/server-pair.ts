import { expect } from 'vitest'
import { startModelServer } from '../e2e/fakes/model-server.ts'
import type { Agent } from '../src/shared/agents/agents.ts'
import { newAgent } from './app.ts'
import { conversationClient, firstQuestion } from './conversation-client.ts'
import { testDatabaseVariables } from './database.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { requestInit, type Send, signInWith } from './sign-in.ts'

/** With which parts several servers are to work: Redis where the run has one, and always without. */
export const sharings: { sharing: string; environment: Record<string, string> }[] = [
  { sharing: 'through the database alone', environment: {} },
  ...(process.env.REDIS_URL
    ? [{ sharing: 'through Redis', environment: { REDIS_URL: process.env.REDIS_URL } }]
    : []),
]

/** What the scripted model takes a second and a half to say. */
export const shortReply = saying(100)
/** What it takes some seconds to say: it is surely not over when somebody does something about it. */
export const longReply = saying(400)

/** What it thinks before each of them. */
export const thoughtBefore = saying(20)

function saying(length: number) {
  const words = Array.from({ length }, (_, index) => `${index} `)
  return { words, text: words.join('') }
}

/** Whether so much of such a reply is known that it is surely under way. */
export function underWay({ content }: { content: string }): boolean {
  return content.length >= saying(20).text.length
}

export type Client = ReturnType<typeof conversationClient>

/**
 * Two real server processes on one database, with a scripted model behind both and somebody signed in who has an agent.
 * They have to be ended.
 */
export async function startServerPair(environment: Record<string, string>) {
  const model = await startModelServer()
  const variables = {
    ...(await testDatabaseVariables()),
    OPENAI_BASE_URL: model.baseUrl,
    SEED_SAMPLES: '0',
    ...environment,
  }
  const running: ServerProcess[] = []
  /** A further one on the same database. */
  const start = async () => {
    const server = await startServerProcess(variables)
    running.push(server)
    return { ...server, client: conversationClient(sendTo(server), account) }
  }
  const first = await startServerProcess(variables)
  running.push(first)
  const account = await signInWith(sendTo(first))
  const made = await sendTo(first)('POST', '/api/agents', { as: account, json: newAgent })
  const agent = ((await made.json()) as Agent).id
  const a = conversationClient(sendTo(first), account)
  const b = (await start()).client

  return {
    a,
    b,
    agent,
    model,
    account,
    start,
    /** Asks at one server for such a reply, and waits until the model has been asked. */
    async begin(client: Client, { words } = longReply) {
      const request = model.requests.length
      model.next({ name: 'words', thoughts: thoughtBefore.words, words, delayMs: 15 })
      const conversation = crypto.randomUUID()
      const ask = firstQuestion(agent)
      const answer = await client.ask(conversation, ask)
      expect(answer.status).toBe(200)
      await model.request(request)
      return { conversation, ask, reply: ask.replyId, answer, request }
    },
    async end() {
      await Promise.all(running.map((server) => server.kill()))
      await model.close()
    },
  }
}

export type ServerPair = Awaited<ReturnType<typeof startServerPair>>

/** Asks a server over the network. */
export function sendTo({ address }: Pick<ServerProcess, 'address'>): Send {
  return (method, path, sent) => fetch(address + path, requestInit(method, sent))
}
