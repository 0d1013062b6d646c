import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { UNDO_DELETE_MS } from '../../../../shared/common/limits.ts'
import type { BriefPage } from '../../../../shared/social.ts'
import { ApiError, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { toast } from '../../../ui/toast.ts'
import { briefListsKey, briefsKey, deleteBrief, restoreBrief } from '../api/briefs.ts'
import { withoutBrief } from '../desk/brief-pages.ts'
import { briefAddress } from '../desk/use-drafts.ts'

/**
 * Deletes a kept brief with its drafts at once, and offers for ten seconds to undo it.
 * @param shown the brief that is shown: whoever deletes it is led to a new one, and back by undoing
 * @param drop lets go of it on this page
 */
export function useDeleteBrief(shown: string | null, drop: (id: string) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function undo(id: string): Promise<void> {
    try {
      await restoreBrief(api, id)
    } catch (error) {
      toast.error(`The drafts could not be brought back. ${explainError(error)}`)
      return
    }
    await queryClient.invalidateQueries({ queryKey: briefsKey })
    const isHere = window.location.pathname === '/social' && window.location.search === ''
    if (id === shown && isHere) void navigate(briefAddress(id), { state: { sameScreen: true } })
    else toast.success('Drafts restored')
  }

  return async (id: string): Promise<void> => {
    await queryClient.cancelQueries({ queryKey: briefListsKey })
    queryClient.setQueriesData<InfiniteData<BriefPage>>({ queryKey: briefListsKey }, (data) =>
      withoutBrief(data, id),
    )
    try {
      await deleteBrief(api, id)
    } catch (error) {
      // Whoever was quicker has deleted it already.
      if (!(error instanceof ApiError && error.status === 404)) {
        toast.error(`The drafts could not be deleted. ${explainError(error)}`)
        await queryClient.invalidateQueries({ queryKey: briefListsKey })
        return
      }
    }
    drop(id)
    if (id === shown) await navigate('/social', { replace: true, state: { sameScreen: true } })
    queryClient.removeQueries({ queryKey: briefsKey, predicate: ({ queryKey }) => queryKey.includes(id) })
    toast.success('Drafts deleted', {
      duration: UNDO_DELETE_MS,
      action: { label: 'Undo', onClick: () => void undo(id) },
    })
  }
}
