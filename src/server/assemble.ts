import type { Redis } from 'ioredis'
import { createApp } from './app.ts'
import type { Env } from './base/env.ts'
import { type Logger, withoutValues } from './base/log.ts'
import type { Database } from './db/connect/connect.ts'
import { findVersions } from './db/realms/realm-messages.ts'
import { createAgentVersions } from './domain/agents/agent-versions.ts'
import { createAgents } from './domain/agents/agents.ts'
import { createFavourites } from './domain/agents/favourites.ts'
import { createImages } from './domain/agents/images.ts'
import { windowOf } from './domain/chat/window.ts'
import { createConversations } from './domain/conversations/conversations.ts'
import { createReplies } from './domain/conversations/replies.ts'
import { FairQueue } from './domain/fair-queue.ts'
import { createFigures } from './domain/figures/figures.ts'
import { createPeople } from './domain/people/people.ts'
import { createDecoder } from './domain/pictures/decoder.ts'
import { internet, type Network } from './domain/pictures/fetch-picture.ts'
import { hostOf } from './domain/pictures/public-address.ts'
import { createRemotePictures } from './domain/pictures/remote-pictures.ts'
import { createQuotas } from './domain/quotas/quotas.ts'
import { createRealmTurns } from './domain/realms/director/turns.ts'
import { createRealms } from './domain/realms/realms.ts'
import { createIdentity } from './domain/session/identity.ts'
import { createBriefs } from './domain/social/briefs.ts'
import { createLiveRuns } from './domain/swarm/live-runs.ts'
import { createRunTurns, type RunTurnsOptions } from './domain/swarm/run-turns.ts'
import { createSwarm } from './domain/swarm/swarm.ts'
import { createSitemaps } from './domain/unfurl/sitemap.ts'
import { createUnfurls } from './domain/unfurl/unfurls.ts'
import { createMetrics } from './http/edge/metrics.ts'
import { createRateLimits } from './http/edge/rate-limit.ts'
import type { Web } from './http/pages/pages.ts'
import type { ChatEngine } from './llm/choose-engine.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { createReplyStreams } from './realtime/bus/reply-streams.ts'
import { createSessionEnds } from './realtime/bus/session-ends.ts'
import { createHub, type HubTimes } from './realtime/hub.ts'
import { createPresence } from './realtime/presence.ts'
import { feedRealms } from './realtime/rooms/feed-realms.ts'
import { createRealmDirectory } from './realtime/rooms/realm-directory.ts'
import { SocketQuotas } from './realtime/sockets/socket-quotas.ts'

/** Of so many addresses all that may wait can wait at the same time. */
const GROUPS_WAITING = 16

/** A request that takes longer than this does not wait for the database, in milliseconds. */
const PLACE_HOLD_MS = 2_000

/** What a server is put together from: all that differs between the one that runs and one of a test. */
export interface ServerParts {
  env: Env
  log: Logger
  database: Pick<Database, 'db' | 'sql'> & Partial<Pick<Database, 'hasRoom'>>
  chat: ChatEngine
  chainId: string
  clock: () => Date
  /** What servers share their limits and running replies through; without it each has its own. */
  redis?: Redis | undefined
  /** Where this server hears of realms. */
  bus: Bus
  /** Where it tells of them, if that is not the same. */
  tellThrough?: Bus
  /** Whether no other server is on this database. */
  alone: boolean
  /** The built web; without it the app answers its API alone. */
  web?: Web
  /** Aborted when the server ends. */
  shutdown: AbortSignal
  /** What pictures are fetched from the web through; the internet, but in tests. */
  network?: Network
  /** How long an agent may take in a run, and how often servers look after runs. */
  swarmTimes?: Pick<RunTurnsOptions, 'patience' | 'every'>
  hubTimes?: Partial<HubTimes>
  /** What draws the pictures of links, and within what; for tests. */
  unfurls?: Pick<Parameters<typeof createUnfurls>[0], 'entry' | 'caps'>
  /** How many addresses a sitemap has; for tests. */
  sitemaps?: { perSitemap: number }
}

export type Assembled = ReturnType<typeof assemble>

