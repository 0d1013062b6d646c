import sharp, { type Sharp } from 'sharp'
import { limits } from '../../../shared/limits.ts'
import { Failure } from '../failure.ts'
import { createTurnstile } from './turnstile.ts'

/** Both sides of what is stored, at most, in pixels; a card shows it at 320 on a dense screen. */
const SIDE = 640

/** A phone's largest photo has 50 million pixels; decoding more is refused before any of it is unpacked. */
const MAX_PIXELS = 50_000_000

const MAX_SECONDS = 10

/** Decoding takes memory and a core: two at a time, a few more wait, and the rest are asked to come back. */
const turnstile = createTurnstile({ inside: 2, waiting: 16 })

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

/**
 * Decodes a PNG, JPEG, WebP, GIF or AVIF picture, whatever it is called, turns it upright, crops the middle square of
 * its first frame and encodes that as WebP without any of its metadata. Small pictures are not enlarged.
 * @throws {Failure} `image_invalid`, `image_too_large`, or `rate_limited` while too many are waiting
 */
export async function toSquareWebp(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length > limits.uploadBytes)
    throw new Failure('image_too_large', `An image can have at most ${limits.uploadBytes / 1024 / 1024} MB.`)
  return turnstile(() => squareWebp(bytes))
}

async function squareWebp(bytes: Uint8Array): Promise<Uint8Array> {
  const { picture, width, height } = await open(bytes)
  if (width * height > MAX_PIXELS)
    throw new Failure('image_too_large', `An image can have at most ${MAX_PIXELS / 1e6} million pixels.`)
  const side = Math.min(width, height, SIDE)
  try {
    return await picture
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 80 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
  } catch (error) {
    throw new Failure('image_invalid', 'The image is damaged.', { cause: error })
  }
}

/** Reads the header alone. */
async function open(bytes: Uint8Array): Promise<{ picture: Sharp; width: number; height: number }> {
  try {
    // The limit is checked by hand, so that its answer differs from that of a broken file.
    const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
    const { width, height } = await picture.metadata()
    return { picture, width, height }
  } catch (error) {
    throw new Failure('image_invalid', 'Use a PNG, JPEG, WebP, GIF or AVIF file.', { cause: error })
  }
}
