import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Query for the engine that answers (decision 18). */
export const engineQuery = (api: Api) =>
  queryOptions({
    queryKey: ['chat', 'engine'],
    queryFn: () => unwrap(api.chat.engine.$get()),
  })
