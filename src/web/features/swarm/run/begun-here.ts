import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'

/** Runs that were started on this page and not shown yet. A run can end before the code that shows it has loaded. */
const begun = new Set<string>()

/** Must be called when a run is started. */
export function rememberBegun(runId: string): void {
  begun.add(runId)
}

/**
 * The state of a run that is already announced when it is first shown; for one started here, only that it has started.
 */
export function knownAtFirst(run: SwarmRun): SwarmRun {
  return begun.has(run.id) ? { ...run, state: 'running', turns: [] } : run
}

/** Must be called when a run is shown; from then on its changes are announced. */
export function forgetBegun(runId: string): void {
  begun.delete(runId)
}
