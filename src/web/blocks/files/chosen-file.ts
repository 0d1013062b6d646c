import * as texts from '../texts.ts'

/** For file dialogs; the server tells a type by the content. */
export const acceptedFiles = '.pdf,.docx,.epub,.html,.htm,.md,.markdown,.txt,.text,.csv'

const MEGABYTE = 1024 * 1024

/** For file dialogs that take pictures, too. */
export const acceptedPictures = '.png,.jpg,.jpeg,.webp,.gif'

export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < MEGABYTE) return `${Math.round(bytes / 1024)} KB`
  const megabytes = bytes / MEGABYTE
  return `${megabytes < 10 ? megabytes.toFixed(1).replace(/\.0$/, '') : Math.round(megabytes)} MB`
}

export function fileProblem(file: Pick<File, 'size'>, most: number): string | undefined {
  if (file.size === 0) return texts.emptyFile
  return file.size > most ? texts.fileTooLarge(sizeOf(file.size), sizeOf(most)) : undefined
}
