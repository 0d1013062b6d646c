import { limits } from '../../../shared/common/limits.ts'
import * as texts from '../texts.ts'

/** Decision 12. The server checks the content; this check only avoids useless uploads. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

const megabytes = (bytes: number) =>
  (bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** Undefined if the upload can be tried. */
export function imageFileProblem(file: { type: string; size: number }): string | undefined {
  if (!imageTypes.includes(file.type)) return texts.wrongImageType
  if (file.size === 0) return texts.emptyImage
  if (file.size > limits.uploadBytes)
    return texts.imageTooLarge(megabytes(file.size), megabytes(limits.uploadBytes))
  return undefined
}
