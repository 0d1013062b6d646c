import { Hono } from 'hono'
import { replyEventSchema } from '../../../shared/chat/chat.ts'
import {
  newSwarmPhaseSchema,
  newSwarmRunSchema,
  type SwarmEvent,
  swarmChangesSchema,
  swarmEventSchema,
  swarmListQuerySchema,
  swarmPageSchema,
  swarmRunSchema,
  triedTurnSchema,
} from '../../../shared/swarm/swarm.ts'
import { Failure } from '../../domain/failure.ts'
import type { Swarm } from '../../domain/swarm/swarm.ts'
import { tryTurn } from '../../domain/swarm/try-turn.ts'
import { answerOnce } from '../answer-once.ts'
import { attachment } from '../attachment.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { endWithSession, eventStream } from '../event-stream.ts'
import { done, events, file, json, operation, ownerErrors } from '../operation.ts'
import { pathId, signedInWallet, walletOrVisitor } from '../request.ts'
import type { ChatDependencies } from './chat.ts'

/** Enough for the longest task and everything that was said before a turn, every character escaped. */
const TURN_BYTES = 1024 * 1024

/** `/api/swarm/runs`. Whose a run is comes from the session alone; closing a connection stops nothing. */
export function swarmRoutes(swarm: Swarm, heartbeatMs?: number) {
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
      async (c) => c.json(await swarm.list(await signedInWallet(c), c.req.valid('query')), 200),
    )
    .post(
      '/swarm/runs',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Begin a run of several agents at one task; it goes on whoever follows it',
        body: newSwarmRunSchema,
        answers: {
          201: json('The run.', swarmRunSchema),
          200: json('The run that an earlier try with the same id made.', swarmRunSchema),
        },
        errors: ['conflict', 'swarm_busy', 'quota_reached'],
      }),
      async (c) => {
        const wanted = c.req.valid('json')
        const ids = { id: wanted.id.toLowerCase(), agentIds: wanted.agentIds.map((id) => id.toLowerCase()) }
        const { run, created } = await swarm.begin(await signedInWallet(c), { ...wanted, ...ids })
        c.header('location', `/api/swarm/runs/${run.id}`)
        return c.json(run, created ? 201 : 200)
      },
    )
    .get(
      '/swarm/runs/:id',
      operation({
        tag: 'swarm',
        summary: 'One run, for its owner, and for anybody while it is shared',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await swarm.open(runId(c), await walletOrVisitor(c)), 200),
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
        const follow = await swarm.follow(runId(c), await walletOrVisitor(c))
        const gone = new AbortController()
        return eventStream(follow(gone.signal), {
          idOf: () => undefined,
          join: joinWords,
          onCancel: () => gone.abort(),
          endWith: await endWithSession(c),
          ...(heartbeatMs !== undefined && { heartbeatMs }),
        })
      },
    )
    .patch(
      '/swarm/runs/:id',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Let whoever has the link read a run, or its owner alone',
        body: swarmChangesSchema,
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => {
        const { shared } = c.req.valid('json')
        return c.json(await swarm.share(runId(c), await signedInWallet(c), shared), 200)
      },
    )
    .delete(
      '/swarm/runs/:id',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Delete a run, which stops it and can be undone for ten seconds',
        answers: { 204: done('It is deleted.') },
        errors: [...ownerErrors],
      }),
      async (c) => {
        await swarm.remove(runId(c), await signedInWallet(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/swarm/runs/:id/restore',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Undo the deletion of a run',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_found', 'undo_expired'],
      }),
      async (c) => c.json(await swarm.restore(runId(c), await signedInWallet(c)), 200),
    )
    .post(
      '/swarm/runs/:id/stop',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary:
          'Stop a run, which keeps the words that came and gets no synthesis; one that is over stays as it is',
        answers: { 204: done('It is over.') },
        errors: [...ownerErrors],
        storesNothing: true,
      }),
      async (c) => {
        await swarm.stop(runId(c), await signedInWallet(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/swarm/runs/:id/turns/:turn/stop',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Stop one turn, which keeps its words; the run goes on with them',
        answers: { 204: done('It is over.') },
        errors: [...ownerErrors],
        storesNothing: true,
      }),
      async (c) => {
        const turn = pathId(c, 'There is no such turn.', 'turn').toLowerCase()
        await swarm.stopTurn(runId(c), await signedInWallet(c), turn)
        return c.body(null, 204)
      },
    )
    .delete(
      '/swarm/runs/:id/seats/:seat',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Take an agent out of a run; `seat` is its place, from 0 on',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: [...ownerErrors],
      }),
      async (c) => c.json(await swarm.drop(runId(c), await signedInWallet(c), seatOf(c)), 200),
    )
    .post(
      '/swarm/runs/:id/phases',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Go on with a run that is over',
        body: newSwarmPhaseSchema,
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: [...ownerErrors, 'conflict', 'swarm_busy', 'quota_reached'],
      }),
      async (c) => c.json(await swarm.goOn(runId(c), await signedInWallet(c), c.req.valid('json')), 200),
    )
    .post(
      '/swarm/runs/:id/take-up',
      operation({
        tag: 'swarm',
        signedIn: true,
        summary: 'Take up what was stopped, failed or was interrupted, within the words that are left',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: [...ownerErrors, 'conflict', 'swarm_busy', 'quota_reached'],
      }),
      async (c) => c.json(await swarm.takeUp(runId(c), await signedInWallet(c)), 200),
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
        const { filename, contentType, body } = await swarm.export(runId(c), await walletOrVisitor(c))
        return c.body(body, 200, {
          'content-type': contentType,
          'content-disposition': attachment(filename),
        })
      },
    )
}

/** `/api/swarm/turns`: one turn of a run that is not stored; closing the connection stops it. */
export function triedTurnsRoutes(deps: ChatDependencies) {
  return new Hono<AppEnv>().post(
    '/swarm/turns',
    operation({
      tag: 'swarm',
      summary: 'One turn of a run that is not stored; it streams, and ends when the connection is closed',
      body: triedTurnSchema,
      answers: { 200: events('The turn, event by event.', replyEventSchema) },
      errors: ['not_found'],
      bodyBytes: TURN_BYTES,
      asksModel: true,
      storesNothing: true,
    }),
    async (c) => {
      const wanted = c.req.valid('json')
      const wallet = await walletOrVisitor(c)
      const agents = await Promise.all(wanted.agentIds.map((id) => deps.findAgent(id, wallet)))
      const missing = wanted.seat !== null && !agents[wanted.seat]
      if (missing) throw new Failure('not_found', 'There is no such agent.')
      // The synthesis is nobody's agent's.
      const agentId = wanted.seat === null ? undefined : wanted.agentIds[wanted.seat]
      const asked = agentId ? { agentId, wallet, begins: false } : null
      return answerOnce(c, deps, asked, (parts) => tryTurn(wanted, agents, parts))
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
