import { queryOptions } from '@tanstack/react-query'
import type { AuthorizationQuery } from '../../../shared/doors/authorization.ts'
import { type Api, unwrap } from '../../lib/http/api.ts'

/** The parameters that a program sent the person with; of one that comes twice, the server gets the first. */
export const askedBy = (search: URLSearchParams): AuthorizationQuery =>
  Object.fromEntries(names.flatMap((name) => (search.has(name) ? [[name, search.get(name) ?? '']] : [])))

const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const

export const authorizationQuery = (api: Api, asked: AuthorizationQuery) =>
  queryOptions({
    queryKey: ['authorization', asked],
    queryFn: () => unwrap(api.authorization.$get({ query: asked })),
    staleTime: Number.POSITIVE_INFINITY,
  })
