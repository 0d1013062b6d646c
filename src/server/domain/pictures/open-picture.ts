import sharp, { type Metadata, type Sharp } from 'sharp'
import { Refused } from '../sandbox/sandbox-child.ts'

/** Opens pictures of strangers. Importing it sets up the decoder for one such process. */

/** As in the largest photos of phones. Decoding them takes less than 460 MB. */
const MAX_PIXELS = 50_000_000

/** AVIF is decoded as a whole, at 18 bytes per pixel, or 26 with alpha or more than 8 bits: 450 MB for this many. */
const MAX_PIXELS_AVIF = 17_000_000

// Without a cache, memory is free for the next picture; with one thread, a machine with 2 cores still serves requests.
sharp.cache(false)
sharp.concurrency(1)
// All loaders outside this list are blocked, so that other formats, above all SVG, are never parsed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
})

/** @throws {Refused} also if its header exceeds the bounds */
export async function openPicture(bytes: Uint8Array): Promise<{ picture: Sharp } & Metadata> {
  const opened = await readHeader(bytes)
  const { format, width, height } = opened
  const most = isAvif(format) ? MAX_PIXELS_AVIF : MAX_PIXELS
  if (width * height > most)
    throw new Refused(
      'tooLarge',
      `${isAvif(format) ? 'An AVIF image' : 'An image'} can have at most ${most / 1e6} million pixels.`,
    )
  return opened
}

/** @throws {Refused} for a picture that breaks off */
export async function encoded(picture: Sharp): Promise<Uint8Array> {
  try {
    return await picture.toBuffer()
  } catch {
    throw new Refused('invalid', 'The image is damaged.')
  }
}

async function readHeader(bytes: Uint8Array): Promise<{ picture: Sharp } & Metadata> {
  try {
    // This program checks the limit, so that its error differs from that of a broken file.
    const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
    return { picture, ...(await picture.metadata()) }
  } catch {
    throw new Refused('invalid', 'Use a PNG, JPEG, WebP, GIF or AVIF file.')
  }
}

/** sharp has used both names for this format. */
const isAvif = (format: string) => format === 'heif' || format === 'avif'
