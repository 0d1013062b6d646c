import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useSyncExternalStore } from 'react'
import type { StoredBrief } from '../../../../shared/social.ts'
import { useSaveOnLeave } from '../../../blocks/saved-draft/autosave.ts'
import { onOnlineChange } from '../../../lib/hooks/use-online.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { briefQuery } from '../api/briefs.ts'
import { type BriefErrors, type BriefValues, readBrief } from './brief-values.ts'
import type { Desk, DeskView } from './desk.ts'
import { pageDesks } from './page-desks.ts'

/** Only another address of the same screen: it stays where it is. */
const sameScreen = { state: { sameScreen: true } }
export const briefAddress = (id: string) => `/social?brief=${encodeURIComponent(id)}`

/** Whether the address's brief can be shown. `locked`: nobody is signed in. `missing`: it is not there for this wallet. */
export type BriefStatus = 'ready' | 'loading' | 'locked' | 'missing' | 'unreachable'

export interface Drafts {
  desk: Desk
  view: DeskView
  status: BriefStatus
  reload: () => void
  /** Writes drafts from the form, or says what is wrong with it. Drafts that are there get a brief of their own. */
  draft: () => BriefErrors | null
  /** Begins another brief with the same agent and platform. */
  renew: () => void
  /** Out of a conflict: what is here is kept beside what the other tab has stored. */
  keepMine: () => void
  /** Out of a conflict: what the other tab has stored is shown instead. */
  takeTheirs: () => void
  /** Lets go of a kept brief that was deleted. */
  drop: (id: string) => void
}

/**
 * The brief of the address, new or kept.
 * @param viewer the wallet of the session; undefined while it is not known
 * @param onPutAway called when drafts that nobody keeps made room; with what brings them back
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
  const desks = pageDesks(client, api)
  const [, lookAgain] = useReducer((count: number) => count + 1, 0)
  const desk = desks.find(owner, briefId)
  const view = useSyncExternalStore(desk.subscribe, desk.getView, desk.getFirstView)
  const stored = useQuery({
    ...briefQuery(api, owner ?? '', briefId ?? ''),
    enabled: owner !== null && briefId !== null,
  })

  useEffect(() => {
    desk.recall()
    window.addEventListener('pagehide', desk.keepNow)
    const stopListening = onOnlineChange(desk.keepNow)
    return () => {
      window.removeEventListener('pagehide', desk.keepNow)
      stopListening()
    }
  }, [desk])
  useSaveOnLeave(desk.remember)
  useEffect(() => {
    if (stored.data) desk.adopt(stored.data)
  }, [stored.data, desk])
  useEffect(() => {
    if (owner !== null && briefId === null && desks.handOver(owner)) lookAgain()
  }, [desks, owner, briefId])
  useEffect(() => desks.settle(owner, briefId), [desks, owner, briefId])
  const address = owner !== null && briefId === null && view.isStored ? view.id : null
  useEffect(() => {
    if (owner === null || address === null) return
    desks.share(owner, desk, address)
    void navigate(briefAddress(address), { replace: true, ...sameScreen })
  }, [address, owner, desk, desks, navigate])

  /** Another brief at the address of new ones. */
  const beginAnew = (values: BriefValues): Desk => {
    const before = desks.renew(owner, values)
    const wasKept = before === null || before.getView().drafts.lanes.length === 0 || before.getView().isStored
    if (!wasKept)
      options.onPutAway(() => {
        desks.putBack(owner, before)
        lookAgain()
        void navigate('/social', sameScreen)
      })
    if (briefId !== null) void navigate('/social', sameScreen)
    lookAgain()
    return desks.find(owner, null)
  }

  return {
    desk,
    view,
    status: statusOf(options.viewer, briefId, view, stored),
    reload: () => void stored.refetch(),
    draft() {
      const read = readBrief(view.values)
      if (!read.ok) return read.errors
      const isFree = briefId === null && view.drafts.lanes.length === 0 && !view.isStored
      return (isFree ? desk : beginAnew(view.values)).begin()
    },
    renew: () => void beginAnew({ ...view.values, topic: '', source: '' }),
    keepMine() {
      if (owner !== null && briefId !== null) {
        desks.share(owner, desk, null)
        void navigate('/social', { replace: true, ...sameScreen })
      }
      desk.keepAsNew()
    },
    takeTheirs() {
      const { keeping } = view
      if (keeping.state === 'conflict' && keeping.theirs) desk.takeTheirs(keeping.theirs)
    },
    drop(id) {
      if (owner !== null) desks.drop(owner, id)
    },
  }
}

function statusOf(
  viewer: string | null | undefined,
  briefId: string | null,
  view: DeskView,
  stored: { data: StoredBrief | null | undefined; error: Error | null },
): BriefStatus {
  if (briefId === null) return 'ready'
  if (viewer === null) return 'locked'
  if (view.drafts.brief) return 'ready'
  if (stored.data === null) return 'missing'
  return stored.error ? 'unreachable' : 'loading'
}
