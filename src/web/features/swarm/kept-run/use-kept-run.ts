import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { NewSwarmPhase, SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import type { RunActions } from '../actions/run-actions.ts'
import { dropSeat, goOnWith, shareRun, stopRun, stopTurn, takeUpRun } from '../api/change-run.ts'
import { runListsKey, runQuery } from '../api/runs.ts'
import { withSession } from '../api/with-session.ts'
import type { Following } from '../run/run-head.tsx'
import { useFollowing } from './use-following.ts'

/** How often a run that is over is looked at again for whoever reads somebody else's, in milliseconds. */
const LOOK_AGAIN_MS = 15_000

/** What its owner may do with a run besides what is done in its lanes. Each rejects with what the server said. */
export interface OwnerActions extends RunActions {
  share(shared: boolean): Promise<void>
  goOn(phase: NewSwarmPhase): Promise<void>
  takeUp(): Promise<void>
}

/** A stored run at its address. `withdrawn`: it was read here until it could not be any more. */
export type KeptRun =
  | { state: 'loading' }
  | { state: 'missing' }
  | { state: 'withdrawn' }
  | { state: 'unreachable'; problem: string; retry: () => void }
  | {
      state: 'ready'
      run: SwarmRun
      following: Following
      actions: OwnerActions
      abort: (on: boolean) => void
    }

/**
 * The stored run of an id, live while it runs.
 * @param viewer the wallet of the session, null for a visitor, undefined while that is not known
 */
export function useKeptRun(viewer: string | null | undefined, id: string): KeptRun {
  const api = useApi()
  const queryClient = useQueryClient()
  const question = runQuery(api, viewer ?? null, id)
  const [letsGo, setLetsGo] = useState(false)
  const asked = useQuery({
    ...question,
    enabled: viewer !== undefined && !letsGo,
    // What is followed is known better than it is stored.
    refetchOnWindowFocus: ({ state }) => (isRunning(state.data) ? false : 'always'),
    refetchOnReconnect: ({ state }) => !isRunning(state.data),
    refetchInterval: ({ state }) =>
      state.data && !state.data.own && !isRunning(state.data) ? LOOK_AGAIN_MS : false,
  })
  const { data } = asked
  const active = isRunning(data) && !letsGo
  const following = useFollowing({ viewer: viewer ?? null, id, active })
  const seen = useRef<string>(undefined)
  if (data) seen.current = `${viewer} ${id}`

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
      async goOn(phase) {
        const now = await withSession(() => goOnWith(api, id, phase))
        adopt(() => now)
      },
      async takeUp() {
        const now = await withSession(() => takeUpRun(api, id))
        adopt(() => now)
      },
    }
  }, [api, queryClient, viewer, id])

  if (data) return { state: 'ready', run: data, following, actions, abort: setLetsGo }
  if (data === null) return { state: seen.current === `${viewer} ${id}` ? 'withdrawn' : 'missing' }
  if (!asked.error) return { state: 'loading' }
  return { state: 'unreachable', problem: explainError(asked.error), retry: () => void asked.refetch() }
}

function isRunning(run: SwarmRun | null | undefined): boolean {
  return run?.state === 'running'
}
