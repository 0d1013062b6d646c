import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Redis } from 'ioredis'
import type { Agents } from './domain/agents/agents.ts'
import type { Images } from './domain/agents/images.ts'
import type { Conversations } from './domain/conversations/conversations.ts'
import type { Replies } from './domain/conversations/replies.ts'
import { Failure } from './domain/failure.ts'
import type { Realms } from './domain/realms/realms.ts'
import type { Identity } from './domain/session/identity.ts'
import type { Env } from './env.ts'
import { agentsRoutes } from './http/agents.ts'
import { chatRoutes } from './http/chat.ts'
import type { AppEnv } from './http/context.ts'
import { conversationsRoutes } from './http/conversations.ts'
import { imageUploadRoutes, storedImageRoutes } from './http/images.ts'
import { type Metrics, metricsRoutes } from './http/metrics.ts'
import { neverStored } from './http/never-stored.ts'
import { openApiRoutes } from './http/openapi.ts'
import { pages, type Web } from './http/pages.ts'
import { answerProblem } from './http/problem.ts'
import { rateLimit } from './http/rate-limit.ts'
import { realmsRoutes } from './http/realms.ts'
import { repliesRoutes } from './http/replies.ts'
import { requestContext, sameOriginWrites } from './http/request.ts'
import { securityHeaders } from './http/security-headers.ts'
import { sessionRoutes } from './http/session.ts'
import { staticFiles } from './http/static-files.ts'
import type { ChatEngine } from './llm/choose-engine.ts'
import type { Logger } from './log.ts'

export interface AppDependencies {
  env: Env
  log: Logger
  identity: Identity
  agents: Agents
  images: Images
  realms: Realms
  conversations: Conversations
  replies: Replies
  chat: ChatEngine
  metrics: Metrics
  /** The built web; without it the app answers its API alone. */
  web?: Web | undefined
  /** Counts rate limits for several servers together. */
  redis?: Redis | undefined
  /** Aborted when the server ends. */
  shutdown: AbortSignal
}

/** Everything under `/api`, chained, so that the web's client can be typed from it. */
function apiRoutes(deps: AppDependencies) {
  const { identity, agents, images, realms, replies, metrics } = deps
  return new Hono<AppEnv>()
    .route('/', sessionRoutes(identity))
    .route('/', agentsRoutes(agents))
    .route('/', imageUploadRoutes(images))
    .route('/', realmsRoutes(realms))
    .route('/', conversationsRoutes(deps.conversations))
    .route('/', repliesRoutes(replies))
    .route('/', openApiRoutes())
    .route(
      '/',
      chatRoutes({
        engine: deps.chat,
        findAgent: (id, wallet) => agents.findAnswering(id, wallet),
        shutdown: deps.shutdown,
        windowTokens: deps.env.CHAT_WINDOW_TOKENS,
        metrics: metrics.replies,
      }),
    )
}

/** The whole server as one function from request to answer. */
export function createApp(deps: AppDependencies) {
  const { env, log, identity, web, metrics } = deps
  const limits = rateLimit({
    perMinute: { chat: env.RATE_LIMIT_CHAT, write: env.RATE_LIMIT_WRITE, read: env.RATE_LIMIT_READ },
    redis: deps.redis,
  })
  const app = new Hono<AppEnv>()
    .use(securityHeaders)
    .use(
      requestContext({
        log,
        trustedProxies: env.TRUSTED_PROXIES,
        readSession: (headers) => identity.readSession(headers),
      }),
    )
    .use(metrics.requests)
    .onError(answerProblem)
    .notFound((c) => answerProblem(new Failure('not_found', 'There is nothing at this address.'), c))
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', (c) => c.text('ok'))
    .route('/', metricsRoutes(metrics.registry, env.METRICS_TOKEN))
    .route('/', storedImageRoutes(deps.images))
  if (web) app.use(staticFiles(web.files))
  const routed = app
    // What is made anew for each request; the files above were compressed when the web was built.
    .use(compress({ encoding: 'gzip' }))
    .use('/api/*', sameOriginWrites(env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin))
    .use('/api/*', limits, neverStored)
    .route('/api', apiRoutes(deps))
    .all('/api/*', () => {
      throw new Failure('not_found', 'There is nothing at this address.')
    })
  if (web)
    routed.get(
      '*',
      limits,
      pages(web, (request, bindings) => routed.fetch(request, bindings), env.PUBLIC_URL),
    )
  return routed
}

export type AppType = ReturnType<typeof createApp>
