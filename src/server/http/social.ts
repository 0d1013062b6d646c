import { Hono } from 'hono'
import { briefListQuerySchema, draftRequestSchema, keptBriefSchema } from '../../shared/social.ts'
import { windowOf } from '../domain/chat/window.ts'
import { Failure } from '../domain/failure.ts'
import type { Briefs } from '../domain/social/briefs.ts'
import { writeDraft } from '../domain/social/write-draft.ts'
import type { ChatDependencies } from './chat.ts'
import type { AppContext, AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { replyStream } from './reply-stream.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** Enough for a brief with all its drafts, the longest there may be, every character of them escaped. */
const BRIEF_BYTES = 512 * 1024

/** `/api/social/drafts`: one draft, which streams and is not stored; closing the connection stops it. */
export function draftsRoutes(deps: ChatDependencies) {
  const { engine, ask } = deps.engine
  const windowTokens = windowOf(engine, deps.windowTokens)

  return new Hono<AppEnv>().post(
    '/social/drafts',
    jsonBody(BRIEF_BYTES),
    validate('json', draftRequestSchema),
    async (c) => {
      const wanted = c.req.valid('json')
      const { requestId, log } = c.var
      const wallet = (await c.var.readSession())?.user.address ?? null
      const agent = await deps.findAgent(wanted.agentId, wallet)
      if (!agent) throw new Failure('not_found', 'There is no such agent.')

      return replyStream((gone) => {
        const { record = (_, begin) => begin(() => {}) } = deps
        const asked = { agentId: wanted.agentId, wallet, begins: false }
        const events = record(asked, (because) =>
          writeDraft(wanted, agent, {
            engine,
            ask,
            windowTokens,
            requestId,
            log,
            stopped: gone,
            shutdown: deps.shutdown,
            because,
          }),
        )
        return deps.metrics?.observe(events) ?? events
      }, deps.heartbeatMs)
    },
  )
}

/** `/api/me/briefs`: what a wallet keeps. Whose a brief is comes from the session alone. */
export function briefsRoutes(briefs: Briefs) {
  return new Hono<AppEnv>()
    .get('/me/briefs', signedIn, validate('query', briefListQuerySchema), async (c) =>
      c.json(await briefs.list(await signedInWallet(c), c.req.valid('query')), 200),
    )
    .get('/me/briefs/:id', signedIn, async (c) => c.json(await briefs.open(await ownedId(c)), 200))
    .put('/me/briefs/:id', signedIn, jsonBody(BRIEF_BYTES), validate('json', keptBriefSchema), async (c) => {
      const wanted = c.req.valid('json')
      // An id in capitals is the same id; the database writes it in small letters.
      const brief = await briefs.store(await ownedId(c), { ...wanted, agentId: wanted.agentId.toLowerCase() })
      return c.json(brief, wanted.follows === 0 ? 201 : 200)
    })
    .delete('/me/briefs/:id', signedIn, async (c) => {
      await briefs.remove(await ownedId(c))
      return c.body(null, 204)
    })
    .post('/me/briefs/:id/restore', signedIn, async (c) =>
      c.json(await briefs.restore(await ownedId(c)), 200),
    )
}

/** The brief that the address names, in the one form that its id is stored in, for the one who signed in. */
async function ownedId(c: AppContext) {
  const id = pathId(c, 'There is no such brief.').toLowerCase()
  return { id, owner: await signedInWallet(c) }
}
