import { existsSync, globSync, writeFileSync } from 'node:fs'

/** Where Debian's `libfaketime` is, which gives a process a clock of its own; undefined where it is not installed. */
export const clockLibrary = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]

/** What a process needs to have a clock that `setClock` steps. */
export function clockVariables(file: string): Record<string, string> {
  if (!clockLibrary) return {}
  if (!existsSync(file)) setClock(file, 0)
  return {
    LD_PRELOAD: clockLibrary,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Timers go by the monotonic clock, which no step of the wall clock moves.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
}

/** Steps the clocks of the processes that look into the file, within a second. */
export function setClock(file: string, offsetSeconds: number): void {
  writeFileSync(file, `${offsetSeconds < 0 ? '-' : '+'}${Math.abs(offsetSeconds)}\n`)
}
