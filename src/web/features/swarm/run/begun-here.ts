import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'

/** Not shown yet. A run can end before the code that shows it has loaded. */
const begun = new Set<string>()

export function rememberBegun(runId: string): void {
  begun.add(runId)
}

/** What is announced already when a run is first shown; of one started here, only its start. */
export function knownAtFirst(run: SwarmRun): SwarmRun {
  return begun.has(run.id) ? { ...run, state: 'running', turns: [] } : run
}

/** From then on its changes are announced. */
export function forgetBegun(runId: string): void {
  begun.delete(runId)
}
