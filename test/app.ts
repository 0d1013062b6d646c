import { createApp } from '../src/server/app.ts'
import type { Database } from '../src/server/db/connect.ts'
import { createAgents } from '../src/server/domain/agents/agents.ts'
import { createImages } from '../src/server/domain/agents/images.ts'
import { windowOf } from '../src/server/domain/chat/window.ts'
import { createConversations } from '../src/server/domain/conversations/conversations.ts'
import { createReplies } from '../src/server/domain/conversations/replies.ts'
import { createRealms } from '../src/server/domain/realms/realms.ts'
import { createIdentity } from '../src/server/domain/session/identity.ts'
import { readEnv } from '../src/server/env.ts'
import { createMetrics } from '../src/server/http/metrics.ts'
import { type ChatEngine, chooseEngine } from '../src/server/llm/choose-engine.ts'
import { createLog, type Logger } from '../src/server/log.ts'
import { requestInit, type Send, signInWith } from './sign-in.ts'

export type { Account } from './sign-in.ts'

const origin = 'http://localhost:3000'

const env = readEnv({
  RATE_LIMIT_CHAT: '1000000',
  RATE_LIMIT_READ: '1000000',
  RATE_LIMIT_WRITE: '1000000',
})
const offline = await chooseEngine(env, { localServers: [] })

/** The real app on a test's database, without pages, asked in-process, with a clock that a test can move. */
export function testApp(
  { db, sql }: Database,
  { log = createLog('silent'), chat = offline }: { log?: Logger; chat?: ChatEngine } = {},
) {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const identity = createIdentity({ db, clock, chainId: 'solana:devnet', log })
  const images = createImages({ db, clock })
  const agents = createAgents({ db, clock, images })
  const realms = createRealms({ db, clock })
  const metrics = createMetrics()
  const replies = createReplies({
    sql,
    clock,
    engine: chat,
    windowTokens: windowOf(chat.engine, env.CHAT_WINDOW_TOKENS),
    log,
    observe: metrics.replies.observe,
  })
  const conversations = createConversations({ db, clock, stopRunning: replies.stopIn })
  const shutdown = new AbortController().signal
  const app = createApp({
    env,
    log,
    identity,
    agents,
    images,
    realms,
    conversations,
    replies,
    chat,
    metrics,
    shutdown,
  })

  const send: Send = async (method, path, sent) => app.request(origin + path, requestInit(method, sent))

  return {
    app,
    agents,
    images,
    conversations,
    replies,
    send,
    /** Moves the server's clock on. */
    advance(milliseconds: number) {
      ahead += milliseconds
    },
    /** A new wallet proves itself as any does. */
    signIn: () => signInWith(send),
  }
}

/** The least that makes an agent. */
export const newAgent = {
  name: 'Ada',
  description: 'Explains things with patience.',
  category: 'neural',
  personality: 'You are Ada.',
  capabilities: ['Explaining'],
  knowledgeDomains: ['Mathematics'],
} as const
