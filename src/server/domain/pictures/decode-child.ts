import sharp, { type Metadata, type Sharp } from 'sharp'
import { PICTURE_SIDE } from '../../../shared/agents/picture-widths.ts'
import { Refused, serveWork } from '../sandbox/sandbox-child.ts'

/** The entry point of the process that converts untrusted pictures to small square WebPs, one after the other. */

/**
 * The largest photos of phones have 50 million pixels. Decoding one of these formats at that size takes less than 460
 * MB.
 */
const MAX_PIXELS = 50_000_000

/**
 * AVIF is decoded as a whole, at 18 bytes per pixel, or 26 with an alpha channel or more than 8 bits: 450 MB for this
 * many pixels.
 */
const MAX_PIXELS_AVIF = 17_000_000

/** The maximum size of an upload; the server refuses larger ones before they get here. */
const LONGEST_BYTES = 8 * 1024 * 1024

// Without a cache, the memory of one picture is free for the next. With one thread, a machine with 2 cores can continue
// to serve requests.
sharp.cache(false)
sharp.concurrency(1)
// All loaders that are not in this short list are blocked, so that other formats, above all SVG, are never parsed.
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

/** Rotates a picture upright and crops the middle square of its first frame. Its metadata is removed. */
async function squareWebp(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture, format, width, height } = await open(bytes)
  const most = isAvif(format) ? MAX_PIXELS_AVIF : MAX_PIXELS
  if (width * height > most)
    throw new Refused(
      'tooLarge',
      `${isAvif(format) ? 'An AVIF image' : 'An image'} can have at most ${most / 1e6} million pixels.`,
    )
  const side = Math.min(width, height, PICTURE_SIDE)
  try {
    return await picture.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 80 }).toBuffer()
  } catch {
    throw new Refused('invalid', 'The image is damaged.')
  }
}

/** Reads only the header. */
async function open(bytes: Uint8Array): Promise<{ picture: Sharp } & Metadata> {
  try {
    // The limit is checked by this program, so that its error differs from that of a broken file.
    const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
    return { picture, ...(await picture.metadata()) }
  } catch {
    throw new Refused('invalid', 'Use a PNG, JPEG, WebP, GIF or AVIF file.')
  }
}

/** sharp has used both names for this format. */
const isAvif = (format: string) => format === 'heif' || format === 'avif'

serveWork(LONGEST_BYTES, squareWebp)
