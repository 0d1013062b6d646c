import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { BriefDesk } from './brief-desk.ts'
import type { BriefValues } from './brief-values.ts'
import { pageBriefDesk } from './page-brief-desk.ts'

/**
 * The form of the page, with what this browser remembers of it.
 * @param viewer the wallet of the session; undefined while it is not known
 */
export function useBrief(viewer: string | null | undefined): { desk: BriefDesk; values: BriefValues } {
  const desk = pageBriefDesk(useQueryClient())
  const values = useSyncExternalStore(desk.subscribe, desk.getValues, desk.getFirstValues)
  useEffect(() => {
    if (viewer !== undefined) desk.ownBy(viewer)
  }, [desk, viewer])
  useEffect(() => {
    window.addEventListener('pagehide', desk.remember)
    return () => {
      window.removeEventListener('pagehide', desk.remember)
      desk.remember()
    }
  }, [desk])
  return { desk, values }
}
