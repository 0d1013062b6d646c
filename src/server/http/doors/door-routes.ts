import { Hono } from 'hono'
import type { Logger } from '../../base/log.ts'
import type { Manifests } from '../../domain/agents/manifests.ts'
import type { Doors } from '../../domain/doors/doors.ts'
import type { Authorizations } from '../../domain/doors/oauth/authorizations.ts'
import type { ReplyTasks } from '../../domain/doors/reply-tasks.ts'
import type { RequestStates } from '../../domain/doors/request-states.ts'
import type { FairQueue } from '../../domain/fair-queue.ts'
import { CLIENT_METADATA_PATH } from '../../domain/mcp/oauth/begin-sign-in.ts'
import type { Leaving } from '../../domain/operation/leaving.ts'
import type { AppEnv } from '../context.ts'
import { aiMark } from '../edge/ai-mark.ts'
import { doorCallers } from '../edge/door-callers.ts'
import type { RateLimits } from '../edge/rate-limit.ts'
import { neverStored } from '../edge/request-context.ts'
import { requestQueue } from '../edge/request-queue.ts'
import { a2aRoutes } from './a2a/a2a.ts'
import { MCP_PATH, mcpRoutes } from './mcp/mcp.ts'
import { oauthRoutes } from './oauth/oauth.ts'
import { crossOrigin } from './openai/cors.ts'
import { bearerChallenge } from './request/bearer.ts'
import { beforeAsking } from './request/before-asking.ts'

interface DoorDependencies {
  doors: Doors
  replyTasks: ReplyTasks
  requestStates: RequestStates
  authorizations: Authorizations
  clock: () => Date
  log: Logger
  limits: RateLimits
  queue: FairQueue
  hasRoom: () => boolean
  leaving: Pick<Leaving, 'refuseNew'>
  manifests: Pick<Manifests, 'versionOf'>
}

/** MCP, A2A and OAuth know their callers by a bearer token alone, never by a cookie, so pages of any site may ask. */
export function doorRoutes(deps: DoorDependencies, publicOrigin: string | undefined) {
  const { doors, replyTasks: tasks, limits, log, clock } = deps
  const open = [crossOrigin, doorCallers(doors)] as const
  const bounded = [neverStored, limits.addresses, requestQueue(deps.queue)] as const
  const limited = [...bounded, limits.callers] as const
  // The way to a new token stays open to whoever has one that is not valid any more.
  const forAnybody = [...open, ...bounded, limits.visitors] as const
  const door = { doors, tasks, publicOrigin, beforeAsking: beforeAsking(deps) }
  return new Hono<AppEnv>()
    .use(MCP_PATH, aiMark, ...open, bearerChallenge(publicOrigin, MCP_PATH), ...limited)
    .use('/a2a/*', aiMark, ...open, bearerChallenge(publicOrigin, ''), ...limited)
    .use('/.well-known/*', ...forAnybody)
    .use('/oauth/*', ...forAnybody)
    .use(CLIENT_METADATA_PATH, ...forAnybody)
    .route('/', oauthRoutes({ authorizations: deps.authorizations, clock, publicOrigin }))
    .route('/', mcpRoutes({ ...door, states: deps.requestStates, log, leaving: deps.leaving }))
    .route('/', a2aRoutes({ ...door, clock, versionOf: (id) => deps.manifests.versionOf(id) }))
}
