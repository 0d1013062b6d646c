import type { Conversation, EarlierMessages, ErasedMessages } from '../../../../shared/chat/conversations.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** All throw {ApiError} for an error response, and the error of `fetch`. */

export const readEarlier = (api: Api, id: string, before: string): Promise<EarlierMessages> =>
  unwrap(api.conversations[':id'].earlier.$get({ param: { id }, query: { before } }))

/** Has the newest path through a message shown from now on, and returns the conversation with it. */
export async function openVersion(api: Api, id: string, message: string): Promise<Conversation> {
  const conversation = api.conversations[':id']
  await unwrap(conversation.$patch({ param: { id }, json: { showVersion: message } }))
  return unwrap(conversation.$get({ param: { id } }))
}

export const eraseMessage = (api: Api, id: string, message: string): Promise<ErasedMessages> =>
  unwrap(api.conversations[':id'].messages[':message'].$delete({ param: { id, message } }))

export async function changeStory(api: Api, id: string, story: string, text: string): Promise<void> {
  await unwrap(api.conversations[':id'].stories[':story'].$patch({ param: { id, story }, json: { text } }))
}

export async function deleteStory(api: Api, id: string, story: string): Promise<void> {
  await unwrap(api.conversations[':id'].stories[':story'].$delete({ param: { id, story } }))
}
