import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../lib/http/api.ts'

export const rulesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['trust', 'rules'],
    queryFn: ({ signal }) => unwrap(api.trust.rules.$get({}, { init: { signal } })),
  })

export const figuresQuery = (api: Api) =>
  queryOptions({
    queryKey: ['trust', 'figures'],
    queryFn: ({ signal }) => unwrap(api.trust.figures.$get({}, { init: { signal } })),
  })
