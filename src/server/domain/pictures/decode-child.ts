import { writeFileSync } from 'node:fs'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { type FrameKind, frameKinds, readFrames, writeFrame } from './frames.ts'

/**
 * The entry of the decode process, the only place that loads sharp: it turns pictures from strangers into small square
 * WebPs, one after the other, and whatever a hostile one does to its memory ends here. `decode-process.ts` starts it
 * and watches it.
 */

/** Both sides of what is stored, at most, in pixels; a card shows it at 320 on a dense screen. */
const SIDE = 640

/** A phone's largest photo has 50 million pixels; of these formats such a one takes less than 460 MB to decode. */
const MAX_PIXELS = 50_000_000

/** AVIF is decoded whole, at 18 bytes a pixel, and 26 where it has an alpha channel or more than 8 bits: 450 MB for this. */
const MAX_PIXELS_AVIF = 17_000_000

/** As long as an upload may be; the server refuses longer ones before they get here. */
const LONGEST_BYTES = 8 * 1024 * 1024

/** A picture that is refused; the message is written for the person who chose it. */
class Refused extends Error {
  readonly kind: FrameKind
  constructor(kind: 'invalid' | 'tooLarge', message: string) {
    super(message)
    this.kind = frameKinds[kind]
  }
}

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

/** The kernel, where it runs out of memory, is to end this process and not the server that started it. */
function offerToBeEndedFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has it.
  }
}

/** At once, whatever a decoder's thread is doing. */
const end = () => process.kill(process.pid, 'SIGKILL')

offerToBeEndedFirst()
// The server ended without saying so, or said so.
process.stdin.once('end', end).once('error', end)
process.stdout.once('error', end)
readFrames(process.stdin, LONGEST_BYTES, {
  onFrame({ payload }) {
    squareWebp(payload).then(
      (webp) => writeFrame(process.stdout, frameKinds.picture, webp),
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error
        writeFrame(process.stdout, error.kind, Buffer.from(error.message))
      },
    )
  },
  onTooLong: end,
})
writeFrame(process.stdout, frameKinds.ready)
