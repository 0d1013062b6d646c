import { Hono, type MiddlewareHandler } from 'hono'
import { REALTIME_PATH } from '../shared/realms/realtime.ts'
import type { Parts } from './assembly/parts.ts'
import type { Env } from './base/env.ts'
import { beginApp, nothingHere } from './begin-app.ts'
import type { AppEnv } from './http/context.ts'
import { doorRoutes } from './http/doors/door-routes.ts'
import { chatCompletionsRoutes } from './http/doors/openai/chat-completions.ts'
import { crossOrigin } from './http/doors/openai/cors.ts'
import { OPENAI_PATH } from './http/doors/openai/errors.ts'
import { modelsRoutes } from './http/doors/openai/models.ts'
import { responsesRoutes } from './http/doors/openai/responses.ts'
import { aiMark } from './http/edge/ai-mark.ts'
import { compressAnswers } from './http/edge/compress-answers.ts'
import { doorCallers, refuseAgents } from './http/edge/door-callers.ts'
import { readOwnWrites } from './http/edge/read-own-writes.ts'
import { neverStored } from './http/edge/request-context.ts'
import { requestQueue } from './http/edge/request-queue.ts'
import { sameOriginWrites } from './http/edge/same-origin.ts'
import { storageGuard } from './http/edge/storage-guard.ts'
import { openApiRoutes } from './http/openapi.ts'
import { operatorOf } from './http/own-machine.ts'
import { pageAnswers, pages } from './http/pages/pages.ts'
import { staticFiles } from './http/pages/static-files.ts'
import { agentManifestsRoutes } from './http/routes/agents/agent-manifests.ts'
import { agentVersionsRoutes } from './http/routes/agents/agent-versions.ts'
import { agentsRoutes } from './http/routes/agents/agents.ts'
import { analyticsRoutes } from './http/routes/agents/analytics.ts'
import { cardsRoutes } from './http/routes/agents/cards.ts'
import { favouritesRoutes } from './http/routes/agents/favourites.ts'
import { personasRoutes } from './http/routes/agents/personas.ts'
import { tryOutRoutes } from './http/routes/agents/try-out.ts'
import { apiKeysRoutes } from './http/routes/api-keys.ts'
import { authorizationRoutes } from './http/routes/authorization.ts'
import { chatRoutes } from './http/routes/chat/chat.ts'
import { conversationMessagesRoutes } from './http/routes/chat/conversation-messages.ts'
import { conversationsRoutes } from './http/routes/chat/conversations.ts'
import { repliesRoutes } from './http/routes/chat/replies.ts'
import { storiesRoutes } from './http/routes/chat/stories.ts'
import { firstWordsPage } from './http/routes/home/first-words.ts'
import { homeRoutes } from './http/routes/home/home.ts'
import { imageUploadRoutes, storedImageRoutes } from './http/routes/images.ts'
import { grantsRoutes } from './http/routes/inbox/grants.ts'
import { inboxRoutes } from './http/routes/inbox/inbox.ts'
import { conversationFilesRoutes } from './http/routes/knowledge/conversation-files.ts'
import { passagesRoutes } from './http/routes/knowledge/passages.ts'
import { sourcesRoutes } from './http/routes/knowledge/sources.ts'
import { mcpServersRoutes } from './http/routes/mcp-servers.ts'
import { memoryRoutes } from './http/routes/memory.ts'
import { modelKeysRoutes } from './http/routes/model-keys.ts'
import { modelChoiceRoutes } from './http/routes/models.ts'
import { deletionRoutes } from './http/routes/own-data/deletion.ts'
import { handoverRoutes } from './http/routes/own-data/handovers.ts'
import { ownDataRoutes } from './http/routes/own-data/own-data.ts'
import { peopleRoutes } from './http/routes/people.ts'
import { localModelRoutes } from './http/routes/place/local-model.ts'
import { placeRoutes } from './http/routes/place/place.ts'
import { realmsRoutes } from './http/routes/realms/realms.ts'
import { realtimeRoutes, refusedUpgrades, socketsOfAddress } from './http/routes/realms/realtime.ts'
import { sessionRoutes } from './http/routes/session.ts'
import { crawlerRoutes } from './http/routes/sharing/crawlers.ts'
import { sharedCopiesRoutes } from './http/routes/sharing/shared-copies.ts'
import { unfurlRoutes } from './http/routes/sharing/unfurls.ts'
import { signInRoutes } from './http/routes/sign-ins.ts'
import { briefsRoutes, draftsRoutes } from './http/routes/social.ts'
import { swarmRoutes } from './http/routes/swarm.ts'
import { toolCallsRoutes } from './http/routes/tool-calls.ts'
import { trustRoutes } from './http/routes/trust/trust-routes.ts'
import { knownModels } from './llm/local/model-source.ts'

