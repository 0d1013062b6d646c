import { assemble } from '../src/server/assemble.ts'
import type { ServerParts } from '../src/server/assembly/infrastructure.ts'
import { type Env, readEnv } from '../src/server/base/env.ts'
import { createLog, type Logger } from '../src/server/base/log.ts'
import { internet, type Network } from '../src/server/base/network/network.ts'
import type { Database } from '../src/server/db/connect/connect.ts'
import type { SomeModels } from '../src/server/domain/models/choose-model.ts'
import { withModelHere } from '../src/server/domain/models/model-here.ts'
import type { Web } from '../src/server/http/pages/pages.ts'
import { type ChatEngine, chooseEngine } from '../src/server/llm/choose-engine.ts'
import { Bus } from '../src/server/realtime/bus/bus.ts'
import type { HubTimes } from '../src/server/realtime/hub-times.ts'
import type { SignedAgreement } from '../src/shared/session/fresh-signature.ts'
import { endWithFile } from './database.ts'
import { declaredAnswers } from './declared-answers.ts'
import { fixedModels } from './fixed-models.ts'
import { type Account, requestInit, type Send, signatureFor, signInWith } from './sign-in.ts'
import type { TestWallet } from './wallet.ts'

export type { Account } from './sign-in.ts'

const origin = 'http://localhost:3000'

/** Limits that are out of the way. */
const env = readEnv({
  RATE_LIMIT_CHAT: '1000000',
  RATE_LIMIT_READ: '1000000',
  RATE_LIMIT_REALM: '1000000',
  RATE_LIMIT_SOCKET: '1000000',
  RATE_LIMIT_WRITE: '1000000',
  REALMS_PER_ADDRESS: '1000000',
  REALMS_PER_WALLET: '1000000',
  REQUESTS_AT_ONCE: '10000',
  REQUESTS_WAITING: '100000',
  SOCKETS_PER_ADDRESS: '1000000',
  SOCKETS_PER_WALLET: '1000000',
  NEW_WALLET_HOURS: '0',
  // Without it the first key that is added would make a file in the data folder.
  SECRET_KEY: 'a secret for nothing but the tests',
})
const offline = await chooseEngine(env)

/** No name has an address. */
const unplugged: Network = { ...internet, resolve: async () => [] }

/**
 * The real app on a test's database, without pages, asked in-process, with a clock that a test can move. It ends with
 * the file.
 */
export function testApp(
  { db, hasRoom }: Database,
  {
    log = createLog('silent'),
    chat = offline,
    models,
    choose,
    local,
    realmMessages = env.RATE_LIMIT_REALM,
    settings = {},
    redis,
    bus = new Bus({ redis, log }),
    notifyThrough = bus,
    alone = true,
    swarm = {},
    times = {},
    network = unplugged,
    web,
    unfurls = {},
    sitemaps,
    readIn = {},
    files,
    ownKeys,
    placeServers,
    mcpPatienceMs,
    signIns,
    tools,
    memory,
    tracer,
    port,
  }: {
    log?: Logger
    chat?: ChatEngine
    /** What can be chosen; without them the one engine answers. */
    models?: SomeModels
    /** Answers in place of what was chosen. */
    choose?: ServerParts['choose']
    /** The model of this machine. */
    local?: NonNullable<ServerParts['local']>
    /** Messages a minute of one wallet in one realm. */
    realmMessages?: number
    /** What of the environment is otherwise. */
    settings?: Partial<Env>
    /** What it shares with other servers through. */
    redis?: ServerParts['redis']
    /** Where this server hears of realms. */
    bus?: Bus
    /** Where it tells of them, if that is not the same. */
    notifyThrough?: Pick<Bus, 'publish'>
    alone?: boolean
    /** How long an agent may take in a run, how often servers look after runs, and what those of visitors may take. */
    swarm?: NonNullable<ServerParts['swarm']>
    times?: Partial<HubTimes>
    /** What pictures are fetched from the web through; nothing, where a test is not about it. */
    network?: Network
    /** What the app answers pages with; without it there are none. */
    web?: Web
    unfurls?: NonNullable<ServerParts['unfurls']>
    sitemaps?: NonNullable<ServerParts['sitemaps']>
    readIn?: NonNullable<ServerParts['readIn']>
    /** How long replies wait for files. */
    files?: NonNullable<ServerParts['files']>
    /** What agents can use beside the tools of this place. */
    tools?: NonNullable<ServerParts['tools']>
    /** What agents remember, in place of what is stored. */
    memory?: NonNullable<ServerParts['memory']>
    /** Records traces; without it there are none. */
    tracer?: NonNullable<ServerParts['tracer']>
    /** How long a try of a key may take. */
    ownKeys?: NonNullable<ServerParts['ownKeys']>
    /** The servers of tools of the place, and how long one may take. */
    placeServers?: NonNullable<ServerParts['placeServers']>
    mcpPatienceMs?: number
    /** What hears of sign-ins at servers. */
    signIns?: NonNullable<ServerParts['signIns']>
    /** That it is served on. */
    port?: number
  } = {},
) {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const place = models?.place ?? fixedModels(chat, settings.CHAT_WINDOW_TOKENS)
  const parts = assemble({
    env: { ...env, RATE_LIMIT_REALM: realmMessages, ...settings },
    log,
    database: { db, hasRoom },
    models: local ? withModelHere(place, local) : place,
    keyed: models?.keyed,
    choose,
    local,
    chainId: 'solana:devnet',
    clock,
    redis,
    bus,
    notifyThrough,
    alone,
    shutdown: new AbortController().signal,
    swarm,
    hubTimes: times,
    network,
    ...(web && { web }),
    unfurls,
    ...(sitemaps && { sitemaps }),
    readIn,
    ...(files && { files }),
    ...(ownKeys && { ownKeys }),
    placeServers,
    ...(mcpPatienceMs && { mcpPatienceMs }),
    ...(signIns && { signIns }),
    ...(tools && { tools }),
    ...(memory && { memory }),
    tracer,
    ...(port !== undefined && { port }),
  })

  endWithFile(async () => {
    await parts.letGo()
    await parts.close()
  })
  const check = declaredAnswers(parts.app)
  const send: Send = async (method, path, sent) => {
    const response = await parts.app.request(origin + path, requestInit(method, sent))
    await check(method, path, response)
    return response
  }

  return {
    ...parts,
    send,
    /** Moves the server's clock on. */
    advance(milliseconds: number) {
      ahead += milliseconds
    },
    /** A wallet proves itself as any does, a new one where none is given. @param headers those of its browser */
    signIn: (wallet?: TestWallet, headers?: Record<string, string>) => signInWith(send, wallet, headers),
    /** The header with which somebody's wallet agrees to something. */
    sign: (as: Account, agreement: SignedAgreement) => signatureFor(send, as, agreement),
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
