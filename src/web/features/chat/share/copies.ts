import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SharedCopy } from '../../../../shared/chat/shared-copies.ts'
import { type Api, ApiError, isMissing, unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import * as texts from './texts.ts'

const ownCopiesKey = ['own copies'] as const

export const ownCopiesQuery = (api: Api, owner: string, conversationId?: string) =>
  queryOptions({
    queryKey: [...ownCopiesKey, owner, conversationId ?? null],
    queryFn: async ({ signal }) => {
      const query = conversationId === undefined ? {} : { conversationId }
      return (await unwrap(api.me.copies.$get({ query }, { init: { signal } }))).copies
    },
  })

/** Null if it does not exist or was withdrawn. */
export const sharedConversationQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['shared conversation', id],
    queryFn: async ({ signal }) => {
      try {
        return await unwrap(api.copies[':id'].$get({ param: { id } }, { init: { signal } }))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })

export function useShareCopy(conversationId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (messageId: string) =>
      unwrap(api.conversations[':id'].copies.$post({ param: { id: conversationId }, json: { messageId } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownCopiesKey }),
  })
}

/** A mutation that withdraws a copy for good: sharing again creates another address. */
export function useTakeBackCopy() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: SharedCopy) => {
      try {
        await unwrap(api.copies[':id'].$delete({ param: { id } }))
      } catch (error) {
        // The copy is already gone, which is the intended result.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      toast.success(texts.noLongerSharedLinkHas)
      await queryClient.invalidateQueries({ queryKey: ownCopiesKey })
    },
    onError: (error) => toast.error(texts.stillShared(explainError(error))),
  })
}

export const copyPath = ({ id }: Pick<SharedCopy, 'id'>) => `/shared/${id}`
