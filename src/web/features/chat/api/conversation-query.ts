import { queryOptions } from '@tanstack/react-query'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** The key prefix of all open conversations. Lists have another prefix, so that they can be invalidated separately. */
export const conversationsOpenKey = ['conversation'] as const
export const conversationKey = (id: string) => [...conversationsOpenKey, id] as const

/** @param viewer the wallet of the session, because the result depends on the owner */
export const conversationQuery = (api: Api, viewer: string, id: string) =>
  queryOptions({
    queryKey: [...conversationKey(id), viewer],
    queryFn: ({ signal }): Promise<Conversation> =>
      unwrap(api.conversations[':id'].$get({ param: { id } }, { init: { signal } })),
    // The conversation may have been continued on another device.
    refetchOnWindowFocus: 'always',
  })
