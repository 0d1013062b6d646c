import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Api, unwrap, useApi } from '../../lib/http/api.ts'
import { useViewer } from '../../lib/session/viewer.ts'

export const blocksKey = ['blocks'] as const

/** The addresses of everybody whom the viewer blocks. */
const blockedQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...blocksKey, 'addresses', owner],
    queryFn: async ({ signal }) =>
      (await unwrap(api.me['blocked-addresses'].$get({}, { init: { signal } }))).addresses,
  })

const nobody: ReadonlySet<string> = new Set()

/** Whom the viewer blocks; the same object while nothing changes. */
export function useBlocked(): ReadonlySet<string> {
  const viewer = useViewer()
  const { data } = useQuery({ ...blockedQuery(useApi(), viewer ?? ''), enabled: !!viewer })
  return useMemo(() => (viewer && data && data.length > 0 ? new Set(data) : nobody), [viewer, data])
}
