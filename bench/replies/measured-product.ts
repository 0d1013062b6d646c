import { randomUUID } from 'node:crypto'
import { startProduct } from '../../e2e/start-product.ts'
import type { Conversation } from '../../src/shared/chat/conversations.ts'
import { requestInit, type Send, signInWith } from '../../test/sign-in.ts'
import type { Asking } from './reader-process.ts'
import { questionFor, type Script, stampedWords } from './scripted-model.ts'
import { collectOnRequest } from './usage.ts'

/** Several people at once, each with several conversations if there are more replies than wallets. */
const WALLETS = 25

/** Starts a conversation as a page does. */
export interface Opening {
  path: string
  cookie: string
}

export interface MeasuredProduct {
  address: string
  port: number
  pid: number
  /** Requests of visitors, for whom nothing is stored. */
  visitors(count: number, script: Script): Asking[]
  /** Requests of signed-in wallets, each the first of a new conversation. */
  wallets(count: number, script: Script): { askings: Asking[]; openings: Opening[] }
  open(opening: Opening): Promise<Conversation>
  stop(): Promise<unknown>
}

/** Starts the production server with limits that do not interfere, and signs wallets in. */
export async function startMeasuredProduct(options: {
  modelPort: number
  databaseUrl: string | undefined
  redisUrl?: string
  /** Further variables. */
  environment?: Record<string, string>
}): Promise<MeasuredProduct> {
  const product = await startProduct({
    OPENAI_BASE_URL: `http://127.0.0.1:${options.modelPort}/v1`,
    NEW_WALLET_HOURS: '0',
    RATE_LIMIT_CHAT: '1000000',
    RATE_LIMIT_WRITE: '1000000',
    RATE_LIMIT_READ: '10000000',
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    ...(options.redisUrl !== undefined && { REDIS_URL: options.redisUrl }),
    ...collectOnRequest,
    ...options.environment,
  })
  const { address, pid } = product
  const send: Send = (method, path, sent) => fetch(address + path, requestInit(method, sent))
  const list = (await (await send('GET', '/api/agents?limit=1')).json()) as { agents: { id: string }[] }
  const agentId = list.agents[0]?.id
  const cookies: string[] = []
  while (cookies.length < WALLETS) cookies.push((await signInWith(send)).cookie)

  return {
    ...{ address, pid },
    port: Number(new URL(address).port),
    visitors: (count, script) =>
      Array.from({ length: count }, () => asking('/api/chat', { agentId, message: questionFor(script) })),
    wallets(count, script) {
      const begun = Array.from({ length: count }, (_, index) => {
        const cookie = cookies[index % WALLETS] ?? ''
        const path = `/api/conversations/${randomUUID()}`
        const question = { id: randomUUID(), parentId: null, content: questionFor(script) }
        const ask = { replyId: randomUUID(), agentId, question }
        return { asking: asking(`${path}/replies`, ask, { cookie }), opening: { path, cookie } }
      })
      return { askings: begun.map((one) => one.asking), openings: begun.map((one) => one.opening) }
    },
    async open({ path, cookie }) {
      const answer = await fetch(address + path, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as Conversation
    },
    stop: () => product.stop(),
  }
}

/** The requests to the bare proxy and the model server. */
export function completions(count: number, script: Script): Asking[] {
  const messages = [{ role: 'user', content: questionFor(script) }]
  return Array.from({ length: count }, () =>
    asking('/v1/chat/completions', { model: 'scripted', messages, stream: true }),
  )
}

function asking(path: string, json: unknown, headers: Record<string, string> = {}): Asking {
  const body = JSON.stringify(json)
  return {
    path,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    },
    body,
  }
}

/**
 * Checks that everything measured was stored completely.
 * @throws {Error} for a conversation whose reply is not finished or lacks words
 */
export function checkStored({ id, messages }: Conversation, words: number): void {
  const reply = messages.find((message) => message.role === 'assistant')
  const stored = reply?.content.match(stampedWords)?.length ?? 0
  if (reply?.state !== 'finished' || stored !== words)
    throw new Error(`Conversation ${id} has ${stored} of ${words} words and is ${reply?.state}.`)
}
