import type { Source } from '../../../../shared/knowledge/sources.ts'
import { fileRefusal } from '../../../blocks/files/chosen-file.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'
import * as texts from './texts.ts'

/** A chosen file with the id of its document: repeating the upload with the same id creates no second one. */
export interface ChosenDocument {
  id: string
  file: File
}

export const chooseDocuments = (files: Iterable<File>): ChosenDocument[] =>
  [...files].map((file) => ({ id: newId(), file }))

/** The files that the server already has; a retry does not upload them again. */
const stored = new WeakSet<File>()

/** @throws {ApiError} */
export async function uploadDocument(api: Api, agentId: string, { id, file }: ChosenDocument): Promise<void> {
  if (stored.has(file)) return
  const query = { id, name: file.name }
  const body = { init: { body: file, headers: { 'content-type': 'application/octet-stream' } } }
  await unwrap(api.agents[':id'].sources.$post({ param: { id: agentId }, query }, body))
  stored.add(file)
}

/** The file becomes a new version of the document. @throws {ApiError} */
export function replaceDocument(api: Api, { agentId, id, version }: Source, file: File): Promise<Source> {
  const param = { id: agentId, sourceId: id }
  const query = { name: file.name, replaces: `${version}` }
  const body = { init: { body: file, headers: { 'content-type': 'application/octet-stream' } } }
  return unwrap(api.agents[':id'].sources[':sourceId'].$put({ param, query }, body))
}

/**
 * They were chosen before the agent was created.
 * @throws {ApiError} the first refusal, with the file's name; the documents before it are stored
 */
export async function uploadDocuments(
  api: Api,
  agentId: string,
  chosen: readonly ChosenDocument[],
): Promise<void> {
  for (const document of chosen) {
    try {
      await uploadDocument(api, agentId, document)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.problem) throw error
      const detail = texts.createdWithoutAll(document.file.name, fileRefusal(error) ?? explainError(error))
      throw new ApiError(error.status, { ...error.problem, detail })
    }
  }
}
