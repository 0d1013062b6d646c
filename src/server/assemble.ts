import type { Redis } from 'ioredis'
import { limits as sharedLimits } from '../shared/common/limits.ts'
import { createApp } from './app.ts'
import type { Env } from './base/env.ts'
import { type Logger, withoutValues } from './base/log.ts'
import type { Database } from './db/connect/connect.ts'
import { findVersions } from './db/realms/realm-messages.ts'
import { createAgentVersions } from './domain/agents/agent-versions.ts'
import { createAgents } from './domain/agents/agents.ts'
import { createFavourites } from './domain/agents/favourites.ts'
import { createImages } from './domain/agents/images.ts'
import { createPersonas } from './domain/agents/personas.ts'
import { createAnalytics } from './domain/analytics/analytics.ts'
import { createCards } from './domain/cards/cards.ts'
import { createPortraits } from './domain/cards/portraits.ts'
import { windowOf } from './domain/chat/window.ts'
import { createConversations } from './domain/conversations/conversations.ts'
import { createReplies } from './domain/conversations/replies.ts'
import { createSharedCopies } from './domain/conversations/shared-copies.ts'
import { ApiKeys } from './domain/doors/api-keys.ts'
import { Doors } from './domain/doors/doors.ts'
import { Authorizations } from './domain/doors/oauth/authorizations.ts'
import { ReplyTasks } from './domain/doors/reply-tasks.ts'
import { FairQueue } from './domain/fair-queue.ts'
import { createHome } from './domain/home.ts'
import { createConversationFiles } from './domain/knowledge/conversation-files.ts'
import { createKnowledge } from './domain/knowledge/knowledge.ts'
import { createReadIn } from './domain/knowledge/read-in.ts'
import { createSources } from './domain/knowledge/sources.ts'
import { Uploads } from './domain/knowledge/uploads.ts'
import { createEverythingDeletes } from './domain/own-data/delete-everything.ts'
import { createHandovers } from './domain/own-data/handovers.ts'
import { createOwnData } from './domain/own-data/own-data.ts'
import { createPeople } from './domain/people/people.ts'
import { createDecoder, createFitter } from './domain/pictures/decoder.ts'
import { internet, type Network } from './domain/pictures/fetch-picture.ts'
import { createPictureVariants } from './domain/pictures/picture-variants.ts'
import { hostOf } from './domain/pictures/public-address.ts'
import { createRemotePictures } from './domain/pictures/remote-pictures.ts'
import { createQuotas } from './domain/quotas/quotas.ts'
import { createRank } from './domain/rank/rank.ts'
import { createRealmTurns } from './domain/realms/director/turns.ts'
import { createRealms } from './domain/realms/realms.ts'
import { createIdentity } from './domain/session/identity.ts'
import { createBriefs } from './domain/social/briefs.ts'
import { createSwarm, type SwarmOptions } from './domain/swarm/swarm.ts'
import { createSitemaps } from './domain/unfurl/sitemap.ts'
import { createUnfurls } from './domain/unfurl/unfurls.ts'
import { createMetrics } from './http/edge/metrics.ts'
import { createRateLimits } from './http/edge/rate-limit.ts'
import type { Web } from './http/pages/pages.ts'
import { shippedFile } from './http/pages/static-files.ts'
import type { ChatEngine } from './llm/choose-engine.ts'
import type { Bus } from './realtime/bus/bus.ts'
import { createReplyStreams } from './realtime/bus/reply-streams.ts'
import { createSessionEnds } from './realtime/bus/session-ends.ts'
import { createHub, type HubTimes } from './realtime/hub.ts'
import { createPresence } from './realtime/presence.ts'
import { feedRealms } from './realtime/rooms/feed-realms.ts'
import { createRealmDirectory } from './realtime/rooms/realm-directory.ts'
import { SocketQuotas } from './realtime/sockets/socket-quotas.ts'

const MEGABYTE = 1024 * 1024

/** The number of addresses that can each fill their queue at the same time. */
const GROUPS_WAITING = 16

/** A request that runs longer than this, in milliseconds, gives up its place: it is not waiting for the database. */
const PLACE_HOLD_MS = 2_000

