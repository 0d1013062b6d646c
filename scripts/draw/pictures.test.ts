import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sampleAgents } from '../../src/server/domain/agents/samples.ts'
import { favicon } from '../../src/server/domain/unfurl/mark.ts'
import { DEFAULT_IMAGE_URL } from '../../src/shared/agents/agent-defaults.ts'
import { toBytes } from '../../src/shared/portrait/colour.ts'
import { drawSquare } from '../../src/shared/portrait/draw-portrait.ts'
import { samplePortrait } from './sample-portrait.ts'

const shipped = (path: string) => readFile(new URL(`../../src/web/public${path}`, import.meta.url))

async function facts(path: string) {
  const { format, width, height } = await sharp(await shipped(path)).metadata()
  return { format, width, height }
}

const THUMBNAIL = 96
const thumbnail = async (path: string) =>
  new Uint8Array(
    await sharp(await shipped(path))
      .resize(THUMBNAIL, THUMBNAIL)
      .raw()
      .toBuffer(),
  )

const difference = (one: Uint8Array, two: Uint8Array) =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (two[index] ?? 0)), 0)

test.each(sampleAgents)(
  'the picture of $name ships as a square WebP of at most 45 KB',
  async ({ imageUrl }) => {
    expect(await facts(imageUrl)).toEqual({ format: 'webp', width: 480, height: 480 })
    expect((await shipped(imageUrl)).length).toBeLessThanOrEqual(45 * 1024)
  },
)

test('every shipped portrait is the one that the program draws for its agent', async () => {
  const drawn = sampleAgents.map((agent) => toBytes(drawSquare(samplePortrait(agent), THUMBNAIL).data))
  for (const [index, agent] of sampleAgents.entries()) {
    const picture = await thumbnail(agent.imageUrl)
    const differences = drawn.map((other) => difference(picture, other))
    expect(differences.indexOf(Math.min(...differences)), agent.name).toBe(index)
  }
})

// §3.4, §9.28
test('the default image is 300x300, as section 9 says', async () => {
  expect(await facts(DEFAULT_IMAGE_URL)).toEqual({ format: 'webp', width: 300, height: 300 })
})

test('the share picture has the size that link previews expect', async () => {
  expect(await facts('/images/og.jpg')).toEqual({ format: 'jpeg', width: 1200, height: 630 })
})

test('the manifest names icons that ship in the sizes it gives', async () => {
  const manifest = JSON.parse((await shipped('/manifest.webmanifest')).toString())
  expect(manifest).toMatchObject({ name: 'Bionic', start_url: '/', display: 'standalone' })
  expect(manifest.icons).toHaveLength(3)
  for (const icon of manifest.icons) {
    const { format, width, height } = await facts(icon.src)
    expect(`${width}x${height} image/${format}`).toBe(`${icon.sizes} ${icon.type}`)
  }
  expect(await facts('/icons/apple-touch-180.png')).toEqual({ format: 'png', width: 180, height: 180 })
})

test('an icon that a home screen may crop has no transparent corner', async () => {
  for (const path of ['/icons/maskable-512.png', '/icons/apple-touch-180.png'])
    expect((await sharp(await shipped(path)).stats()).isOpaque, path).toBe(true)
})

test('the favicon is the mark as the program draws it', async () => {
  expect((await shipped('/favicon.svg')).toString()).toBe(favicon())
})

test('the favicon that is asked for by habit holds the mark in three sizes', async () => {
  const bytes = await shipped('/favicon.ico')
  expect([bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([1, 3])
  const sizes = [0, 1, 2].map(async (index) => {
    const entry = 6 + 16 * index
    const start = bytes.readUInt32LE(entry + 12)
    const image = bytes.subarray(start, start + bytes.readUInt32LE(entry + 8))
    const { format, width, height } = await sharp(image).metadata()
    expect([format, width, height]).toEqual(['png', bytes.readUInt8(entry), bytes.readUInt8(entry + 1)])
    return width
  })
  expect(await Promise.all(sizes)).toEqual([16, 32, 48])
})

test('no two sample agents share a portrait, nor two of one category a family', () => {
  const portraits = sampleAgents.map((agent) => ({ category: agent.category, ...samplePortrait(agent) }))
  const shapes = portraits.map(({ seed, category, hue, ...parameters }) => JSON.stringify(parameters))
  expect(new Set(shapes).size).toBe(sampleAgents.length)
  const kinds = portraits.map(({ category, family }) => `${category} ${family}`)
  expect(new Set(kinds).size).toBe(sampleAgents.length)
})

test('sample agents that stand side by side are of different families', () => {
  const order = sampleAgents.map((agent) => samplePortrait(agent).family)
  for (const [index, family] of order.entries()) expect(family).not.toBe(order[index + 1])
})
