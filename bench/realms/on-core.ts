import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const cores = availableParallelism()

/** Whether a process can be kept to one core here: there is more than one, and the program that does it. */
export const canPin = cores > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0

/**
 * Starts processes that stay on one core; where they can't be kept there, they run where they like. Not to be called
 * twice at once: what is started takes after this process, which moves there for as long.
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
