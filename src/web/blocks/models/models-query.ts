import { queryOptions } from '@tanstack/react-query'
import type { ModelList } from '../../../shared/models/models.ts'
import { type Api, unwrap } from '../../lib/http/api.ts'

/** @param viewer whose keys are among them; @param agent whose own model is named besides */
export const modelsQuery = (api: Api, viewer: string | null, agent: string | null) =>
  queryOptions({
    queryKey: ['models', viewer, agent],
    queryFn: ({ signal }): Promise<ModelList> =>
      unwrap(api.models.$get({ query: { ...(agent !== null && { agent }) } }, { init: { signal } })),
    staleTime: 30_000,
  })
