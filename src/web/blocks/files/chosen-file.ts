import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import * as texts from '../texts.ts'

/** For file dialogs; the server tells a type by the content. */
export const acceptedFiles = '.pdf,.docx,.epub,.html,.htm,.md,.markdown,.txt,.text,.csv'

const MEGABYTE = 1024 * 1024

/** For file dialogs that take pictures, too. */
export const acceptedPictures = '.png,.jpg,.jpeg,.webp,.gif'

/** Megabytes are rounded up: what is over a limit is never said to be as large as it. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`
  const megabytes = Math.ceil((bytes / MEGABYTE) * 10) / 10
  return `${megabytes < 10 ? megabytes : Math.ceil(megabytes)} MB`
}

export function fileProblem(file: Pick<File, 'size'>, most: number): string | undefined {
  if (file.size === 0) return texts.emptyFile
  return file.size > most ? texts.fileTooLarge(sizeOf(file.size), sizeOf(most)) : undefined
}

/** Why the same file would be refused again, such as for its name, which the person can't change here; else undefined. */
export function fileRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, errors } = error.problem ?? {}
  const isAboutFile = code === 'source_invalid' || code === 'source_too_large'
  return isAboutFile ? explainError(error) : errors?.name
}
