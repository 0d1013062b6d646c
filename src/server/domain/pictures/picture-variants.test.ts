import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { PictureVariants } from './picture-variants.ts'

const limits = { memoryBytes: 300 * 1024 * 1024 }
const variants = new PictureVariants({ log: pino({ level: 'silent' }), limits })
afterAll(() => variants.close())

const webp = (side: number, background = '#3060c0') =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .webp()
    .toBuffer()

test('a picture is made in a width, and a small one is not enlarged', async () => {
  const made = await variants.make(await webp(640), 320, 'a')
  expect(await sharp(made ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 })
  const small = await variants.make(await webp(60), 96, 'a')
  expect(await sharp(small ?? undefined).metadata()).toMatchObject({ width: 60 })
})

test('the same picture is made once, whoever asks and however many at once', async () => {
  const picture = await webp(640, '#ff00ff')
  const made = await Promise.all(['a', 'b', 'c'].map((by) => variants.make(picture, 96, by)))
  expect(made[0]).not.toBeNull()
  // The identical object, not an equal one.
  for (const bytes of [...made, await variants.make(Buffer.from(picture), 96, 'd')])
    expect(bytes).toBe(made[0])
})

test('what is no picture of ours has no copy, and the next one has', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const png = await sharp(await webp(20))
    .png()
    .toBuffer()
  for (const bytes of [svg, png, Buffer.from('RIFF')]) expect(await variants.make(bytes, 96, 'a')).toBeNull()
  expect(await variants.make(await webp(100), 96, 'a')).not.toBeNull()
})

test('one address that asks for more than its places has the whole picture for the rest, and others their turn', async () => {
  const pictures = await Promise.all(Array.from({ length: 60 }, (_, index) => webp(101 + index)))
  const asked = Promise.all(pictures.map((picture) => variants.make(picture, 96, 'greedy')))
  const other = await variants.make(await webp(97, '#00ff00'), 96, 'other')
  expect(other).not.toBeNull()
  expect((await asked).filter((made) => made === null)).toHaveLength(60 - 48)
})