/** Everything that differs between a production server and one in a test. */
export interface ServerParts {
  env: Env
  log: Logger
  database: Pick<Database, 'db'> & Partial<Pick<Database, 'hasRoom'>>
  chat: ChatEngine
  chainId: string
  clock: () => Date
  /** Shares rate limits and running replies between servers; without it each server has its own. */
  redis?: Redis | undefined
  /** The bus from which this server receives the events of realms. */
  bus: Bus
  /** The bus to which this server publishes events, if it is a different one. */
  notifyThrough?: Bus
  /** Whether no other server uses this database. */
  alone: boolean
  /** The built web; without it the app serves the API only. */
  web?: Web
  /** Aborted when the server shuts down. */
  shutdown: AbortSignal
  /** The network from which pictures are fetched: the internet, except in tests. */
  network?: Network
  /**
   * How long an agent may take in a run, how often servers check runs, and the memory for the runs of visitors; for
   * tests.
   */
  swarm?: Pick<SwarmOptions, 'patience' | 'every' | 'memory'>
  hubTimes?: Partial<HubTimes>
  /** The program that draws link preview pictures, and its limits; for tests. */
  unfurls?: Pick<Parameters<typeof createUnfurls>[0], 'entry' | 'caps'>
  /** The program that reads documents, and its limits; for tests. */
  readIn?: Partial<Parameters<typeof createReadIn>[0]>
  /** How long a reply waits for its files; for tests. */
  files?: { readWaitMs: number }
  /** The number of addresses in a sitemap; for tests. */
  sitemaps?: { perSitemap: number }
}

export type Assembled = ReturnType<typeof assemble>

/**
 * Creates the parts of the domain and connects them with each other and with their infrastructure. Nothing runs before
 * it is requested.
 */
