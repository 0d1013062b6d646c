import type { ConversationSummary, DeletedConversations } from '../../../../../shared/chat/conversations.ts'
import { limits } from '../../../../../shared/common/limits.ts'
import { type Api, unwrap } from '../../../../lib/http/api.ts'

/** @throws {ApiError} `validation_failed` with what is wrong with the title */
export function renameConversation(api: Api, id: string, title: string): Promise<ConversationSummary> {
  return unwrap(api.conversations[':id'].$patch({ param: { id }, json: { title } }))
}

/** Also stops its reply; within ten seconds `restoreConversation` undoes it. @throws {ApiError} */
export async function deleteConversation(api: Api, id: string): Promise<void> {
  await unwrap(api.conversations[':id'].$delete({ param: { id } }))
}

/** @throws {ApiError} `undo_expired` when the time has run out */
export async function restoreConversation(api: Api, id: string): Promise<void> {
  await unwrap(api.conversations[':id'].restore.$post({ param: { id } }))
}

/**
 * Within ten seconds `restoreConversations` undoes it.
 * @param signature the headers of `confirmWithSignature`
 * @throws {ApiError}
 */
export function deleteConversations(
  api: Api,
  signature: Record<string, string>,
): Promise<DeletedConversations> {
  return unwrap(api.conversations.$delete({}, { headers: signature }))
}

/** @throws {ApiError} `undo_expired` when the time has run out */
export async function restoreConversations(api: Api, deletedAt: string): Promise<void> {
  await unwrap(api.conversations.restore.$post({ json: { deletedAt } }))
}

/** Copies the messages up to one; repeating the request with the same id returns the same copy. @throws {ApiError} */
export function forkConversation(
  api: Api,
  from: { conversationId: string; messageId: string; newId: string },
): Promise<ConversationSummary> {
  return unwrap(
    api.conversations[':id'].fork.$post({
      param: { id: from.conversationId },
      json: { id: from.newId, messageId: from.messageId },
    }),
  )
}

/** Counts a wallet's conversations, up to the size of one page. @throws {ApiError} */
export async function countConversations(api: Api): Promise<{ count: number; more: boolean }> {
  const page = await unwrap(api.conversations.$get({ query: { limit: limits.listPageMax } }))
  return { count: page.conversations.length, more: page.nextCursor !== null }
}
