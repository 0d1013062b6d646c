import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Removes the text of a message. @throws {ApiError} */
export function removeMessage(api: Api, id: string, messageId: string): Promise<RealmMessage> {
  return unwrap(api.realms[':id'].messages[':messageId'].$delete({ param: { id, messageId } }))
}

/** An answer that has ended does not change. @throws {ApiError} */
export async function stopAnswer(api: Api, id: string, messageId: string): Promise<void> {
  await unwrap(api.realms[':id'].messages[':messageId'].stop.$post({ param: { id, messageId } }))
}

/**
 * Lets agents continue that have reached their cap.
 * @param lineId the id of the resulting message; repeating it has no further effect
 * @throws {ApiError}
 */
export function letGoOn(api: Api, id: string, lineId: string): Promise<RealmMessage> {
  return unwrap(api.realms[':id']['go-on'].$post({ param: { id }, json: { id: lineId } }))
}