/** All routes under `/api`, chained so that the web's client can be typed from them. */
function apiRoutes(parts: Parts) {
  const { identity, agents, limits, env, shutdown, leaving, answers } = parts
  const { signatures } = identity
  const origin = publicOrigin(env)
  const isOperator = operatorOf(env)
  return new Hono<AppEnv>()
    .route('/', sessionRoutes(identity))
    .route('/', homeRoutes(parts.home))
    .route('/', agentsRoutes(agents, parts.newAgents))
    .route('/', agentVersionsRoutes(parts.agentVersions))
    .route('/', agentManifestsRoutes(parts.versionSignatures))
    .route('/', cardsRoutes(parts.cards))
    .route('/', personasRoutes(parts.personas))
    .route('/', favouritesRoutes(parts.favourites))
    .route('/', peopleRoutes(parts.people))
    .route('/', apiKeysRoutes(parts.apiKeys))
    .route('/', modelKeysRoutes(parts.ownKeys))
    .route('/', signInRoutes(parts.signIns, origin))
    .route('/', mcpServersRoutes({ servers: parts.mcpServers, isOperator }))
    .route('/', inboxRoutes(parts.inbox))
    .route('/', grantsRoutes(parts.grants))
    .route('/', authorizationRoutes(parts.authorizations, signatures, origin))
    .route('/', ownDataRoutes(parts.ownData))
    .route('/', deletionRoutes(parts.everythingDeletes, identity))
    .route('/', handoverRoutes(parts.handovers, signatures))
    .route('/', imageUploadRoutes(parts.images))
    .route('/', trustRoutes(parts, signatures))
    .route('/', sourcesRoutes(parts.sources))
    .route('/', conversationFilesRoutes(parts.files))
    .route('/', passagesRoutes(parts.knowledge, agents))
    .route('/', realmsRoutes(parts.realms, parts.realmLog, parts.realmModeration, limits))
    .route('/', realtimeRoutes({ hub: parts.hub, quotas: parts.socketQuotas, publicOrigin: origin }))
    .route('/', conversationsRoutes(parts.conversations, signatures))
    .route('/', storiesRoutes(parts.stories))
    .route('/', conversationMessagesRoutes(parts.conversationMessages))
    .route('/', sharedCopiesRoutes(parts.sharedCopies))
    .route('/', repliesRoutes(parts.replies, answers))
    .route('/', toolCallsRoutes(parts.decisions))
    .route('/', memoryRoutes(parts))
    .route('/', analyticsRoutes(parts.analytics))
    .route(
      '/',
      chatRoutes({
        ...{ answers, shutdown, leaving, isOperator, local: parts.local },
        findAgent: (id, wallet) => agents.findAnswering(id, wallet),
        refuseAgent: (id) => agents.refuseMissing(id),
      }),
    )
    .route('/', modelChoiceRoutes(parts.models, agents))
    .route('/', placeRoutes({ place: parts.place, isOperator }))
    .route('/', localModelRoutes({ local: parts.local, offers: knownModels, isOperator }))
    .route('/', tryOutRoutes({ answers, shutdown, leaving, agents }))
    .route('/', draftsOf(parts))
    .route('/', briefsRoutes(parts.briefs))
    .route('/', swarmRoutes(parts.swarm))
}

