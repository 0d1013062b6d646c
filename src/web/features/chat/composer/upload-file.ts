import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { fileProblem } from '../../../blocks/files/chosen-file.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'

export interface ChosenFile extends AttachedFile {
  state: 'sending' | 'stored' | { problem: string; again: boolean }
  /** Absent after a reload, when the server has it. */
  file?: File
}

/** Stores a file in a conversation. @returns what the server has, or what the file was refused with */
export async function uploadFile(
  api: Api,
  conversationId: string,
  { id, file }: { id: string; file: File },
): Promise<Partial<ChosenFile> & Pick<ChosenFile, 'state'>> {
  const problem = fileProblem(file, limits.sourceBytes)
  if (problem !== undefined) return { state: { problem, again: false } }
  const init = { body: file, headers: { 'content-type': 'application/octet-stream' } }
  const param = { id: conversationId }
  try {
    const post = api.conversations[':id'].files.$post
    const stored = await unwrap(post({ param, query: { id, name: file.name } }, { init }))
    return { state: 'stored', bytes: stored.bytes, ...(stored.type === 'picture' && { picture: true }) }
  } catch (error) {
    return { state: { problem: explainError(error), again: !isAboutFile(error) } }
  }
}

/** The same file would be refused again. */
const isAboutFile = (error: unknown) =>
  error instanceof ApiError &&
  (error.problem?.code === 'source_invalid' || error.problem?.code === 'source_too_large')

/** If it fails, the server removes the file later by itself. */
export async function removeFile(api: Api, conversationId: string, fileId: string): Promise<void> {
  const param = { id: conversationId, fileId }
  await unwrap(api.conversations[':id'].files[':fileId'].$delete({ param })).catch(() => {})
}