/** Introduces the domain's parts to each other and to what they rest on. Nothing runs before it is asked for something. */
export function assemble(parts: ServerParts) {
  const { env, chat, clock, redis, bus, alone, shutdown } = parts
  const log = withoutValues(parts.log)
  const { db, sql } = parts.database
  const metrics = createMetrics()
  const limits = createRateLimits({
    perMinute: {
      chat: env.RATE_LIMIT_CHAT,
      write: env.RATE_LIMIT_WRITE,
      read: env.RATE_LIMIT_READ,
      realm: env.RATE_LIMIT_REALM,
      webPicture: env.RATE_LIMIT_WEB_PICTURES,
      socket: env.RATE_LIMIT_SOCKET,
    },
    redis,
  })
  const queue = new FairQueue({
    atOnce: env.REQUESTS_AT_ONCE,
    atOnceEach: Math.ceil(env.REQUESTS_AT_ONCE / 4),
    waitingEach: env.REQUESTS_WAITING,
    waiting: GROUPS_WAITING * env.REQUESTS_WAITING,
    holdMs: PLACE_HOLD_MS,
  })
  shutdown.addEventListener('abort', () => queue.close())
  const sessionEnds = createSessionEnds({ bus })
  const identity = createIdentity({
    db,
    clock,
    chainId: parts.chainId,
    publicUrl: env.PUBLIC_URL,
    log,
    onEnded: sessionEnds.announce,
  })
  const pictureLimits = { memoryBytes: env.PICTURE_MEMORY_MB * 1024 * 1024 }
  const decoder = createDecoder({ log, limits: pictureLimits })
  const remote = createRemotePictures({
    db,
    clock,
    log,
    decoder,
    network: parts.network ?? internet,
    ownHosts: env.PUBLIC_URL ? [hostOf(new URL(env.PUBLIC_URL))] : [],
    takeFetch: limits.takeWebPicture,
  })
  const quotas = createQuotas({
    db,
    clock,
    caps: {
      agents: env.QUOTA_AGENTS,
      realms: env.QUOTA_REALMS,
      conversations: env.QUOTA_CONVERSATIONS,
      words: env.QUOTA_WORDS_MB,
      pictures: env.QUOTA_PICTURES_MB,
    },
  })
  const images = createImages({ db, clock, decoder, remote, quota: quotas.pictures })
  const unfurls = createUnfurls({
    db,
    clock,
    log,
    images,
    shipped: (address) => parts.web?.files.get(address)?.bytes,
    limits: pictureLimits,
    ...parts.unfurls,
  })
  const agents = createAgents({ db, clock, images, quotas })
  const figures = createFigures({ sql, clock, log })
  /** What everything needs that has agents answer. */
  const answering = {
    sql,
    clock,
    engine: chat,
    windowTokens: windowOf(chat.engine, env.CHAT_WINDOW_TOKENS),
    log,
    observe: metrics.replies.observe,
    record: figures.record,
    alone,
  }

  const replies = createReplies({ ...answering, quotas, relay: redis && createReplyStreams(redis) })
  const conversations = createConversations({ db, clock, stopRunning: replies.stopIn, quotas })
  const briefs = createBriefs({ db, clock, findAgent: agents.findChoosable, quotas })

  const presence = createPresence({ bus })
  const directory = createRealmDirectory({ versions: (ids) => findVersions(sql, ids) })
  const feed = feedRealms(parts.tellThrough ?? bus, directory.forget)
  const turns = createRealmTurns({ ...answering, feed, mayAsk: limits.mayAsk })
  const realms = createRealms({ db, sql, clock, feed, turns, here: presence.count, quotas })
  const socketQuotas = new SocketQuotas({
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    socketsPerWallet: env.SOCKETS_PER_WALLET,
    realmsPerAddress: env.REALMS_PER_ADDRESS,
    realmsPerWallet: env.REALMS_PER_WALLET,
  })
  const hub = createHub({
    bus,
    presence,
    realms,
    directory,
    sessionEnds,
    quotas: socketQuotas,
    queue,
    log,
    alone,
    times: parts.hubTimes ?? {},
  })

  const people = createPeople({ db, clock, images })

  const live = createLiveRuns()
  const runTurns = createRunTurns({ ...answering, live, mayAsk: limits.mayAsk, ...parts.swarmTimes })
  const swarm = createSwarm({
    db,
    sql,
    clock,
    log,
    live,
    turns: runTurns,
    findAgent: agents.findChoosable,
    quotas,
  })

  return {
    app: createApp({
      env,
      log,
      identity,
      sessionEnds,
      agents,
      agentVersions: createAgentVersions({ db, clock, agents }),
      favourites: createFavourites({ db, clock }),
      people,
      images,
      realms,
      hub,
      socketQuotas,
      conversations,
      replies,
      figures,
      briefs,
      swarm,
      unfurls,
      sitemaps: createSitemaps({ db, clock, ...parts.sitemaps }),
      chat,
      metrics,
      limits,
      queue,
      hasRoom: parts.database.hasRoom ?? (() => true),
      shutdown,
      ...(parts.web && { web: parts.web }),
    }),
    agents,
    images,
    unfurls,
    realms,
    hub,
    socketQuotas,
    presence,
    bus,
    turns,
    conversations,
    replies,
    figures,
    briefs,
    swarm,
    runTurns,

    /** What is to be called now and then: each removes what nobody needs any more. */
    sweeps: {
      sessions: identity.sweepExpired,
      agents: agents.sweepDeleted,
      names: people.sweepRested,
      conversations: conversations.sweepDeleted,
      realms: realms.sweepDeleted,
      briefs: briefs.sweepDeleted,
      swarm: swarm.sweepDeleted,
      images: images.sweepUnused,
      webPictures: images.remote.rememberNamed,
      figures: figures.sweep,
    },

    /** Ends what a server that is gone left running; for one that is alone, before it serves. */
    async closeOrphans(): Promise<void> {
      await Promise.all([replies.closeOrphans(), turns.closeOrphans(), runTurns.closeOrphans()])
    },

    /** Lets go of everything that runs, with what it has said so far, and of who is connected. */
    async letGo(): Promise<void> {
      // Answers end first, so that who is in a realm hears of it.
      await Promise.all([replies.close(), turns.close().then(hub.close), runTurns.close()])
    },

    /** After all that was let go of, and all requests, are over: stores what is left and lets go of the bus. */
    async close(): Promise<void> {
      presence.close()
      await remote.close()
      await decoder.close()
      await unfurls.close()
      await bus.close()
      await figures.close()
    },
  }
}
