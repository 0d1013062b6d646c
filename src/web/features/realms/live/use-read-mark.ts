import { useSyncExternalStore } from 'react'
import { readMarks } from './read-marks.ts'

/** Of this browser; undefined if there is none, and at the first paint. */
export function useReadMark(realmId: string): number | undefined {
  return useSyncExternalStore(
    readMarks.subscribe,
    () => readMarks.read(realmId),
    () => undefined,
  )
}
