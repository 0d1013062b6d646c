/**
 * Draws the pictures that ship with the product into `src/web/public`: `node scripts/draw/main.ts`.
 * The files are committed; run it after a change of the design or of the sample agents.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { sampleAgents } from '../../src/server/domain/agents/samples.ts'
import { favicon, icon, markShapes, svg, wordmark } from '../../src/server/domain/unfurl/mark.ts'
import { DEFAULT_IMAGE_URL } from '../../src/shared/agents/agent-defaults.ts'
import { toBytes } from '../../src/shared/portrait/colour.ts'
import { drawPortrait, drawSquare } from '../../src/shared/portrait/draw-portrait.ts'
import type { LightBuffer } from '../../src/shared/portrait/light-buffer.ts'
import type { Portrait } from '../../src/shared/portrait/portrait.ts'
import { defaultImage } from './default-image.ts'
import { samplePortrait } from './sample-portrait.ts'

const WEBP = { quality: 80, smartSubsample: true, effort: 6 }

function developed(buffer: LightBuffer): Sharp {
  const { width, height, data } = buffer
  return sharp(toBytes(data), { raw: { width, height, channels: 3 } })
}

function neutral(): Promise<Buffer> {
  const size = 300
  const mark = markShapes({ x: size / 2, y: size / 2, height: size * 0.27 }, { colour: '#bcd8ea' })
  return developed(defaultImage(size))
    .composite([{ input: Buffer.from(svg(size, size, mark)) }])
    .webp({ ...WEBP, quality: 78 })
    .toBuffer()
}

/** The preview picture of a shared link to the product. */
function share(parameters: Portrait): Promise<Buffer> {
  const [width, height] = [1200, 630]
  const buffer = drawPortrait(parameters, width, height, { x: 850, y: height / 2, scale: 470 })
  const name =
    markShapes({ x: 128, y: height / 2, height: 92 }) + wordmark({ x: 208, y: height / 2 - 24, scale: 0.48 })
  return developed(buffer)
    .composite([{ input: Buffer.from(svg(width, height, name)) }])
    .jpeg({ quality: 90, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

const png = (source: string) => sharp(Buffer.from(source)).png({ compressionLevel: 9 }).toBuffer()

/** The mark for requests of `/favicon.ico`: PNGs of these sizes in an ICO container. */
async function faviconIco(sizes: readonly number[]): Promise<Buffer> {
  const images = await Promise.all(
    sizes.map((size) =>
      sharp(Buffer.from(favicon()), { density: 3 * size })
        .resize(size)
        .png()
        .toBuffer(),
    ),
  )
  const header = Buffer.alloc(6 + 16 * sizes.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(sizes.length, 4)
  let offset = header.length
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index
    header.writeUInt8(sizes[index] ?? 0, entry)
    header.writeUInt8(sizes[index] ?? 0, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(image.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += image.length
  }
  return Buffer.concat([header, ...images])
}

async function save(path: string, content: string | Uint8Array): Promise<void> {
  const file = fileURLToPath(new URL(`../../src/web/public${path}`, import.meta.url))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
  console.log(`${(content.length / 1024).toFixed(1).padStart(6)} KB  ${path}`)
}

for (const agent of sampleAgents)
  await save(
    agent.imageUrl,
    await developed(drawSquare(samplePortrait(agent), 480))
      .webp(WEBP)
      .toBuffer(),
  )
await save(DEFAULT_IMAGE_URL, await neutral())
const [first] = sampleAgents
if (first) await save('/images/og.jpg', await share(samplePortrait(first)))
await save('/favicon.svg', favicon())
await save('/favicon.ico', await faviconIco([16, 32, 48]))
await save('/icons/icon-192.png', await png(icon(192, 0.66, 0.2)))
await save('/icons/icon-512.png', await png(icon(512, 0.66, 0.2)))
await save('/icons/maskable-512.png', await png(icon(512, 0.5, 0)))
await save('/icons/apple-touch-180.png', await png(icon(180, 0.6, 0)))
