import { Hono } from 'hono'
import { REALTIME_PATH } from '../shared/realms/realtime.ts'
import type { Env } from './base/env.ts'
import type { Logger } from './base/log.ts'
import type { AgentVersions } from './domain/agents/agent-versions.ts'
import type { Agents } from './domain/agents/agents.ts'
import type { Favourites } from './domain/agents/favourites.ts'
import type { Images } from './domain/agents/images.ts'
import type { Personas } from './domain/agents/personas.ts'
import type { AgentsAnalytics } from './domain/analytics/analytics.ts'
import type { Cards } from './domain/cards/cards.ts'
import type { Conversations } from './domain/conversations/conversations.ts'
import type { Replies } from './domain/conversations/replies.ts'
import type { SharedCopies } from './domain/conversations/shared-copies.ts'
import type { ApiKeys } from './domain/doors/api-keys.ts'
import type { Doors } from './domain/doors/doors.ts'
import type { Authorizations } from './domain/doors/oauth/authorizations.ts'
import type { ReplyTasks } from './domain/doors/reply-tasks.ts'
import { Failure } from './domain/failure.ts'
import type { FairQueue } from './domain/fair-queue.ts'
import type { HomeFacts } from './domain/home.ts'
import type { ConversationFiles } from './domain/knowledge/conversation-files.ts'
import type { Knowledge } from './domain/knowledge/knowledge.ts'
import type { Sources } from './domain/knowledge/sources.ts'
import type { EverythingDeletes } from './domain/own-data/delete-everything.ts'
import type { HandoversOfWallets } from './domain/own-data/handovers.ts'
import type { OwnData } from './domain/own-data/own-data.ts'
import type { People } from './domain/people/people.ts'
import type { Fitter } from './domain/pictures/decoder.ts'
import type { PictureVariants } from './domain/pictures/picture-variants.ts'
import type { RealmLog } from './domain/realms/realm-log.ts'
import type { Realms } from './domain/realms/realms.ts'
import type { Identity } from './domain/session/identity.ts'
import type { Briefs } from './domain/social/briefs.ts'
import type { Swarm } from './domain/swarm/swarm.ts'
import type { Sitemaps } from './domain/unfurl/sitemap.ts'
import type { Unfurls } from './domain/unfurl/unfurls.ts'
import type { AppContext, AppEnv } from './http/context.ts'
import { doorRoutes } from './http/doors/door-routes.ts'
import { chatCompletionsRoutes } from './http/doors/openai/chat-completions.ts'
import { crossOrigin } from './http/doors/openai/cors.ts'
import { answerOpenAiError, OPENAI_PATH } from './http/doors/openai/errors.ts'
import { modelsRoutes } from './http/doors/openai/models.ts'
import { responsesRoutes } from './http/doors/openai/responses.ts'
import { admitted, createAdmission } from './http/edge/admission.ts'
import { compressAnswers } from './http/edge/compress-answers.ts'
import { doorCallers } from './http/edge/door-callers.ts'
import { type Metrics, metricsRoutes } from './http/edge/metrics.ts'
import type { RateLimits } from './http/edge/rate-limit.ts'
import { neverStored, requestContext } from './http/edge/request-context.ts'
import { requestQueue } from './http/edge/request-queue.ts'
import { sameOriginWrites } from './http/edge/same-origin.ts'
import { securityHeaders } from './http/edge/security-headers.ts'
import { storageGuard } from './http/edge/storage-guard.ts'
import { warnOfProxy } from './http/edge/warn-of-proxy.ts'
import { openApiRoutes } from './http/openapi.ts'
import { boundBodies } from './http/operation.ts'
import { operatorOf } from './http/own-machine.ts'
import { pageAnswers, pages, type Web } from './http/pages/pages.ts'
import { shippedFile, staticFiles } from './http/pages/static-files.ts'
import { answerProblem } from './http/problem.ts'
import { agentVersionsRoutes } from './http/routes/agents/agent-versions.ts'
import { agentsRoutes } from './http/routes/agents/agents.ts'
import { analyticsRoutes } from './http/routes/agents/analytics.ts'
import { cardsRoutes } from './http/routes/agents/cards.ts'
import { favouritesRoutes } from './http/routes/agents/favourites.ts'
import { personasRoutes } from './http/routes/agents/personas.ts'
import { tryOutRoutes } from './http/routes/agents/try-out.ts'
import { apiKeysRoutes } from './http/routes/api-keys.ts'
import { authorizationRoutes } from './http/routes/authorization.ts'
import { type ChatDependencies, chatRoutes } from './http/routes/chat/chat.ts'
import { conversationsRoutes } from './http/routes/chat/conversations.ts'
import { repliesRoutes } from './http/routes/chat/replies.ts'
import { firstWordsPage } from './http/routes/home/first-words.ts'
import { homeRoutes } from './http/routes/home/home.ts'
import { imageUploadRoutes, storedImageRoutes } from './http/routes/images.ts'
import { conversationFilesRoutes } from './http/routes/knowledge/conversation-files.ts'
import { passagesRoutes } from './http/routes/knowledge/passages.ts'
import { sourcesRoutes } from './http/routes/knowledge/sources.ts'
import { deletionRoutes } from './http/routes/own-data/deletion.ts'
import { handoverRoutes } from './http/routes/own-data/handovers.ts'
import { ownDataRoutes } from './http/routes/own-data/own-data.ts'
import { peopleRoutes } from './http/routes/people.ts'
import { realmsRoutes } from './http/routes/realms/realms.ts'
import { realtimeRoutes, refusedUpgrades, socketsOfAddress } from './http/routes/realms/realtime.ts'
import { sessionRoutes } from './http/routes/session.ts'
import { crawlerRoutes } from './http/routes/sharing/crawlers.ts'
import { sharedCopiesRoutes } from './http/routes/sharing/shared-copies.ts'
import { unfurlRoutes } from './http/routes/sharing/unfurls.ts'
import { briefsRoutes, draftsRoutes } from './http/routes/social.ts'
import { swarmRoutes } from './http/routes/swarm.ts'
import type { ChatEngine } from './llm/choose-engine.ts'
import type { SessionEnds } from './realtime/bus/session-ends.ts'
import type { Hub } from './realtime/hub.ts'
import type { SocketQuotas } from './realtime/sockets/socket-quotas.ts'

