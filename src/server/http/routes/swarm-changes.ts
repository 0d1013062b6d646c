import { Hono } from 'hono'
import { newSwarmPhaseSchema, swarmChangesSchema, swarmRunSchema } from '../../../shared/swarm/swarm.ts'
import { Failure } from '../../domain/failure.ts'
import type { Swarm } from '../../domain/swarm/swarm.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { done, json, operation, ownerErrors } from '../operation.ts'
import { pathId, pathRun, signedInWallet } from '../request.ts'

/** What changes a run under `/api/swarm/runs/{id}`. A run without a wallet is changed by whoever has its link. */
export function runChangesRoutes(swarm: Swarm) {
  return new Hono<AppEnv>().route('/', changingRoutes(swarm)).route('/', continuingRoutes(swarm))
}

const changed = { 200: json('The run.', swarmRunSchema) }

const continuingErrors = ['not_signed_in', ...ownerErrors, 'conflict', 'swarm_busy', 'quota_reached'] as const

function changingRoutes(swarm: Swarm) {
  return new Hono<AppEnv>()
    .patch(
      '/swarm/runs/:id',
      operation({
        act: 'making',
        tag: 'swarm',
        summary: 'Let whoever has the link read a run, or its owner alone',
        body: swarmChangesSchema,
        answers: changed,
        errors: ['not_signed_in', ...ownerErrors],
      }),
      async (c) => {
        const { shared } = c.req.valid('json')
        return c.json(await swarm.of(pathRun(c)).share(pathRun(c), await changerOf(swarm, c), shared), 200)
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
        await swarm.of(pathRun(c)).remove(pathRun(c), await changerOf(swarm, c))
        return c.body(null, 204)
      },
    )
    .post(
      '/swarm/runs/:id/restore',
      operation({
        tag: 'swarm',
        summary: 'Undo the deletion of a run',
        answers: changed,
        errors: ['not_signed_in', 'not_found', 'undo_expired'],
      }),
      async (c) => c.json(await swarm.of(pathRun(c)).restore(pathRun(c), await changerOf(swarm, c)), 200),
    )
    .delete(
      '/swarm/runs/:id/seats/:seat',
      operation({
        tag: 'swarm',
        summary: 'Take an agent out of a run; `seat` is its place, from 0 on',
        answers: changed,
        errors: ['not_signed_in', ...ownerErrors],
      }),
      async (c) =>
        c.json(await swarm.of(pathRun(c)).drop(pathRun(c), await changerOf(swarm, c), seatOf(c)), 200),
    )
}

function continuingRoutes(swarm: Swarm) {
  return new Hono<AppEnv>()
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
        await swarm.of(pathRun(c)).stop(pathRun(c), await changerOf(swarm, c))
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
        const turn = pathId(c, 'There is no such turn.', 'turn')
        await swarm.of(pathRun(c)).stopTurn(pathRun(c), await changerOf(swarm, c), turn)
        return c.body(null, 204)
      },
    )
    .post(
      '/swarm/runs/:id/phases',
      operation({
        act: 'speaking',
        tag: 'swarm',
        summary: 'Go on with a run that is over',
        body: newSwarmPhaseSchema,
        answers: changed,
        errors: continuingErrors,
      }),
      async (c) => {
        const wanted = c.req.valid('json')
        return c.json(await swarm.of(pathRun(c)).goOn(pathRun(c), await changerOf(swarm, c), wanted), 200)
      },
    )
    .post(
      '/swarm/runs/:id/take-up',
      operation({
        act: 'speaking',
        tag: 'swarm',
        summary: 'Take up what was stopped, failed or was interrupted, within the words that are left',
        answers: changed,
        errors: continuingErrors,
      }),
      async (c) => c.json(await swarm.of(pathRun(c)).takeUp(pathRun(c), await changerOf(swarm, c)), 200),
    )
}

/** Null if the run has no wallet. @throws {Failure} `not_signed_in` if a wallet is required */
async function changerOf(swarm: Swarm, c: AppContext): Promise<string | null> {
  return swarm.isVisitors(pathRun(c)) ? null : signedInWallet(c)
}

function seatOf(c: AppContext): number {
  const seat = c.req.param('seat') ?? ''
  if (!/^\d$/.test(seat)) throw new Failure('not_found', 'This run has no such agent.')
  return Number(seat)
}
