import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Caller } from '../../../domain/doors/door-questions.ts'
import type { Doors } from '../../../domain/doors/doors.ts'
import type { ReplyTasks } from '../../../domain/doors/reply-tasks.ts'
import { sourceLinks } from '../../../domain/doors/source-links.ts'
import { Failure, noSuch } from '../../../domain/failure.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { callerOf, callerOrNobody } from '../../request.ts'
import { originFor } from '../request/bearer.ts'
import type { BeforeAsking } from '../request/before-asking.ts'
import { conversationLink } from '../request/say-waiting.ts'
import { type A2aVersion, type CardVersion, cardOfAgent, cardOfPlace } from './agent-cards.ts'

interface A2aDependencies {
  doors: Doors
  tasks: ReplyTasks
  clock: () => Date
  beforeAsking: BeforeAsking
  versionOf: (agentId: string) => Promise<CardVersion | undefined>
  /** The origin that people use; if absent, the origin of the request. */
  publicOrigin: string | undefined
}

/** How long a card may be used without asking again, in seconds. An edit is seen after that. */
const CARD_SECONDS = 300

/**
 * The door of A2A: cards, and JSON-RPC at `/a2a/{id}` for an agent by its id or handle, and at `/a2a` for the place.
 * The SDK is loaded with the first request, since most servers get none.
 */
export function a2aRoutes(deps: A2aDependencies) {
  const { doors, tasks, clock } = deps
  const originOf = (c: AppContext) => originFor(c, deps.publicOrigin)
  const started = clock()

  async function findAgent(c: AppContext, caller: Caller | null) {
    const agent = await doors.findAgent(c.req.param('agent') ?? '', caller)
    if (!agent) noSuch('agent')
    return agent
  }

  async function agentCard(c: AppContext): Promise<Response> {
    const caller = await callerOrNobody(c)
    const agent = await findAgent(c, caller)
    return answerCard(c, cardOfAgent(agent, originOf(c), cardVersion(c), await deps.versionOf(agent.id)), {
      changed: await tasks.lastChange(agent),
      shared: agent.visibilityEnabled && caller === null,
    })
  }

  const placeCard = (c: AppContext) =>
    answerCard(c, cardOfPlace(originOf(c), cardVersion(c)), { changed: started, shared: true })

  async function askPlace(c: AppContext): Promise<Response> {
    const caller = await callerOrNobody(c)
    const { answerJsonRpc, PlaceHandler } = await load()
    const origin = originOf(c)
    const handler = new PlaceHandler({ doors, caller, origin, card: cardOfPlace(origin) })
    return answerJsonRpc(c, handler, () => {})
  }

  async function askAgent(c: AppContext): Promise<Response> {
    const caller = await callerOf(c)
    const agent = await findAgent(c, caller)
    const { answerJsonRpc, AgentHandler } = await load()
    const { requestId, log } = c.var
    const left = new AbortController()
    const handler = new AgentHandler({
      ...{ doors, tasks, caller, agent, requestId, log, clock },
      linkTo: sourceLinks(originOf(c), caller.keyId),
      conversationAt: (conversationId) =>
        conversationLink(originOf(c), { agentId: agent.id, conversationId }),
      card: cardOfAgent(agent, originOf(c)),
      gone: AbortSignal.any([left.signal, c.req.raw.signal]),
      beforeAsking: () => deps.beforeAsking(c, caller),
    })
    return answerJsonRpc(c, handler, () => left.abort())
  }

  return new Hono<AppEnv>()
    .get('/.well-known/agent-card.json', placeCard)
    .get('/a2a/.well-known/agent-card.json', placeCard)
    .get('/a2a/:agent/.well-known/agent-card.json', agentCard)
    .post('/a2a', askPlace)
    .post('/a2a/', askPlace)
    .post('/a2a/:agent', askAgent)
    .post('/a2a/:agent/', askAgent)
    .all('/a2a/*', refuse)
    .all('/a2a', refuse)
}

async function load() {
  const [transport, agents, place] = await Promise.all([
    import('./json-rpc.ts'),
    import('./agent-handler.ts'),
    import('./place-handler.ts'),
  ])
  return { ...transport, ...agents, ...place }
}

function refuse(c: AppContext): never {
  if (/^\/a2a(?:\/[^/]+)?\/?$/.test(c.req.path))
    throw new Failure('method_not_allowed', 'A2A is JSON-RPC here: send a POST.')
  throw new Failure('not_found', 'There is nothing at this address.')
}

/** The older form is for clients that ask for it by name, as most ask for a card without a version. */
const cardVersion = (c: AppContext): A2aVersion =>
  c.req.header('a2a-version')?.trim() === '0.3' ? '0.3' : '1.0'

/** `shared`: the card is the same for everybody. */
function answerCard(c: AppContext, card: object, of: { changed: Date; shared: boolean }): Response {
  const body = JSON.stringify(card)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  // HTTP's dates have no fractions.
  const changed = Math.floor(of.changed.getTime() / 1000) * 1000
  c.header('cache-control', `${of.shared ? 'public' : 'private'}, max-age=${CARD_SECONDS}`)
  c.header('etag', etag)
  c.header('last-modified', new Date(changed).toUTCString())
  c.header('vary', 'a2a-version, authorization', { append: true })
  if (isKnown(c, etag, changed)) return c.body(null, 304)
  c.header('content-type', 'application/json')
  return c.body(body, 200)
}

/** As RFC 9110 has it: the date counts only where no tag is given. */
function isKnown(c: AppContext, etag: string, changed: number): boolean {
  const tags = c.req.header('if-none-match')
  if (tags !== undefined)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = c.req.header('if-modified-since')
  return since !== undefined && Date.parse(since) >= changed
}
