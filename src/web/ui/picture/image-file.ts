import { limits } from '../../../shared/common/limits.ts'

/**
 * The media types that can be uploaded (decision 12). The server checks the content; this check only avoids useless
 * uploads.
 */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

const megabytes = (bytes: number) =>
  (bytes / 1024 / 1024).toLocaleString('en-US', { maximumFractionDigits: 1 })

/** Why a file can't be uploaded, as a message; undefined if the upload can be tried. */
export function imageFileProblem(file: { type: string; size: number }): string | undefined {
  if (!imageTypes.includes(file.type)) return 'Use a PNG, JPEG, WebP, GIF or AVIF file.'
  if (file.size === 0) return 'That file is empty.'
  if (file.size > limits.uploadBytes)
    return `That file has ${megabytes(file.size)} MB; an image can have at most ${megabytes(limits.uploadBytes)} MB.`
  return undefined
}
