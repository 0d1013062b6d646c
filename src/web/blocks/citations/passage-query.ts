import { queryOptions } from '@tanstack/react-query'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { PassageAround } from '../../../shared/knowledge/sources.ts'
import { type Api, ApiError, unwrap } from '../../lib/http/api.ts'

/** Query for a cited passage with the text around it; null if the document is gone or the viewer may not open it. */
export const passageQuery = (api: Api, { sourceId, version, number, key }: CitedSource) =>
  queryOptions({
    queryKey: ['passage', sourceId, version, number],
    queryFn: async ({ signal }): Promise<PassageAround | null> => {
      try {
        return await unwrap(
          api.sources[':sourceId'].passages[':version'][':number'].$get(
            { param: { sourceId, version: `${version}`, number: `${number}` }, query: { key } },
            { init: { signal } },
          ),
        )
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
