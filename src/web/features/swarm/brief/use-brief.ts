import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { laterInPage, useSaveOnLeave } from '../../../blocks/saved-draft/autosave.ts'
import { newId } from '../../../lib/new-id.ts'
import { keptBriefs, lastBriefs } from './brief-memory.ts'
import { BriefStore } from './brief-store.ts'
import type { BriefValues } from './brief-values.ts'

/** @param viewer undefined while it is not known */
export function useBrief(viewer: string | null | undefined): { store: BriefStore; values: BriefValues } {
  const store = pageBriefStore(useQueryClient())
  const reader = useMemo(
    () => ({
      subscribe: (listener: () => void) => store.subscribe(listener),
      getValues: () => store.getValues(),
      remember: () => store.remember(),
    }),
    [store],
  )
  const values = useSyncExternalStore(reader.subscribe, reader.getValues, () => store.getFirstValues())
  useEffect(() => {
    if (viewer !== undefined) store.ownBy(viewer)
  }, [store, viewer])
  useSaveOnLeave(reader.remember)
  return { store, values }
}

const ofClients = new WeakMap<QueryClient, BriefStore>()

function pageBriefStore(client: QueryClient): BriefStore {
  const known = ofClients.get(client)
  if (known) return known
  const store = new BriefStore({
    memory: keptBriefs,
    last: lastBriefs,
    newId,
    later: laterInPage,
  })
  ofClients.set(client, store)
  return store
}
