import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'

/** Runs that were begun in this page and not shown yet. One can be over before the code that shows it is here. */
const begun = new Set<string>()

/** For whoever begins a run. */
export function rememberBegun(runId: string): void {
  begun.add(runId)
}

/** A run as its reader knows it when it is shown first: of one that was begun here, that it began and no more. */
export function knownAtFirst(run: SwarmRun): SwarmRun {
  return begun.has(run.id) ? { ...run, state: 'running', turns: [] } : run
}

/** For when a run is shown: what becomes of it from now on is seen. */
export function forgetBegun(runId: string): void {
  begun.delete(runId)
}
