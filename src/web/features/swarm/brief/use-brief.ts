import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { laterInPage, useSaveOnLeave } from '../../../blocks/saved-draft/autosave.ts'
import { newId } from '../../../lib/new-id.ts'
import { type BriefDesk, createBriefDesk } from './brief-desk.ts'
import { keptBriefs, lastBriefs } from './brief-memory.ts'
import type { BriefValues } from './brief-values.ts'

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
  useSaveOnLeave(desk.remember)
  return { desk, values }
}

const ofClients = new WeakMap<QueryClient, BriefDesk>()

/** The one form that a page has. */
function pageBriefDesk(client: QueryClient): BriefDesk {
  const known = ofClients.get(client)
  if (known) return known
  const desk = createBriefDesk({
    memory: keptBriefs,
    last: lastBriefs,
    newId,
    later: laterInPage,
  })
  ofClients.set(client, desk)
  return desk
}
