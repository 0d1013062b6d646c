import { queryOptions } from '@tanstack/react-query'
import { type Api, answer } from '../../../lib/api.ts'

/** Which engine answers (decision 18). */
export const engineQuestion = (api: Api) =>
  queryOptions({
    queryKey: ['chat', 'engine'],
    queryFn: () => answer(api.chat.engine.$get()),
  })
