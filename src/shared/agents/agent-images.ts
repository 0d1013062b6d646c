import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { isPlainLine } from '../text/plain-text.ts'

/** Decision 12: the declared type is not trusted; the server finds the real one by decoding the data. */
const imageData = /^data:image\/(?:png|jpeg|webp|gif|avif);base64,/

/** SVG is not accepted. */
export function isImageData(text: string): boolean {
  const start = imageData.exec(text)?.[0].length
  return (
    start !== undefined &&
    text.length > start &&
    !/[^A-Za-z0-9+/]/.test(text.slice(start).replace(/={1,2}$/, ''))
  )
}

const webImage = z
  .string('Use an https image address.')
  .check(
    z.maxLength(limits.imageUrl, 'Use an https image address.'),
    z.regex(/^https:\/\/[^\s/?#@\\][^\s/?#@\\.]*\.[^\s/?#@\\]+([/?#]\S*)?$/i, 'Use an https image address.'),
    z.refine(isPlainLine, 'Use an https image address.'),
  )

/** An https address, one of the server's own stored images, or an embedded base64 data string. */
export const imageReference = z.union(
  [
    z.string().check(z.regex(/^\/images\/(default|samples\/[a-z0-9-]+|[0-9a-f]{64})\.webp$/)),
    webImage,
    z.string().check(z.refine(isImageData)),
  ],
  'Use an https image address or upload a PNG, JPEG, WebP, GIF or AVIF file.',
)

export const remoteImageSchema = z.strictObject({ url: webImage })

/** The response of `POST /api/images/remote`; null if the picture could not be fetched. */
export const shownImageSchema = z.object({ pictureUrl: z.nullable(pictureUrlSchema) })

export const storedImageSchema = z.object({ imageUrl: z.string() })
