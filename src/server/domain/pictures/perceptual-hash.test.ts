import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { toBytes } from '../../../shared/portrait/colour.ts'
import { drawSquare } from '../../../shared/portrait/draw-portrait.ts'
import { categoryHues, portraitOf } from '../../../shared/portrait/portrait.ts'
import { NEAR_BITS, SAME_BITS } from '../trust/taken-looks.ts'
import { distanceOf, HASHED_SIDE, hashOf } from './perceptual-hash.ts'

/** Half of what the page draws. */
const SIDE = 240
const hues = Object.values(categoryHues)

const hash = async (picture: Sharp) =>
  hashOf(await picture.greyscale().resize(HASHED_SIDE, HASHED_SIDE, { fit: 'fill' }).raw().toBuffer())

/** As the page draws them for agents without a picture. All are round and bright on black, so they are hard to tell apart. */
function portrait(index: number, side: number): Promise<Buffer> {
  const { data } = drawSquare(portraitOf(`portrait ${index}`, hues[index % hues.length] ?? 0), side)
  return sharp(toBytes(data), { raw: { width: side, height: side, channels: 3 } })
    .webp({ quality: 90 })
    .toBuffer()
}

const drawn = (count: number, side: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => portrait(index, side)))
const hashed = (pictures: readonly Buffer[]) => Promise.all(pictures.map((picture) => hash(sharp(picture))))
const portraits = await drawn(16, SIDE)
const hashes = await hashed(portraits)

test('200 portraits of this product are told apart', async () => {
  const all = await hashed(await drawn(200, 64))
  const alike = all.flatMap((one, index) =>
    all
      .slice(0, index)
      .map((other) => distanceOf(one, other))
      .filter((distance) => distance <= NEAR_BITS),
  )
  expect(alike).toEqual([])
})

const again: Record<string, (picture: Buffer) => Sharp> = {
  'half as large': (picture) => sharp(picture).resize(SIDE / 2),
  'twice as large': (picture) => sharp(picture).resize(SIDE * 2),
  'a JPEG of half the quality': (picture) => sharp(picture).jpeg({ quality: 50 }),
  'a WebP of half the quality': (picture) => sharp(picture).webp({ quality: 50 }),
  'a fifth brighter': (picture) => sharp(picture).modulate({ brightness: 1.2 }),
  'of more contrast': (picture) => sharp(picture).linear(1.1, 4),
  'cropped at its edges': (picture) =>
    sharp(picture).extract({ left: 3, top: 3, width: SIDE - 6, height: SIDE - 6 }),
}

test.each(Object.entries(again))('the same picture %s is told as the same', async (_, make) => {
  const distances: number[] = []
  for (const [index, picture] of portraits.entries())
    distances.push(distanceOf(hashes[index] ?? '', await hash(sharp(await make(picture).toBuffer()))))
  const found = distances.filter((distance) => distance <= NEAR_BITS)
  expect(found.length).toBeGreaterThanOrEqual(15)
})

test('the same bytes have the same hash, and a picture of one colour has one, too', async () => {
  const [one] = portraits
  if (!one) throw new Error('nothing was drawn')
  expect(await hash(sharp(one))).toBe(hashes[0])
  const plain = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
  expect(await hash(sharp(await plain.png().toBuffer()))).toMatch(/^[0-9a-f]{64}$/)
  expect(SAME_BITS).toBeLessThan(NEAR_BITS)
})
