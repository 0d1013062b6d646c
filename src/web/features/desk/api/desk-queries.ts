import { queryOptions } from '@tanstack/react-query'
import type { DeskCase, ShownLogRow } from '../../../../shared/trust/desk.ts'
import { deskKey } from '../../../blocks/desk/desk-query.ts'
import { type ListQuery, listQuery } from '../../../blocks/list/list-query.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'

export const filters = ['waiting', 'objected', 'closed'] as const
/** `waiting`: all that is to be decided. */
export type Filter = (typeof filters)[number]

/** Milliseconds between two looks at the queue, while it is visible. */
const QUEUE_MS = 30_000

export const casesKey = [...deskKey, 'cases'] as const

export const casesQuery = (api: Api, owner: string, filter: Filter): ListQuery<DeskCase> =>
  listQuery(
    [...casesKey, owner, filter],
    async (page, options) => {
      const query = { ...page, ...(filter !== 'waiting' && { state: filter }) }
      const { cases, nextCursor } = await unwrap(api.desk.cases.$get({ query }, options))
      return { items: cases, nextCursor }
    },
    { refetchInterval: () => QUEUE_MS },
  )

export const caseQuery = (api: Api, owner: string, id: string) =>
  queryOptions({
    queryKey: [...deskKey, 'case', owner, id],
    queryFn: ({ signal }) => unwrap(api.desk.cases[':id'].$get({ param: { id } }, { init: { signal } })),
    retry: (tries, error) => tries < 2 && !isMissing(error),
  })

/** The server refuses a malformed id with 422. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422)

export const logQuery = (api: Api, owner: string): ListQuery<ShownLogRow> =>
  listQuery([...deskKey, 'log', owner], async (query, options) => {
    const { rows, nextCursor } = await unwrap(api.desk.log.$get({ query }, options))
    return { items: rows, nextCursor }
  })
