import type { ConversationSummary, DeletedConversations } from '../../../../../shared/chat/conversations.ts'
import { limits } from '../../../../../shared/common/limits.ts'
import { type Api, unwrap } from '../../../../lib/http/api.ts'

/** Gives a conversation another title. @throws {ApiError} `validation_failed` with what is wrong with the title */
export function renameConversation(api: Api, id: string, title: string): Promise<ConversationSummary> {
  return unwrap(api.conversations[':id'].$patch({ param: { id }, json: { title } }))
}

/** Deletes a conversation and stops its reply; for ten seconds `restoreConversation` brings it back. @throws {ApiError} */
export async function deleteConversation(api: Api, id: string): Promise<void> {
  await unwrap(api.conversations[':id'].$delete({ param: { id } }))
}

/** Undoes a deletion. @throws {ApiError} `undo_expired` when the time has run out */
export async function restoreConversation(api: Api, id: string): Promise<void> {
  await unwrap(api.conversations[':id'].restore.$post({ param: { id } }))
}

/**
 * Deletes all of a wallet's conversations; for ten seconds `restoreConversations` brings them back.
 * @param signature the headers of `confirmWithSignature`
 * @throws {ApiError}
 */
export function deleteConversations(
  api: Api,
  signature: Record<string, string>,
): Promise<DeletedConversations> {
  return unwrap(api.conversations.$delete({}, { headers: signature }))
}

/** Undoes the deletion of that moment. @throws {ApiError} `undo_expired` when the time has run out */
export async function restoreConversations(api: Api, deletedAt: string): Promise<void> {
  await unwrap(api.conversations.restore.$post({ json: { deletedAt } }))
}

/** A new conversation with what was said up to a message; the same id again answers with the same one. @throws {ApiError} */
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

/** How many conversations a wallet has, as far as one page says it. @throws {ApiError} */
export async function countConversations(api: Api): Promise<{ count: number; more: boolean }> {
  const page = await unwrap(api.conversations.$get({ query: { limit: limits.listPageMax } }))
  return { count: page.conversations.length, more: page.nextCursor !== null }
}
