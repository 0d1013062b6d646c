import { createApp } from '../src/server/app.ts'
import type { Database } from '../src/server/db/connect.ts'
import { createAgents } from '../src/server/domain/agents/agents.ts'
import { createImages } from '../src/server/domain/agents/images.ts'
import { createRealms } from '../src/server/domain/realms/realms.ts'
import { createIdentity } from '../src/server/domain/session/identity.ts'
import { readEnv } from '../src/server/env.ts'
import { chooseEngine } from '../src/server/llm/choose-engine.ts'
import { createLog } from '../src/server/log.ts'
import type { SignInInput } from '../src/shared/session.ts'
import { createTestWallet } from './wallet.ts'

/** Somebody with a wallet who has signed in. */
export interface Account {
  address: string
  cookie: string
}

interface Sent {
  /** Who asks; a visitor where nobody is named. */
  as?: Account | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is. */
  body?: BodyInit
  headers?: Record<string, string>
}

const origin = 'http://localhost:3000'

const env = readEnv({ RATE_LIMIT_READ: '1000000', RATE_LIMIT_WRITE: '1000000' })
const chat = await chooseEngine(env, { localServers: [] })

/** The real app on a test's database, without pages, asked in-process, with a clock that a test can move. */
export function testApp({ db }: Database, log = createLog('silent')) {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const identity = createIdentity({ db, clock, chainId: 'solana:devnet', log })
  const images = createImages({ db, clock })
  const agents = createAgents({ db, clock, images })
  const realms = createRealms({ db, clock })
  const shutdown = new AbortController().signal
  const app = createApp({ env, log, identity, agents, images, realms, chat, shutdown })

  async function send(
    method: string,
    path: string,
    { as, json, body, headers }: Sent = {},
  ): Promise<Response> {
    return app.request(origin + path, {
      method,
      headers: {
        ...(as && { cookie: as.cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined ? { body: JSON.stringify(json) } : body !== undefined && { body }),
    })
  }

  return {
    app,
    agents,
    images,
    send,
    /** Moves the server's clock on. */
    advance(milliseconds: number) {
      ahead += milliseconds
    },
    /** A new wallet proves itself as any does. */
    async signIn(): Promise<Account> {
      const wallet = createTestWallet()
      const issued = await send('POST', '/api/session/nonce', { json: { address: wallet.address } })
      const proof = wallet.signInProof((await issued.json()) as SignInInput)
      const answer = await send('POST', '/api/session', { json: proof })
      const cookie = answer.headers.get('set-cookie')?.split(';', 1).join()
      if (!answer.ok || !cookie) throw new Error(`signing in failed: ${await answer.text()}`)
      return { address: wallet.address, cookie }
    },
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