export interface AppDependencies {
  env: Env
  log: Logger
  identity: Identity
  sessionEnds: Pick<SessionEnds, 'listen'>
  agents: Agents
  agentVersions: AgentVersions
  cards: Cards
  personas: Personas
  favourites: Favourites
  people: People
  ownData: OwnData
  everythingDeletes: EverythingDeletes
  handovers: HandoversOfWallets
  images: Images
  variants: PictureVariants
  home: HomeFacts
  sources: Sources
  files: ConversationFiles
  knowledge: Knowledge
  realms: Realms
  realmLog: RealmLog
  hub: Hub
  socketQuotas: SocketQuotas
  conversations: Conversations
  sharedCopies: SharedCopies
  replies: Replies
  apiKeys: ApiKeys
  doors: Doors
  replyTasks: ReplyTasks
  authorizations: Authorizations
  clock: () => Date
  fitter: Fitter
  analytics: AgentsAnalytics
  briefs: Briefs
  swarm: Swarm
  unfurls: Unfurls
  sitemaps: Sitemaps
  chat: ChatEngine
  metrics: Metrics
  limits: RateLimits
  /** Decides which request is processed next. */
  queue: FairQueue
  /** Whether there is room to store data; see `Database`. */
  hasRoom: () => boolean
  /** The built web; without it the app serves the API only. */
  web?: Web | undefined
  /** Aborted when the server shuts down. */
  shutdown: AbortSignal
}

/** All routes under `/api`, chained so that the web's client can be typed from them. */
function apiRoutes(deps: AppDependencies) {
  const { identity, agents, images, realms, replies, metrics } = deps
  const asking: ChatDependencies = {
    engine: deps.chat,
    findAgent: (id, wallet) => agents.findAnswering(id, wallet),
    shutdown: deps.shutdown,
    windowTokens: deps.env.CHAT_WINDOW_TOKENS,
    findPassages: deps.knowledge.findPassages,
    metrics: metrics.replies,
    record: deps.analytics.record,
    isOperator: operatorOf(deps.env),
  }
  return new Hono<AppEnv>()
    .route('/', sessionRoutes(identity))
    .route('/', homeRoutes(deps.home))
    .route('/', agentsRoutes(agents))
    .route('/', agentVersionsRoutes(deps.agentVersions))
    .route('/', cardsRoutes(deps.cards))
    .route('/', personasRoutes(deps.personas))
    .route('/', favouritesRoutes(deps.favourites))
    .route('/', peopleRoutes(deps.people))
    .route('/', apiKeysRoutes(deps.apiKeys))
    .route('/', authorizationRoutes(deps.authorizations, identity.signatures, publicOrigin(deps.env)))
    .route('/', ownDataRoutes(deps.ownData))
    .route('/', deletionRoutes(deps.everythingDeletes, identity))
    .route('/', handoverRoutes(deps.handovers, identity.signatures))
    .route('/', imageUploadRoutes(images))
    .route('/', sourcesRoutes(deps.sources))
    .route('/', conversationFilesRoutes(deps.files))
    .route('/', passagesRoutes(deps.knowledge, agents))
    .route('/', realmsRoutes(realms, deps.realmLog, deps.limits))
    .route(
      '/',
      realtimeRoutes({ hub: deps.hub, quotas: deps.socketQuotas, publicOrigin: publicOrigin(deps.env) }),
    )
    .route('/', conversationsRoutes(deps.conversations, identity.signatures))
    .route('/', sharedCopiesRoutes(deps.sharedCopies))
    .route('/', repliesRoutes(replies))
    .route('/', analyticsRoutes(deps.analytics))
    .route('/', chatRoutes(asking))
    .route('/', tryOutRoutes({ ...asking, agents }))
    .route('/', draftsRoutes({ ...asking, findAgent: agents.findChoosable }))
    .route('/', briefsRoutes(deps.briefs))
    .route('/', swarmRoutes(deps.swarm))
}

