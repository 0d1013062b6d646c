import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'

/** Runs that were started on this page and not shown yet. A run can end before the code that shows it has loaded. */
const begun = new Set<string>()

export function rememberBegun(runId: string): void {
  begun.add(runId)
}

/** The state that is already announced when a run is first shown; for one started here, only its start. */
export function knownAtFirst(run: SwarmRun): SwarmRun {
  return begun.has(run.id) ? { ...run, state: 'running', turns: [] } : run
}

/** Must be called when a run is shown; from then on its changes are announced. */
export function forgetBegun(runId: string): void {
  begun.delete(runId)
}
