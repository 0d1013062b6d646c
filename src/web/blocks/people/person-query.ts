import { queryOptions } from '@tanstack/react-query'
import type { Person } from '../../../shared/people/people.ts'
import { type Api, ApiError, unwrap } from '../../lib/http/api.ts'

/** Every question about people begins with it. */
export const peopleKey = ['people'] as const

/** Whom an address of `/by/` leads to; `given-up` is a name whose person has let go of it, null one that nobody has. */
export type FoundPerson = Person | 'given-up' | null

/** A person, by address or name. */
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

/** The profile of the wallet whose session this browser has. */
export const ownProfileQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...peopleKey, 'own', owner],
    queryFn: async ({ signal }) => unwrap(api.me.profile.$get({}, { init: { signal } })),
  })
