import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useSyncExternalStore } from 'react'
import type { StoredBrief } from '../../../../shared/social.ts'
import { useSaveOnLeave } from '../../../blocks/saved-draft/autosave.ts'
import { onOnlineChange } from '../../../lib/hooks/use-online.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { briefQuery } from '../api/briefs.ts'
import { type BriefErrors, type BriefValues, readBrief } from './brief-values.ts'
import type { DraftStore, DraftStoreView } from './draft-store.ts'
import { pageDraftStores } from './page-draft-stores.ts'

/** Only the address changes, so the screen keeps its scroll position. */
const sameScreen = { state: { sameScreen: true } }
export const briefAddress = (id: string) => `/social?brief=${encodeURIComponent(id)}`

/** `locked`: nobody is signed in; `missing`: it does not exist for this wallet. */
export type BriefStatus = 'ready' | 'loading' | 'locked' | 'missing' | 'unreachable'

export interface Drafts {
  draftStore: DraftStore
  view: DraftStoreView
  status: BriefStatus
  reload: () => void
  /** Returns the errors of the form. Existing drafts get a brief of their own. */
  draft: () => BriefErrors | null
  /** Starts another brief with the same agent and platform. */
  renew: () => void
  /** Resolves a conflict: keeps the local version beside the other tab's one. */
  keepMine: () => void
  takeTheirs: () => void
  drop: (id: string) => void
}

/**
 * @param viewer undefined while it is not known
 * @param onPutAway called with a function that restores unsaved drafts, when they were replaced
 */
export function useDrafts(options: {
  viewer: string | null | undefined
  briefId: string | null
  onPutAway: (putBack: () => void) => void
}): Drafts {
  const { briefId } = options
  const owner = options.viewer ?? null
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const draftStores = pageDraftStores(client, api)
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  const draftStore = draftStores.find(owner, briefId)
  const reader = useMemo(
    () => ({
      subscribe: (listener: () => void) => draftStore.subscribe(listener),
      getView: () => draftStore.getView(),
      getFirstView: () => draftStore.getFirstView(),
      remember: () => draftStore.remember(),
    }),
    [draftStore],
  )
  const view = useSyncExternalStore(reader.subscribe, reader.getView, reader.getFirstView)
  const stored = useQuery({
    ...briefQuery(api, owner ?? '', briefId ?? ''),
    enabled: owner !== null && briefId !== null,
  })

  useEffect(() => {
    draftStore.recall()
    const keepNow = () => draftStore.keepNow()
    // What was refused while another wallet was here.
    keepNow()
    window.addEventListener('pagehide', keepNow)
    const stopListening = onOnlineChange(keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      stopListening()
    }
  }, [draftStore])
  useSaveOnLeave(reader.remember)
  useEffect(() => {
    if (stored.data) draftStore.adopt(stored.data)
  }, [stored.data, draftStore])
  useEffect(() => {
    if (owner !== null && briefId === null && draftStores.handOver(owner)) lookAgain()
  }, [draftStores, owner, briefId])
  useEffect(() => draftStores.settle(owner, briefId), [draftStores, owner, briefId])
  const address = owner !== null && briefId === null && view.isStored ? view.id : null
  useEffect(() => {
    if (owner === null || address === null) return
    draftStores.share(owner, draftStore, address)
    void navigate(briefAddress(address), { replace: true, ...sameScreen })
  }, [address, owner, draftStore, draftStores, navigate])

  /** Starts another brief at the address of new ones. */
  const resync = (values: BriefValues): DraftStore => {
    const before = draftStores.renew(owner, values)
    const wasKept = before === null || before.getView().drafts.lanes.length === 0 || before.getView().isStored
    if (!wasKept)
      options.onPutAway(() => {
        draftStores.putBack(owner, before)
        lookAgain()
        void navigate('/social', sameScreen)
      })
    if (briefId !== null) void navigate('/social', sameScreen)
    lookAgain()
    return draftStores.find(owner, null)
  }

  return {
    draftStore,
    view,
    status: statusOf(options.viewer, briefId, view, stored),
    reload: () => void stored.refetch(),
    draft() {
      const read = readBrief(view.values)
      if (!read.ok) return read.errors
      const isFree = briefId === null && view.drafts.lanes.length === 0 && !view.isStored
      return (isFree ? draftStore : resync(view.values)).begin()
    },
    renew: () => void resync({ ...view.values, topic: '', source: '' }),
    keepMine() {
      if (owner !== null && briefId !== null) {
        draftStores.share(owner, draftStore, null)
        void navigate('/social', { replace: true, ...sameScreen })
      }
      draftStore.keepAsNew()
    },
    takeTheirs() {
      const { saveState } = view
      if (saveState.state === 'conflict' && saveState.theirs) draftStore.takeTheirs(saveState.theirs)
    },
    drop(id) {
      if (owner !== null) draftStores.drop(owner, id)
    },
  }
}

function statusOf(
  viewer: string | null | undefined,
  briefId: string | null,
  view: DraftStoreView,
  stored: { data: StoredBrief | null | undefined; error: Error | null },
): BriefStatus {
  if (briefId === null) return 'ready'
  if (viewer === null) return 'locked'
  if (view.drafts.brief) return 'ready'
  if (stored.data === null) return 'missing'
  return stored.error ? 'unreachable' : 'loading'
}
