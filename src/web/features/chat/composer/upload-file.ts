import type { AttachedFile } from '../../../../shared/chat/messages.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { fileProblem, fileRefusal } from '../../../blocks/files/chosen-file.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { unsentFiles } from '../conversation/unsent-files.ts'

export interface ChosenFile extends AttachedFile {
  state: 'sending' | 'stored' | { problem: string; again: boolean }
  /** Absent after a reload, when the server has it. */
  file?: File
}

/**
 * Stores a file in a conversation. Whoever has left its screen meanwhile finds the file when they come back.
 * @returns what the server has, or what the file was refused with
 */
export async function uploadFile(
  api: Api,
  conversationId: string,
  { id, file, isShown }: { id: string; file: File; isShown: () => boolean },
): Promise<Partial<ChosenFile> & Pick<ChosenFile, 'state'>> {
  const problem = fileProblem(file, limits.sourceBytes)
  if (problem !== undefined) return { state: { problem, again: false } }
  const init = { body: file, headers: { 'content-type': 'application/octet-stream' } }
  const param = { id: conversationId }
  try {
    const post = api.conversations[':id'].files.$post
    const stored = await unwrap(post({ param, query: { id, name: file.name } }, { init }))
    const has = { bytes: stored.bytes, ...(stored.type === 'picture' && { picture: true as const }) }
    if (!isShown())
      unsentFiles.remember(conversationId, [
        ...unsentFiles.recall(conversationId),
        { id, name: file.name, ...has },
      ])
    return { state: 'stored', ...has }
  } catch (error) {
    const refused = fileRefusal(error)
    return { state: { problem: refused ?? explainError(error), again: refused === undefined } }
  }
}

/** If it fails, the server removes the file later by itself. */
export async function removeFile(api: Api, conversationId: string, fileId: string): Promise<void> {
  const param = { id: conversationId, fileId }
  await unwrap(api.conversations[':id'].files[':fileId'].$delete({ param })).catch(() => {})
}
