import { queryOptions } from '@tanstack/react-query'
import { inboxCountKey, inboxKey } from '../../blocks/tools/inbox-key.ts'
import { type Api, unwrap } from '../../lib/http/api.ts'

/** Milliseconds between two looks at what waits, while a page is visible. */
const COUNT_MS = 60_000
const LIST_MS = 20_000

export const inboxCountQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...inboxCountKey, owner],
    queryFn: async ({ signal }) => (await unwrap(api.inbox.count.$get({}, { init: { signal } }))).waiting,
    refetchInterval: COUNT_MS,
    refetchOnWindowFocus: 'always',
  })

export const inboxQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...inboxKey, 'list', owner],
    queryFn: ({ signal }) => unwrap(api.inbox.$get({}, { init: { signal } })),
    refetchInterval: LIST_MS,
    refetchOnWindowFocus: 'always',
  })

/** Apart from the others, which are asked again after each decision. */
export const inboxSettingsQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: ['inbox settings', owner],
    queryFn: ({ signal }) => unwrap(api.inbox.settings.$get({}, { init: { signal } })),
  })

export const grantsQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: ['tool grants', owner],
    queryFn: async ({ signal }) => (await unwrap(api['tool-grants'].$get({}, { init: { signal } }))).grants,
  })
