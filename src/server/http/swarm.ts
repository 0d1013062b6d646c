import { Hono } from 'hono'
import {
  newSwarmPhaseSchema,
  newSwarmRunSchema,
  type SwarmEvent,
  swarmChangesSchema,
  swarmListQuerySchema,
  triedTurnSchema,
} from '../../shared/swarm.ts'
import { windowOf } from '../domain/chat/window.ts'
import { Failure } from '../domain/failure.ts'
import type { Swarm } from '../domain/swarm/swarm.ts'
import { tryTurn } from '../domain/swarm/try-turn.ts'
import { attachment } from './attachment.ts'
import type { ChatDependencies } from './chat.ts'
import type { AppContext, AppEnv } from './context.ts'
import { endWithSession } from './end-with-session.ts'
import { eventStream } from './event-stream.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { replyStream } from './reply-stream.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** Enough for the longest task and everything that was said before a turn, every character escaped. */
const TURN_BYTES = 1024 * 1024

/** `/api/swarm/runs`. Whose a run is comes from the session alone; closing a connection stops nothing. */
export function swarmRoutes(swarm: Swarm, heartbeatMs?: number) {
  return new Hono<AppEnv>()
    .get('/swarm/runs', signedIn, validate('query', swarmListQuerySchema), async (c) =>
      c.json(await swarm.list(await signedInWallet(c), c.req.valid('query')), 200),
    )
    .post('/swarm/runs', signedIn, jsonBody(), validate('json', newSwarmRunSchema), async (c) => {
      const wanted = c.req.valid('json')
      const ids = { id: wanted.id.toLowerCase(), agentIds: wanted.agentIds.map((id) => id.toLowerCase()) }
      const { run, created } = await swarm.begin(await signedInWallet(c), { ...wanted, ...ids })
      c.header('location', `/api/swarm/runs/${run.id}`)
      return c.json(run, created ? 201 : 200)
    })
    .get('/swarm/runs/:id', async (c) => c.json(await swarm.open(runId(c), await walletOrVisitor(c)), 200))
    .get('/swarm/runs/:id/events', async (c) => {
      const follow = await swarm.follow(runId(c), await walletOrVisitor(c))
      const gone = new AbortController()
      return eventStream(follow(gone.signal), {
        idOf: () => undefined,
        join: joinWords,
        onCancel: () => gone.abort(),
        endWith: await endWithSession(c),
        ...(heartbeatMs !== undefined && { heartbeatMs }),
      })
    })
    .patch('/swarm/runs/:id', signedIn, jsonBody(), validate('json', swarmChangesSchema), async (c) => {
      const { shared } = c.req.valid('json')
      return c.json(await swarm.share(runId(c), await signedInWallet(c), shared), 200)
    })
    .delete('/swarm/runs/:id', signedIn, async (c) => {
      await swarm.remove(runId(c), await signedInWallet(c))
      return c.body(null, 204)
    })
    .post('/swarm/runs/:id/restore', signedIn, async (c) =>
      c.json(await swarm.restore(runId(c), await signedInWallet(c)), 200),
    )
    .post('/swarm/runs/:id/stop', signedIn, async (c) => {
      await swarm.stop(runId(c), await signedInWallet(c))
      return c.body(null, 204)
    })
    .post('/swarm/runs/:id/turns/:turn/stop', signedIn, async (c) => {
      const turn = pathId(c, 'There is no such turn.', 'turn').toLowerCase()
      await swarm.stopTurn(runId(c), await signedInWallet(c), turn)
      return c.body(null, 204)
    })
    .delete('/swarm/runs/:id/seats/:seat', signedIn, async (c) =>
      c.json(await swarm.drop(runId(c), await signedInWallet(c), seatOf(c)), 200),
    )
    .post('/swarm/runs/:id/phases', signedIn, jsonBody(), validate('json', newSwarmPhaseSchema), async (c) =>
      c.json(await swarm.goOn(runId(c), await signedInWallet(c), c.req.valid('json')), 200),
    )
    .post('/swarm/runs/:id/take-up', signedIn, async (c) =>
      c.json(await swarm.takeUp(runId(c), await signedInWallet(c)), 200),
    )
    .get('/swarm/runs/:id/export', async (c) => {
      const { filename, contentType, body } = await swarm.export(runId(c), await walletOrVisitor(c))
      return c.body(body, 200, {
        'content-type': contentType,
        'content-disposition': attachment(filename),
      })
    })
}

/** `/api/swarm/turns`: one turn of a run that is not stored; closing the connection stops it. */
export function triedTurnsRoutes(deps: ChatDependencies) {
  const windowTokens = windowOf(deps.engine.engine, deps.windowTokens)
  return new Hono<AppEnv>().post(
    '/swarm/turns',
    jsonBody(TURN_BYTES),
    validate('json', triedTurnSchema),
    async (c) => {
      const wanted = c.req.valid('json')
      const { requestId, log } = c.var
      const wallet = await walletOrVisitor(c)
      const agents = await Promise.all(wanted.agentIds.map((id) => deps.findAgent(id, wallet)))
      const missing = wanted.seat !== null && !agents[wanted.seat]
      if (missing) throw new Failure('not_found', 'There is no such agent.')
      return replyStream((gone) => {
        const events = tryTurn(wanted, agents, {
          ...deps.engine,
          windowTokens,
          requestId,
          log,
          stopped: gone,
          shutdown: deps.shutdown,
          wallet,
          record: deps.record,
        })
        return deps.metrics?.observe(events) ?? events
      }, deps.heartbeatMs)
    },
  )
}

function joinWords(earlier: SwarmEvent, later: SwarmEvent): SwarmEvent | null {
  if (earlier.type !== 'words' || later.type !== 'words' || earlier.turn !== later.turn) return null
  return { ...earlier, text: earlier.text + later.text }
}

const runId = (c: AppContext) => pathId(c, 'There is no such run.').toLowerCase()

function seatOf(c: AppContext): number {
  const seat = c.req.param('seat') ?? ''
  if (!/^\d$/.test(seat)) throw new Failure('not_found', 'This run has no such agent.')
  return Number(seat)
}

async function walletOrVisitor(c: AppContext): Promise<string | null> {
  return (await c.var.readSession())?.user.address ?? null
}
