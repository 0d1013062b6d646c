import { limits } from '../../../shared/common/limits.ts'
import * as texts from '../texts.ts'

/** Decision 12. The server checks the content; this check only avoids useless uploads. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Rounded up: what is over a limit is never said to be as large as it. */
const megabytes = (bytes: number) => (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toLocaleString('en-US')

/** Undefined if the upload can be tried. */
export function imageFileProblem(file: { type: string; size: number }): string | undefined {
  if (!imageTypes.includes(file.type)) return texts.wrongImageType
  if (file.size === 0) return texts.emptyImage
  if (file.size > limits.uploadBytes)
    return texts.imageTooLarge(megabytes(file.size), megabytes(limits.uploadBytes))
  return undefined
}