const draftsOf = ({ answers, shutdown, leaving, agents }: Parts) =>
  draftsRoutes({
    ...{ answers, shutdown, leaving },
    findAgent: (id, wallet) => agents.findChoosable(id, wallet),
    refuseAgent: (id) => agents.refuseMissing(id),
  })

export function createApp(parts: Parts) {
  const { env, web, limits } = parts
  const admit = requestQueue(parts.queue)
  const ownWrites = sameOriginWrites(publicOrigin(env))
  const app = beginApp(parts)
  servePictures(app, parts, admit)
  serveOpenAi(app, parts, admit)
  if (web) app.use(staticFiles(web.files))
  const routed = app
    // Compresses dynamic responses; the files above were compressed when the web was built.
    .use(compressAnswers)
    .use('/:file{sitemap[^/]*\\.xml}', limits.addresses, admit)
    .route(
      '/',
      crawlerRoutes(parts.sitemaps, { publicOrigin: publicOrigin(env), openDoors: env.OPEN_DOORS === '1' }),
    )
    .route('/', doorRoutes(parts, publicOrigin(env)))
    .use(REALTIME_PATH, refusedUpgrades)
    .use('/api/*', ownWrites, limits.addresses)
    .use(REALTIME_PATH, socketsOfAddress(parts.socketQuotas))
    .use('/api/:what{chat|conversations}/*', aiMark)
    .use('/api/*', admit, limits.requests, readOwnWrites, neverStored, storageGuard(parts.hasRoom))
    .route('/api', apiRoutes(parts))
  routed.route('/api', openApiRoutes(app.routes)).all('/api/*', nothingHere)
  if (web) {
    const answerPage = pageAnswers(web, {
      ask: (request, bindings) => routed.fetch(request, bindings),
      unfurls: parts.unfurls,
      publicUrl: env.PUBLIC_URL,
    })
    const pageRequests = [limits.addresses, admit, limits.requests] as const
    routed
      .post('/chat', ownWrites, ...pageRequests, firstWordsPage(answerPage))
      .get('*', ...pageRequests, pages(web, answerPage))
  }
  return routed
}

/** Stored pictures are read from the database, so they are rate limited; no session is read for them. */
function servePictures(app: Hono<AppEnv>, parts: Parts, admit: MiddlewareHandler<AppEnv>): void {
  const { images, variants, shipped, unfurls, limits } = parts
  app
    .use('/images/:file{[0-9a-f]{64}\\.webp}', limits.addresses, admit)
    .use('/images/:width{w\\d+}/*', limits.addresses, admit)
    .route('/', storedImageRoutes({ images, variants, shipped }))
    .use('/unfurl/*', limits.addresses, admit)
    .route('/', unfurlRoutes(unfurls))
}

function serveOpenAi(app: Hono<AppEnv>, parts: Parts, admit: MiddlewareHandler<AppEnv>): void {
  const { doors, fitter, env, limits } = parts
  const openAi = { doors, fitter, publicOrigin: publicOrigin(env) }
  app
    .use(
      `${OPENAI_PATH}*`,
      aiMark,
      crossOrigin,
      doorCallers(doors),
      neverStored,
      limits.addresses,
      refuseAgents,
      admit,
      limits.callers,
      storageGuard(parts.hasRoom),
    )
    .route(OPENAI_PATH, chatCompletionsRoutes(openAi))
    .route(OPENAI_PATH, responsesRoutes(openAi))
    .route(OPENAI_PATH, modelsRoutes(doors))
    .all(`${OPENAI_PATH}*`, nothingHere)
}

function publicOrigin(env: Env): string | undefined {
  return env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin
}

export type AppType = ReturnType<typeof createApp>
