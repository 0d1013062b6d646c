import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../base/log.ts'
import type { Failure } from '../failure.ts'
import { Decoder } from './decoder.ts'

const decoder = new Decoder({ log: createLog('silent'), limits: { memoryBytes: 512 * 1024 * 1024 } })
afterAll(() => decoder.close())

const plain = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#3060c0' }, limitInputPixels: false })
const small = await plain(20, 20).png().toBuffer()

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const HEADER_END = 33

/** A small PNG with additional chunks after its header. */
const pngWith = (...chunks: Buffer[]) =>
  Buffer.concat([small.subarray(0, HEADER_END), ...chunks, small.subarray(HEADER_END)])

/** A small PNG with a wrong header. */
function pngThatPromises(width: number, height: number, depth: number, colour: number, interlace: number) {
  const header = Buffer.from(small.subarray(16, 29))
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(depth, 8)
  header.writeUInt8(colour, 9)
  header.writeUInt8(interlace, 12)
  return Buffer.concat([small.subarray(0, 8), chunk('IHDR', header), small.subarray(HEADER_END)])
}

const unpacksTo = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 })

/** Overwrites the bytes after the first occurrence of a JPEG marker or an AVIF box. */
async function patched(picture: Sharp, marker: Buffer | string, patch: (at: Buffer) => void) {
  const bytes = Buffer.from(await picture.toBuffer())
  const at = bytes.indexOf(marker)
  expect(at).toBeGreaterThan(0)
  patch(bytes.subarray(at + marker.length))
  return bytes
}
const frameHeader = Buffer.from([0xff, 0xc0])
const sized = (width: number, height: number) => (at: Buffer) => {
  at.writeUInt16BE(height, 3)
  at.writeUInt16BE(width, 5)
}
const ispe = (side: number) => (at: Buffer) => {
  at.writeUInt32BE(side, 4)
  at.writeUInt32BE(side, 8)
}

async function animation(frames: number, format: 'webp' | 'gif') {
  const each = await plain(200, 200).png().toBuffer()
  return sharp(Array<Buffer>(frames).fill(each), { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** Picture -> result. */
test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  [
    'a PNG whose notes unpack to two gigabytes',
    () => {
      const note = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), unpacksTo(200e6)]))
      return pngWith(...Array<Buffer>(10).fill(note))
    },
    'webp',
  ],
  [
    'a PNG whose colour profile unpacks to 400 MB',
    () => pngWith(chunk('iCCP', Buffer.concat([Buffer.from('sRGB\0\0'), unpacksTo(400e6)]))),
    'webp',
  ],
  ['a PNG that promises 65,535 by 65,535', () => pngThatPromises(65_535, 65_535, 8, 2, 0), 'image_too_large'],
  [
    'an interlaced PNG of 16 bits that promises 49 million pixels',
    () => pngThatPromises(7_000, 7_000, 16, 6, 1),
    'image_invalid',
  ],
  [
    'a JPEG that says it is 65,500 by 65,500',
    () => patched(plain(20, 20).jpeg(), frameHeader, sized(65_500, 65_500)),
    'image_too_large',
  ],
  [
    'a JPEG that says it is larger than it is',
    () => patched(plain(20, 20).jpeg(), frameHeader, sized(7_000, 7_000)),
    // The rest is grey, as in any truncated JPEG.
    'webp',
  ],
  ['a progressive JPEG', () => plain(3_000, 3_000).jpeg({ progressive: true }).toBuffer(), 'webp'],
  ['a JPEG for printing', () => plain(60, 60).toColourspace('cmyk').jpeg().toBuffer(), 'webp'],
  [
    'a JPEG with 3 MB of what is no colour profile',
    async () => {
      const jpeg = await plain(60, 60).jpeg().toBuffer()
      const parts = Array.from({ length: 48 }, (_, index) => {
        const head = Buffer.from([0xff, 0xe2, 0xff, 0xff, ...Buffer.from('ICC_PROFILE\0'), index + 1, 48])
        return Buffer.concat([head, Buffer.alloc(0xffff - 16, index)])
      })
      return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
    },
    'webp',
  ],
  ['an animated WebP of 200 frames', () => animation(200, 'webp'), 'webp'],
  ['an animated GIF of 200 frames', () => animation(200, 'gif'), 'webp'],
  [
    'a GIF that says it is 30,000 by 30,000',
    () =>
      patched(plain(20, 20).gif(), Buffer.from([0x2c, 0, 0, 0, 0]), (frame) => {
        frame.writeUInt16LE(30_000, 0)
        frame.writeUInt16LE(30_000, 2)
      }),
    'image_too_large',
  ],
  [
    'a WebP of 38 bytes and 50 million pixels',
    () => Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvnVvnFgdQqKIUuYCBiOh/AAA=', 'base64'),
    'webp',
  ],
  [
    'an AVIF of 18 million pixels',
    () => plain(4_250, 4_250).avif({ effort: 0 }).toBuffer(),
    'image_too_large',
  ],
  [
    'an AVIF that says it is smaller than it is',
    () => patched(plain(4_000, 4_000).avif({ effort: 0 }), 'ispe', ispe(64)),
    'image_invalid',
  ],
  [
    'an AVIF that says it is larger than it is',
    () => patched(plain(64, 64).avif({ effort: 0 }), 'ispe', ispe(4_000)),
    'image_invalid',
  ],
])('%s is answered, and the next picture is decoded', async (_, make, outcome) => {
  const bytes = await make()
  const answered = await decoder.toSquareWebp(bytes, 'ada').then(
    async (webp) => (await sharp(webp).metadata()).format as string,
    (failure: Failure) => failure.code,
  )
  expect(answered).toBe(outcome)
  expect((await sharp(await decoder.toSquareWebp(small, 'bob')).metadata()).width).toBe(20)
})
