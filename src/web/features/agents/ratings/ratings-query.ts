import { infiniteQueryOptions, mutationOptions, useQueryClient } from '@tanstack/react-query'
import { type Api, unwrap, withSession } from '../../../lib/http/api.ts'

const ratingsKey = (agentId: string) => ['agent ratings', agentId] as const

/** What is said of all ratings and the viewer's own come with the first page. */
export const ratingsQuery = (api: Api, agentId: string, viewer: string | null) =>
  infiniteQueryOptions({
    queryKey: [...ratingsKey(agentId), viewer],
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.agents[':id'].ratings.$get(
          { param: { id: agentId }, query: pageParam ? { cursor: pageParam } : {} },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })

/** Takes the viewer's rating back. @param onRemoved not called if the person declined to sign in */
export const removeRating = (api: Api, agentId: string, onRemoved: () => void) =>
  mutationOptions({
    mutationFn: () =>
      withSession(async () => {
        await unwrap(api.agents[':id'].rating.$delete({ param: { id: agentId } }))
        return 'removed' as const
      }),
    onSuccess: (removed) => {
      if (removed) onRemoved()
    },
  })

export function useRefreshRatings(agentId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ratingsKey(agentId) })
}
