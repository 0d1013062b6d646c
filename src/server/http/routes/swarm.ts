import { Hono } from 'hono'
import {
  type NewSwarmRun,
  newSwarmRunSchema,
  type SwarmEvent,
  swarmEventSchema,
  swarmListQuerySchema,
  swarmPageSchema,
  swarmRunSchema,
} from '../../../shared/swarm/swarm.ts'
import type { Swarm } from '../../domain/swarm/swarm.ts'
import { attachment } from '../attachment.ts'
import type { AppEnv } from '../context.ts'
import { addressKey } from '../edge/rate-limit.ts'
import { endWithSession, eventStream } from '../event-stream.ts'
import { events, file, json, operation } from '../operation.ts'
import { pathRun, walletOrVisitor } from '../request.ts'
import { runChangesRoutes } from './swarm-changes.ts'

/**
 * The owner of a run is taken from the session only; without a session, it belongs to everybody with its link. Closing
 * a connection does not stop a run.
 */
export function swarmRoutes(swarm: Swarm) {
  return new Hono<AppEnv>()
    .route('/', beginningRoutes(swarm))
    .route('/', readingRoutes(swarm))
    .route('/', runChangesRoutes(swarm))
}

const begun = {
  201: json('The run.', swarmRunSchema),
  200: json('The run that an earlier try with the same id made.', swarmRunSchema),
}
function beginningRoutes(swarm: Swarm) {
  return new Hono<AppEnv>()
    .get(
      '/swarm/runs',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: "The wallet's own runs, last used first",
        query: swarmListQuerySchema,
        answers: { 200: json('A page of runs.', swarmPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await swarm.list(c.var.wallet, c.req.valid('query')), 200),
    )
    .post(
      '/swarm/runs',
      operation({
        act: 'speaking',
        tag: 'swarm',
        signedIn: true,
        summary: 'Begin a run of several agents at one task; it goes on whoever follows it',
        body: newSwarmRunSchema,
        answers: begun,
        errors: ['conflict', 'swarm_busy', 'quota_reached'],
      }),
      async (c) => {
        const { run, created } = await swarm.begin(c.var.wallet, inSmallLetters(c.req.valid('json')))
        c.header('location', `/api/swarm/runs/${run.id}`)
        return c.json(run, created ? 201 : 200)
      },
    )
    .post(
      '/swarm/unkept-runs',
      operation({
        act: 'speaking',
        tag: 'swarm',
        summary:
          'Begin a run that is stored nowhere: it is there for an hour, for whoever has its id, and gone when the server ends',
        body: newSwarmRunSchema,
        answers: begun,
        errors: ['conflict', 'swarm_busy', 'server_busy'],
        storesNothing: true,
      }),
      async (c) => {
        const address = addressKey(c.var.clientAddress)
        const { run, created } = await swarm.beginUnkept(address, inSmallLetters(c.req.valid('json')))
        c.header('location', `/api/swarm/runs/${run.id}`)
        return c.json(run, created ? 201 : 200)
      },
    )
}

function readingRoutes(swarm: Swarm) {
  return new Hono<AppEnv>()
    .get(
      '/swarm/runs/:id',
      operation({
        tag: 'swarm',
        summary: 'One run, for its owner, and for anybody while it is shared',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await swarm.of(pathRun(c)).open(pathRun(c), await walletOrVisitor(c)), 200),
    )
    .get(
      '/swarm/runs/:id/events',
      operation({
        tag: 'swarm',
        summary: 'A run as it is, and then what changes in it, until it is over',
        answers: { 200: events('The run, event by event.', swarmEventSchema) },
        errors: ['not_found'],
      }),
      async (c) => {
        const follow = await swarm.of(pathRun(c)).follow(pathRun(c), await walletOrVisitor(c))
        const gone = new AbortController()
        return eventStream(follow(gone.signal), {
          idOf: () => undefined,
          join: joinWords,
          onCancel: () => gone.abort(),
          endWith: await endWithSession(c),
        })
      },
    )
    .get(
      '/swarm/runs/:id/export',
      operation({
        tag: 'swarm',
        summary: 'A run as Markdown',
        answers: { 200: file('The file.', 'text/markdown') },
        errors: ['not_found'],
      }),
      async (c) => {
        const wallet = await walletOrVisitor(c)
        const { filename, contentType, body } = await swarm.of(pathRun(c)).export(pathRun(c), wallet)
        return c.body(body, 200, {
          'content-type': contentType,
          'content-disposition': attachment(filename),
        })
      },
    )
}

function joinWords(earlier: SwarmEvent, later: SwarmEvent): SwarmEvent | null {
  if (earlier.type !== 'words' || later.type !== 'words' || earlier.turn !== later.turn) return null
  return { ...earlier, text: earlier.text + later.text }
}

/** Converts the ids to the case in which they are stored. */
const inSmallLetters = (wanted: NewSwarmRun): NewSwarmRun => ({
  ...wanted,
  id: wanted.id.toLowerCase(),
  agentIds: wanted.agentIds.map((id) => id.toLowerCase()),
})
