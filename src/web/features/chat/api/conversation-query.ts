import { queryOptions } from '@tanstack/react-query'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Begins the key of every open conversation. Lists have another, so that they can be asked for again alone. */
export const conversationsOpenKey = ['conversation'] as const
/** Begins the key of one, whoever reads it. */
export const conversationKey = (id: string) => [...conversationsOpenKey, id] as const

/**
 * One stored conversation, with all that was said in it.
 * @param viewer the wallet of the session: what is there depends on whose it is
 */
export const conversationQuery = (api: Api, viewer: string, id: string) =>
  queryOptions({
    queryKey: [...conversationKey(id), viewer],
    queryFn: ({ signal }): Promise<Conversation> =>
      unwrap(api.conversations[':id'].$get({ param: { id } }, { init: { signal } })),
    // Somebody may have gone on with it elsewhere.
    refetchOnWindowFocus: 'always',
  })
