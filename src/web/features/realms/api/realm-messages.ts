import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'

/** Takes the words out of a message, and returns what is left of it. @throws {ApiError} */
export function removeMessage(api: Api, id: string, messageId: string): Promise<RealmMessage> {
  return unwrap(api.realms[':id'].messages[':messageId'].$delete({ param: { id, messageId } }))
}

/** Ends a running answer; one that is over stays as it is. @throws {ApiError} */
export async function stopAnswer(api: Api, id: string, messageId: string): Promise<void> {
  await unwrap(api.realms[':id'].messages[':messageId'].stop.$post({ param: { id, messageId } }))
}

/** Lets agents go on that came to their cap. @param lineId the same again is the same line @throws {ApiError} */
export function letGoOn(api: Api, id: string, lineId: string): Promise<RealmMessage> {
  return unwrap(api.realms[':id']['go-on'].$post({ param: { id }, json: { id: lineId } }))
}
