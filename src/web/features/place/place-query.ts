import { queryOptions } from '@tanstack/react-query'
import { type Api, ApiError, unwrap } from '../../lib/http/api.ts'

/** Milliseconds between two looks, while the page is visible. */
const EVERY_MS = 5_000

export const placeQuery = (api: Api) =>
  queryOptions({
    queryKey: ['place', 'status'],
    queryFn: ({ signal }) => unwrap(api.place.$get({}, { init: { signal } })),
    refetchInterval: ({ state: { error } }) => (isOthers(error) ? false : EVERY_MS),
    retry: (tries, error) => tries < 2 && !isOthers(error),
  })

/** Somebody else runs this place. */
export function isOthers(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403
}
