import { Hono } from 'hono'
import {
  type NewSwarmRun,
  newSwarmPhaseSchema,
  newSwarmRunSchema,
  type SwarmEvent,
  swarmChangesSchema,
  swarmEventSchema,
  swarmListQuerySchema,
  swarmPageSchema,
  swarmRunSchema,
} from '../../../shared/swarm/swarm.ts'
import { Failure } from '../../domain/failure.ts'
import type { Swarm } from '../../domain/swarm/swarm.ts'
import { attachment } from '../attachment.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { addressKey } from '../edge/rate-limit.ts'
import { endWithSession, eventStream } from '../event-stream.ts'
import { done, events, file, json, operation, ownerErrors } from '../operation.ts'
import { pathId, signedInWallet, walletOrVisitor } from '../request.ts'

/**
 * The routes `/api/swarm`. The owner of a run is taken from the session only; a run that was started without a session
 * belongs to everybody with its link. Closing a connection does not stop a run.
 */
export function swarmRoutes(swarm: Swarm, heartbeatMs?: number) {
  /**
   * Returns the wallet that wants to change a run; null if the run has no wallet. @throws {Failure} `not_signed_in` if
   * a wallet is required
   */
  const changer = async (c: AppContext) => (swarm.isVisitors(runId(c)) ? null : await signedInWallet(c))
  const runOf = (c: AppContext) => swarm.of(runId(c))

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
        const { run, created } = await swarm.begin(
          await signedInWallet(c),
          inSmallLetters(c.req.valid('json')),
        )
        c.header('location', `/api/swarm/runs/${run.id}`)
        return c.json(run, created ? 201 : 200)
      },
    )
    .post(
      '/swarm/unkept-runs',
      operation({
        tag: 'swarm',
        summary:
          'Begin a run that is stored nowhere: it is there for an hour, for whoever has its id, and gone when the server ends',
        body: newSwarmRunSchema,
        answers: {
          201: json('The run.', swarmRunSchema),
          200: json('The run that an earlier try with the same id made.', swarmRunSchema),
        },
        errors: ['conflict', 'swarm_busy', 'server_busy'],
        storesNothing: true,
      }),
      async (c) => {
        const { run, created } = await swarm.beginUnkept(
          addressKey(c.get('clientAddress')),
          inSmallLetters(c.req.valid('json')),
        )
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
      async (c) => c.json(await runOf(c).open(runId(c), await walletOrVisitor(c)), 200),
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
        const follow = await runOf(c).follow(runId(c), await walletOrVisitor(c))
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
        summary: 'Let whoever has the link read a run, or its owner alone',
        body: swarmChangesSchema,
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_signed_in', ...ownerErrors],
      }),
      async (c) => {
        const { shared } = c.req.valid('json')
        return c.json(await runOf(c).share(runId(c), await changer(c), shared), 200)
      },
    )
    .delete(
      '/swarm/runs/:id',
      operation({
        tag: 'swarm',
        summary: 'Delete a run, which stops it and can be undone for ten seconds',
        answers: { 204: done('It is deleted.') },
        errors: ['not_signed_in', ...ownerErrors],
      }),
      async (c) => {
        await runOf(c).remove(runId(c), await changer(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/swarm/runs/:id/restore',
      operation({
        tag: 'swarm',
        summary: 'Undo the deletion of a run',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_signed_in', 'not_found', 'undo_expired'],
      }),
      async (c) => c.json(await runOf(c).restore(runId(c), await changer(c)), 200),
    )
    .post(
      '/swarm/runs/:id/stop',
      operation({
        tag: 'swarm',
        summary:
          'Stop a run, which keeps the words that came and gets no synthesis; one that is over stays as it is',
        answers: { 204: done('It is over.') },
        errors: ['not_signed_in', ...ownerErrors],
        storesNothing: true,
      }),
      async (c) => {
        await runOf(c).stop(runId(c), await changer(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/swarm/runs/:id/turns/:turn/stop',
      operation({
        tag: 'swarm',
        summary: 'Stop one turn, which keeps its words; the run goes on with them',
        answers: { 204: done('It is over.') },
        errors: ['not_signed_in', ...ownerErrors],
        storesNothing: true,
      }),
      async (c) => {
        const turn = pathId(c, 'There is no such turn.', 'turn').toLowerCase()
        await runOf(c).stopTurn(runId(c), await changer(c), turn)
        return c.body(null, 204)
      },
    )
    .delete(
      '/swarm/runs/:id/seats/:seat',
      operation({
        tag: 'swarm',
        summary: 'Take an agent out of a run; `seat` is its place, from 0 on',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_signed_in', ...ownerErrors],
      }),
      async (c) => c.json(await runOf(c).drop(runId(c), await changer(c), seatOf(c)), 200),
    )
    .post(
      '/swarm/runs/:id/phases',
      operation({
        tag: 'swarm',
        summary: 'Go on with a run that is over',
        body: newSwarmPhaseSchema,
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_signed_in', ...ownerErrors, 'conflict', 'swarm_busy', 'quota_reached'],
      }),
      async (c) => c.json(await runOf(c).goOn(runId(c), await changer(c), c.req.valid('json')), 200),
    )
    .post(
      '/swarm/runs/:id/take-up',
      operation({
        tag: 'swarm',
        summary: 'Take up what was stopped, failed or was interrupted, within the words that are left',
        answers: { 200: json('The run.', swarmRunSchema) },
        errors: ['not_signed_in', ...ownerErrors, 'conflict', 'swarm_busy', 'quota_reached'],
      }),
      async (c) => c.json(await runOf(c).takeUp(runId(c), await changer(c)), 200),
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
        const { filename, contentType, body } = await runOf(c).export(runId(c), await walletOrVisitor(c))
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

const runId = (c: AppContext) => pathId(c, 'There is no such run.').toLowerCase()

function seatOf(c: AppContext): number {
  const seat = c.req.param('seat') ?? ''
  if (!/^\d$/.test(seat)) throw new Failure('not_found', 'This run has no such agent.')
  return Number(seat)
}
