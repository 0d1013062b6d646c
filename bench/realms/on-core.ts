import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const cores = availableParallelism()

/** Whether a process can be pinned to one core here: there must be more than one, and the program that does it. */
export const canPin = cores > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0

/**
 * Starts processes pinned to one core; if that is not possible, they run unpinned. Must not be called concurrently:
 * child processes inherit the pinning of this process, which is pinned meanwhile.
 */
export async function onCore<Started>(
  core: 'the first' | 'the others',
  start: () => Promise<Started>,
): Promise<Started> {
  move(core === 'the first' ? '0' : `1-${cores - 1}`)
  try {
    return await start()
  } finally {
    move(`0-${cores - 1}`)
  }
}

function move(list: string) {
  if (canPin) spawnSync('taskset', ['-cp', list, String(process.pid)], { stdio: 'ignore' })
}
