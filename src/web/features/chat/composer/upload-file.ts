import { limits } from '../../../../shared/common/limits.ts'
import { fileProblem } from '../../../blocks/files/chosen-file.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import type { ChosenFile } from './use-files.ts'

/** Stores a file in a conversation. @returns what it was refused with; undefined once the server has it */
export async function uploadFile(
  api: Api,
  conversationId: string,
  { id, file }: { id: string; file: File },
): Promise<Extract<ChosenFile['state'], object> | undefined> {
  const problem = fileProblem(file, limits.sourceBytes)
  if (problem !== undefined) return { problem, again: false }
  const init = { body: file, headers: { 'content-type': 'application/octet-stream' } }
  const param = { id: conversationId }
  try {
    await unwrap(api.conversations[':id'].files.$post({ param, query: { id, name: file.name } }, { init }))
    return undefined
  } catch (error) {
    return { problem: explainError(error), again: true }
  }
}

/** Removes a file that was not sent yet. If that fails, the server removes it later by itself. */
export async function removeFile(api: Api, conversationId: string, fileId: string): Promise<void> {
  const param = { id: conversationId, fileId }
  await unwrap(api.conversations[':id'].files[':fileId'].$delete({ param })).catch(() => {})
}
