import { queryOptions } from '@tanstack/react-query'
import type { Person } from '../../../shared/people/people.ts'
import { type Api, ApiError, unwrap } from '../../lib/http/api.ts'

export const peopleKey = ['people'] as const

/** For an address under `/by/`: `given-up` is a name that its person has given up; null that nobody has it. */
export type FoundPerson = Person | 'given-up' | null

export const personQuery = (api: Api, who: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'one', who],
    queryFn: async ({ signal }): Promise<FoundPerson> => {
      try {
        return await unwrap(api.people[':who'].$get({ param: { who } }, { init: { signal } }))
      } catch (error) {
        if (error instanceof ApiError && error.problem?.code === 'name_given_up') return 'given-up'
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

export const ownProfileQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'own', owner],
    queryFn: async ({ signal }) => unwrap(api.me.profile.$get({}, { init: { signal } })),
  })
