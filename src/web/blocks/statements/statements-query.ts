import { queryOptions } from '@tanstack/react-query'
import { type Api, unwrap } from '../../lib/http/api.ts'

const statementsKey = ['statements'] as const

/** What was decided about a wallet and what is its own, the newest first. */
export const statementsQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...statementsKey, owner],
    queryFn: async ({ signal }) =>
      (await unwrap(api.me.statements.$get({}, { init: { signal } }))).statements,
    refetchOnWindowFocus: 'always',
  })
