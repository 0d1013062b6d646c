import type { Source } from '../../../../shared/knowledge/sources.ts'
import { type Api, ApiError, unwrap } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { newId } from '../../../lib/new-id.ts'

/** A file that was chosen, with the id of the document that it becomes: sent again, it is the same document. */
export interface ChosenDocument {
  id: string
  file: File
}

export const chooseDocuments = (files: Iterable<File>): ChosenDocument[] =>
  [...files].map((file) => ({ id: newId(), file }))

/** Documents that the server has already: a retry does not send them again. */
const stored = new WeakSet<File>()

/** Gives an agent a document. @throws {ApiError} */
export async function uploadDocument(api: Api, agentId: string, { id, file }: ChosenDocument): Promise<void> {
  if (stored.has(file)) return
  const query = { id, name: file.name }
  const body = { init: { body: file, headers: { 'content-type': 'application/octet-stream' } } }
  await unwrap(api.agents[':id'].sources.$post({ param: { id: agentId }, query }, body))
  stored.add(file)
}

/** Puts a file in the place of a document, as a new version of it. @throws {ApiError} */
export function replaceDocument(api: Api, { agentId, id, version }: Source, file: File): Promise<Source> {
  const param = { id: agentId, sourceId: id }
  const query = { name: file.name, replaces: `${version}` }
  const body = { init: { body: file, headers: { 'content-type': 'application/octet-stream' } } }
  return unwrap(api.agents[':id'].sources[':sourceId'].$put({ param, query }, body))
}

/**
 * Gives a new agent the documents that were chosen before it was there, one after the other.
 * @throws {ApiError} what the first of them was refused with, by its name; those before it are there
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
      const detail = `The agent is made, but not with all of its documents. “${document.file.name}”: ${explainError(error)}`
      throw new ApiError(error.status, { ...error.problem, detail })
    }
  }
}
