import type { Redis } from 'ioredis'
import { createApp } from './app.ts'
import type { Database } from './db/connect.ts'
import { createAgentVersions } from './domain/agents/agent-versions.ts'
import { createAgents } from './domain/agents/agents.ts'
import { createFavourites } from './domain/agents/favourites.ts'
import { createImages } from './domain/agents/images.ts'
import { windowOf } from './domain/chat/window.ts'
import { createConversations } from './domain/conversations/conversations.ts'
import { createReplies } from './domain/conversations/replies.ts'
import { createFigures } from './domain/figures/figures.ts'
import { createQuotas } from './domain/quotas/quotas.ts'
import { createRealms } from './domain/realms/realms.ts'
import { createTurns } from './domain/realms/turns.ts'
import { createIdentity } from './domain/session/identity.ts'
import { createBriefs } from './domain/social/briefs.ts'
import { createLiveRuns } from './domain/swarm/live-runs.ts'
import { createRunTurns, type RunTurnsOptions } from './domain/swarm/run-turns.ts'
import { createSwarm } from './domain/swarm/swarm.ts'
import type { Env } from './env.ts'
import { createMetrics } from './http/metrics.ts'
import type { Web } from './http/pages.ts'
import { createRateLimits } from './http/rate-limit.ts'
import type { ChatEngine } from './llm/choose-engine.ts'
import { type Logger, withoutValues } from './log.ts'
import type { Bus } from './realtime/bus.ts'
import { feedRealms } from './realtime/feed-realms.ts'
import { createHub, type HubTimes } from './realtime/hub.ts'
import { createPresence } from './realtime/presence.ts'
import { createReplyStreams } from './realtime/reply-streams.ts'

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
  /** How long an agent may take in a run, and how often servers look after runs. */
  swarmTimes?: Pick<RunTurnsOptions, 'patience' | 'every'>
  hubTimes?: Partial<HubTimes>
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
    },
    redis,
  })
  const identity = createIdentity({ db, clock, chainId: parts.chainId, publicUrl: env.PUBLIC_URL, log })
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
  const images = createImages({ db, clock, quota: quotas.pictures })
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
  const briefs = createBriefs({ db, clock, findAgent: agents.findAnswering, quotas })

  const presence = createPresence({ bus })
  const feed = feedRealms(parts.tellThrough ?? bus)
  const turns = createTurns({ ...answering, feed, mayAsk: limits.mayAsk })
  const realms = createRealms({ db, sql, clock, feed, turns, here: presence.count, quotas })
  const hub = createHub({ bus, presence, realms, log, alone, times: parts.hubTimes ?? {} })

  const live = createLiveRuns()
  const runTurns = createRunTurns({ ...answering, live, mayAsk: limits.mayAsk, ...parts.swarmTimes })
  const swarm = createSwarm({ sql, clock, log, live, turns: runTurns, findAgent: agents.find, quotas })

  return {
    app: createApp({
      env,
      log,
      identity,
      agents,
      agentVersions: createAgentVersions({ db, clock, agents }),
      favourites: createFavourites({ db, clock }),
      images,
      realms,
      hub,
      conversations,
      replies,
      figures,
      briefs,
      swarm,
      chat,
      metrics,
      limits,
      hasRoom: parts.database.hasRoom ?? (() => true),
      shutdown,
      ...(parts.web && { web: parts.web }),
    }),
    agents,
    images,
    realms,
    hub,
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
      conversations: conversations.sweepDeleted,
      realms: realms.sweepDeleted,
      briefs: briefs.sweepDeleted,
      swarm: swarm.sweepDeleted,
      images: images.sweepUnused,
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
      await bus.close()
      await figures.close()
    },
  }
}
