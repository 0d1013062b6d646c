import sharp, { type Metadata, type Sharp } from 'sharp'
import { makePictures, Refused } from './picture-child.ts'

/** The entry of the process that turns pictures from strangers into small square WebPs, one after the other. */

/** Both sides of what is stored, at most, in pixels; a card shows it at 320 on a dense screen. */
const SIDE = 640

/** A phone's largest photo has 50 million pixels; of these formats such a one takes less than 460 MB to decode. */
const MAX_PIXELS = 50_000_000

/** AVIF is decoded whole, at 18 bytes a pixel, and 26 where it has an alpha channel or more than 8 bits: 450 MB for this. */
const MAX_PIXELS_AVIF = 17_000_000

/** As long as an upload may be; the server refuses longer ones before they get here. */
const LONGEST_BYTES = 8 * 1024 * 1024

// The next picture finds the memory of this one free, and a 2-core machine goes on serving.
sharp.cache(false)
sharp.concurrency(1)
// Everything that is not on this short list, SVG above all, is never even parsed.
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

/** Turns a picture upright and crops the middle square of its first frame; none of its metadata stays. */
async function squareWebp(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture, format, width, height } = await open(bytes)
  const most = isAvif(format) ? MAX_PIXELS_AVIF : MAX_PIXELS
  if (width * height > most)
    throw new Refused(
      'tooLarge',
      `${isAvif(format) ? 'An AVIF image' : 'An image'} can have at most ${most / 1e6} million pixels.`,
    )
  const side = Math.min(width, height, SIDE)
  try {
    return await picture.autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 80 }).toBuffer()
  } catch {
    throw new Refused('invalid', 'The image is damaged.')
  }
}

/** Reads the header alone. */
async function open(bytes: Uint8Array): Promise<{ picture: Sharp } & Metadata> {
  try {
    // The limit is checked by hand, so that its answer differs from that of a broken file.
    const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
    return { picture, ...(await picture.metadata()) }
  } catch {
    throw new Refused('invalid', 'Use a PNG, JPEG, WebP, GIF or AVIF file.')
  }
}

/** sharp has called the family by both names. */
const isAvif = (format: string) => format === 'heif' || format === 'avif'

makePictures(LONGEST_BYTES, squareWebp)