/** Creates the whole server as one function from request to response. */
export function createApp(deps: AppDependencies) {
  const { env, log, identity, web, metrics, limits } = deps
  const admit = requestQueue(deps.queue)
  const app = new Hono<AppEnv>()
    .use(securityHeaders(env))
    .use(
      requestContext({
        log,
        trustedProxies: env.TRUSTED_PROXIES,
        readSession: (headers) => identity.readSession(headers),
        onSessionsEnded: (listener) => deps.sessionEnds.listen(listener),
        sessionKey: identity.sessionKey,
      }),
    )
    .use(warnOfProxy(env, log), metrics.requests)
    .use(admitted(createAdmission(env)), boundBodies)
    .onError(answerFailure)
    .notFound((c) => answerFailure(new Failure('not_found', 'There is nothing at this address.'), c))
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', (c) => c.text('ok'))
    .route('/', metricsRoutes(metrics.registry, env.METRICS_TOKEN))
    // Stored pictures are read from the database, so they are rate limited; no session is read for them.
    .use('/images/:file{[0-9a-f]{64}\\.webp}', limits.addresses, admit)
    .use('/images/:width{w\\d+}/*', limits.addresses, admit)
    .route(
      '/',
      storedImageRoutes({
        images: deps.images,
        variants: deps.variants,
        shipped: (address) => shippedFile(web?.files, address),
      }),
    )
    .use('/unfurl/*', limits.addresses, admit)
    .route('/', unfurlRoutes(deps.unfurls))
  /** What every address that other programs use begins with. */
  const doorRequests = [
    doorCallers(deps.doors),
    limits.addresses,
    admit,
    limits.callers,
    neverStored,
    storageGuard(deps.hasRoom),
  ] as const
  app.use(`${OPENAI_PATH}*`, crossOrigin, ...doorRequests)
  const openAi = { doors: deps.doors, fitter: deps.fitter, publicOrigin: publicOrigin(env) }
  app.route(OPENAI_PATH, chatCompletionsRoutes(openAi))
  app.route(OPENAI_PATH, responsesRoutes(openAi))
  app.route(OPENAI_PATH, modelsRoutes(deps.doors))
  app.all(`${OPENAI_PATH}*`, () => {
    throw new Failure('not_found', 'There is nothing at this address.')
  })
  if (web) app.use(staticFiles(web.files))
  const routed = app
    // Compresses dynamic responses; the files above were compressed when the web was built.
    .use(compressAnswers)
    .use('/:file{sitemap[^/]*\\.xml}', limits.addresses, admit)
    .route('/', crawlerRoutes(deps.sitemaps, publicOrigin(env)))
    .route('/', doorRoutes(deps, publicOrigin(env)))
    .use(REALTIME_PATH, refusedUpgrades)
    .use('/api/*', sameOriginWrites(publicOrigin(env)), limits.addresses)
    .use(REALTIME_PATH, socketsOfAddress(deps.socketQuotas))
    .use('/api/*', admit, limits.requests, neverStored, storageGuard(deps.hasRoom))
    .route('/api', apiRoutes(deps))
  routed.route('/api', openApiRoutes(app.routes)).all('/api/*', () => {
    throw new Failure('not_found', 'There is nothing at this address.')
  })
  if (web) {
    const answerPage = pageAnswers(web, {
      ask: (request, bindings) => routed.fetch(request, bindings),
      unfurls: deps.unfurls,
      publicUrl: env.PUBLIC_URL,
    })
    routed
      .post(
        '/chat',
        sameOriginWrites(publicOrigin(env)),
        limits.addresses,
        admit,
        limits.requests,
        firstWordsPage(answerPage),
      )
      .get('*', limits.addresses, admit, limits.requests, pages(web, answerPage))
  }
  return routed
}

/** Responds to an error in the shape of the protocol that its address speaks. */
function answerFailure(error: Error, c: AppContext): Response {
  return c.req.path.startsWith(OPENAI_PATH) ? answerOpenAiError(error, c) : answerProblem(error, c)
}

function publicOrigin(env: Env): string | undefined {
  return env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin
}

export type AppType = ReturnType<typeof createApp>
