import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { NewSwarmPhase, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import type { RunActions } from '../actions/run-actions.ts'
import { continueWith, dropSeat, resumeRun, shareRun, stopRun, stopTurn } from '../api/change-run.ts'
import { runListsKey, runQuery } from '../api/runs.ts'
import { prolongRunHere } from '../api/runs-here.ts'
import { withSession } from '../api/with-session.ts'
import type { Following } from '../run/run-head.tsx'
import { useFollowing } from './use-following.ts'

/** The refetch interval of somebody else's run that has ended, in milliseconds. */
const LOOK_AGAIN_MS = 15_000

/** The owner's actions on the whole run. Each rejects with the server's error. */
export interface OwnerActions extends RunActions {
  share(shared: boolean): Promise<void>
  continueRun(phase: NewSwarmPhase): Promise<void>
  resume(): Promise<void>
}

/**
 * `withdrawn`: it was shown here until it became unreadable; `gone`: the same, and no wallet stored it, so that nobody
 * else has it either.
 */
type KeptRun =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'withdrawn' }
  | { state: 'gone'; run: SwarmRun }
  | { state: 'unreachable'; problem: string; retry: () => void }
  | {
      state: 'ready'
      run: SwarmRun
      following: Following
      actions: OwnerActions
      abort: (on: boolean) => void
    }

/** @param viewer null for a visitor, undefined while it is not known */
export function useKeptRun(viewer: string | null | undefined, id: string): KeptRun {
  const api = useApi()
  const queryClient = useQueryClient()
  const question = runQuery(api, viewer ?? null, id)
  const [isAborting, setAborting] = useState(false)
  const asked = useQuery({
    ...question,
    enabled: viewer !== undefined && !isAborting,
    // A followed run is more recent than the stored one.
    refetchOnWindowFocus: ({ state }) => (isRunning(state.data) ? false : 'always'),
    refetchOnReconnect: ({ state }) => !isRunning(state.data),
    refetchInterval: ({ state }) => lookAgainAfter(state.data, new Date()),
  })
  const { data } = asked
  const active = isRunning(data) && !isAborting
  const following = useFollowing({ viewer: viewer ?? null, id, active })
  const seen = useRef<{ by: string | null | undefined; run: SwarmRun }>(undefined)
  if (data) seen.current = { by: viewer, run: data }
  const until = data?.until
  useEffect(() => {
    if (until !== undefined) prolongRunHere(id, until)
  }, [id, until])

  const actions = useMemo((): OwnerActions => {
    const { queryKey } = runQuery(api, viewer ?? null, id)
    const adopt = (change: (known: SwarmRun) => SwarmRun) => {
      queryClient.setQueryData(queryKey, (known) => known && change(known))
      void queryClient.invalidateQueries({ queryKey: runListsKey, refetchType: 'none' })
    }
    return {
      stop: () => withSession(() => stopRun(api, id)),
      stopTurn: (turn) => withSession(() => stopTurn(api, id, turn)),
      async drop(seat) {
        await withSession(() => dropSeat(api, id, seat))
      },
      async share(shared) {
        const now = await withSession(() => shareRun(api, id, shared))
        adopt((known) => ({ ...known, shared: now.shared }))
      },
      async continueRun(phase) {
        const now = await withSession(() => continueWith(api, id, phase))
        adopt(() => now)
      },
      async resume() {
        const now = await withSession(() => resumeRun(api, id))
        adopt(() => now)
      },
    }
  }, [api, queryClient, viewer, id])

  if (data) return { state: 'ready', run: data, following, actions, abort: setAborting }
  if (data === null) {
    const before = seen.current?.run.id === id ? seen.current : undefined
    if (before?.run.until !== undefined) return { state: 'gone', run: before.run }
    return { state: before?.by === viewer ? 'withdrawn' : 'missing' }
  }
  if (!asked.error) return { state: 'loading' }
  return { state: 'unreachable', problem: explainError(asked.error), retry: () => void asked.refetch() }
}

function isRunning(run: SwarmRun | null | undefined): boolean {
  return run?.state === 'running'
}

/**
 * The milliseconds until a run is asked for again: somebody else can go on with theirs, and one that no wallet stores is
 * gone at a known time, after which nobody must be offered anything with it. A running one is followed.
 */
export function lookAgainAfter(
  run: Pick<SwarmRun, 'state' | 'own' | 'until'> | null | undefined,
  now: Date,
): number | false {
  if (!run || run.state === 'running') return false
  if (!run.own) return LOOK_AGAIN_MS
  if (run.until === undefined) return false
  // The clock of the server may be behind.
  return Math.max(LOOK_AGAIN_MS, new Date(run.until).getTime() - now.getTime())
}
