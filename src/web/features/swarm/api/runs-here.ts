import * as z from 'zod/mini'
import { limits } from '../../../../shared/common/limits.ts'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { runTitle } from '../../../../shared/swarm/swarm-markdown.ts'
import { persisted } from '../../../blocks/saved-draft/persisted.ts'

const runHereSchema = z.object({ id: z.uuid(), task: z.string(), until: z.iso.datetime() })

/** A run that was started in this tab and that no wallet stores. */
export type RunHere = z.infer<typeof runHereSchema>

const kept = persisted<RunHere[]>('swarmRunsHere', z.array(runHereSchema))

/** The runs of this tab that the server may still have, newest first. No other list has them. */
export function listRunsHere(now: Date): RunHere[] {
  return (kept.get() ?? []).filter(({ until }) => new Date(until) > now)
}

export function rememberRunHere(run: SwarmRun, now: Date): void {
  const { id, until } = run
  if (until === undefined) return
  const others = listRunsHere(now).filter((one) => one.id !== id)
  kept.set([{ id, task: runTitle(run), until }, ...others].slice(0, limits.unkeptRuns))
}

/** Each further task, whoever gives it, lets a run exist for longer. One that was begun elsewhere is not of this tab. */
export function prolongRunHere(id: string, until: string): void {
  const runs = kept.get()
  if (runs?.some((one) => one.id === id && one.until !== until))
    kept.set(runs.map((one) => (one.id === id ? { ...one, until } : one)))
}

export function forgetRunHere(id: string): void {
  const runs = kept.get()
  if (runs?.some((one) => one.id === id)) kept.set(runs.filter((one) => one.id !== id))
}