export function assemble(parts: ServerParts) {
  const { env, chat, clock, redis, bus, alone, shutdown } = parts
  const log = withoutValues(parts.log)
  const { db } = parts.database
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
  const pictureLimits = { memoryBytes: env.PICTURE_MEMORY_MB * MEGABYTE }
  const decoder = createDecoder({ log, limits: pictureLimits })
  const fitter = createFitter({ log, limits: pictureLimits })
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
      sources: env.QUOTA_SOURCES_MB,
    },
  })
  const images = createImages({ db, clock, decoder, remote, quota: quotas.pictures })
  const variants = createPictureVariants({ log, limits: pictureLimits })
  const shipped = (address: string) => shippedFile(parts.web?.files, address)
  const unfurls = createUnfurls({
    db,
    clock,
    log,
    images,
    shipped,
    limits: pictureLimits,
    ...parts.unfurls,
  })
  const agents = createAgents({ db, clock, images, quotas })
  const portraits = createPortraits({ log, images, shipped, limits: pictureLimits })
  const cards = createCards({ db, clock, agents, images, decoder, portraits })
  const rank = createRank({ db, clock, log })
  const readIn = createReadIn({
    db,
    clock,
    log,
    limits: { memoryBytes: env.DOCUMENT_MEMORY_MB * MEGABYTE },
    ...parts.readIn,
  })
  const uploads = new Uploads({ db, clock, quota: quotas.sources, onUploaded: readIn.wake })
  const fileBytes = Math.min(env.SOURCE_MB * MEGABYTE, sharedLimits.sourceBytes)
  const sources = createSources({
    db,
    clock,
    agents,
    limits: {
      files: env.AGENT_SOURCES,
      bytes: env.AGENT_SOURCES_MB * MEGABYTE,
      fileBytes,
    },
    uploads,
    onRestored: readIn.wake,
  })
  const files = createConversationFiles({ db, clock, uploads, fileBytes, fitter, ...parts.files })
  const knowledge = createKnowledge({ db, clock })
  const analytics = createAnalytics({ db, clock, log, onStored: rank.record })
  /** The dependencies of everything that has agents answer. */
  const answering = {
    db,
    clock,
    engine: chat,
    windowTokens: windowOf(chat.engine, env.CHAT_WINDOW_TOKENS),
    log,
    findPassages: knowledge.findPassages,
    observe: metrics.replies.observe,
    record: analytics.record,
    alone,
  }

  const replies = createReplies({ ...answering, files, quotas, relay: redis && createReplyStreams(redis) })
  const conversations = createConversations({ db, clock, stopRunning: replies.stopIn, quotas })
  const sharedCopies = createSharedCopies({ db, clock })
  const briefs = createBriefs({ db, clock, findAgent: agents.findChoosable, quotas })

  const presence = createPresence({ bus })
  const directory = createRealmDirectory({ versions: (ids) => findVersions(db, ids) })
  const feed = feedRealms(parts.notifyThrough ?? bus, directory.forget)
  const mayAsk = async (wallet: string) => (await limits.takeCall({ wallet })) === 0
  const turns = createRealmTurns({ ...answering, feed, mayAsk })
  const realms = createRealms({ db, clock, feed, turns, here: presence.count, quotas })
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

  const apiKeys = new ApiKeys({
    db,
    clock,
    log,
    findAgent: agents.find,
    onRevoked: sessionEnds.announce,
  })
  sessionEnds.listen((ids) => apiKeys.end(ids))
  const authorizations = new Authorizations({ db, clock, keys: apiKeys })
  const doors = new Doors({
    ...{ db, clock, keys: apiKeys, agents, conversations, replies, shutdown },
    engine: chat,
    windowTokens: answering.windowTokens,
    findPassages: knowledge.findPassages,
    record: analytics.record,
    observe: metrics.replies.observe,
    open: env.OPEN_DOORS === '1',
  })

  const people = createPeople({ db, clock, images })

  const swarm = createSwarm({
    ...answering,
    db,
    agents,
    quotas,
    takeCall: limits.takeCall,
    ...parts.swarm,
  })

  const favourites = createFavourites({ db, clock })
  const ownData = createOwnData({
    sourcesBytes: env.QUOTA_SOURCES_MB * MEGABYTE,
    ...{ db, clock, quotas, agents, sources, conversations, sharedCopies },
    ...{ swarm, briefs, people, favourites, images, feed },
  })
  const everythingDeletes = createEverythingDeletes({
    db,
    clock,
    log,
    feed,
    stop: {
      conversations: replies.stopIn,
      runs: swarm.endDeleted,
      realm: turns.stopIn,
      answer: turns.stop,
    },
    wakeRealm: turns.wake,
    onSessionsEnded: sessionEnds.announce,
    forget: (wallet) => {
      for (const quota of Object.values(quotas)) quota.forget(wallet)
    },
  })
  const handovers = createHandovers({
    ...{ db, clock, log, agents, quotas, feed },
    onSessionsEnded: sessionEnds.announce,
  })

  const personas = createPersonas({
    ...{ db, clock, log, agents, conversations, quotas },
    windowTokens: windowOf(chat.engine, env.CHAT_WINDOW_TOKENS),
  })

  return {
    app: createApp({
      env,
      log,
      identity,
      sessionEnds,
      agents,
      agentVersions: createAgentVersions({ db, clock, agents }),
      cards,
      personas,
      favourites,
      people,
      ownData,
      everythingDeletes,
      handovers,
      images,
      variants,
      home: createHome({ db, clock, fullest: presence.fullest }),
      sources,
      files,
      knowledge,
      realms,
      hub,
      socketQuotas,
      conversations,
      sharedCopies,
      replies,
      apiKeys,
      doors,
      replyTasks: new ReplyTasks({ db }),
      authorizations,
      clock,
      fitter,
      analytics,
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
    sources,
    knowledge,
    readIn,
    unfurls,
    realms,
    hub,
    socketQuotas,
    presence,
    bus,
    turns,
    conversations,
    replies,
    apiKeys,
    doors,
    analytics,
    briefs,
    swarm,

    /** Functions to be called periodically; each removes data that is no longer needed. */
    sweeps: {
      sessions: identity.sweepExpired,
      // Before everything that it hid, by which it finds what is left of a wallet.
      deletions: everythingDeletes.settle,
      // Before the agents, because documents of deleted agents are removed in batches.
      sources: sources.sweepDeleted,
      // Before the conversations, which they are found by.
      files: files.sweep,
      agents: agents.sweepDeleted,
      // After the agents, whose handles begin to rest when they are gone.
      handles: agents.sweepHandles,
      names: people.sweepRested,
      handovers: handovers.sweep,
      conversations: conversations.sweepDeleted,
      realms: realms.sweepDeleted,
      briefs: briefs.sweepDeleted,
      swarm: swarm.sweepDeleted,
      images: images.sweepUnused,
      webPictures: images.remote.rememberNamed,
      analytics: analytics.sweep,
      apiKeys: () => apiKeys.sweep(),
      authorizations: () => authorizations.sweep(),
      rank: rank.refresh,
    },

    /**
     * Ends what a server that died left running; if this server is the only one, it must be called before it serves.
     */
    async closeOrphans(): Promise<void> {
      await Promise.all([
        replies.closeOrphans(),
        turns.closeOrphans(),
        swarm.closeOrphans(),
        readIn.closeOrphans(),
      ])
    },

    /** Stops everything that runs, keeping the text so far, and disconnects the clients. */
    async letGo(): Promise<void> {
      // Answers end first, so that clients in a realm are notified.
      await Promise.all([replies.close(), turns.close().then(hub.close), swarm.close(), readIn.close()])
    },

    /** To be called after everything was stopped and all requests are over: stores what is left and closes the bus. */
    async close(): Promise<void> {
      presence.close()
      everythingDeletes.close()
      await remote.close()
      await decoder.close()
      await fitter.close()
      await variants.close()
      await portraits.close()
      await unfurls.close()
      await bus.close()
      await Promise.all([analytics.close(), apiKeys.close()])
    },
  }
}
