import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../../lib/http/api.ts'

export const engineQuery = (api: Api) =>
  queryOptions({
    queryKey: ['chat', 'engine'],
    queryFn: () => unwrap(api.chat.engine.$get()),
  })
