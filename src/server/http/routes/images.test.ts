import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newAgent, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { Agent } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'

const { send, signIn, advance, images } = testApp(await testDatabase())
const ada = await signIn()

const DAY_MS = 24 * 60 * 60_000
const plain = (width: number, height: number, background = '#3060c0') =>
  sharp({ create: { width, height, channels: 3, background } })
const png = await plain(90, 60).png().toBuffer()

const upload = (body: Uint8Array | string, headers: Record<string, string> = {}) =>
  send('POST', '/api/images', { as: ada, body: Buffer.from(body), headers })

async function stored(body: Uint8Array): Promise<string> {
  const response = await upload(body)
  expect(response.status).toBe(201)
  const { imageUrl } = (await response.json()) as { imageUrl: string }
  expect(imageUrl).toMatch(/^\/images\/[0-9a-f]{64}\.webp$/)
  return imageUrl
}

const fetched = async (path: string) => Buffer.from(await (await send('GET', path)).arrayBuffer())

test('an upload becomes a square WebP under the hash of its bytes, kept by browsers for an hour at a time', async () => {
  const imageUrl = await stored(await plain(900, 1400).jpeg().toBuffer())
  const response = await send('GET', imageUrl)
  const bytes = Buffer.from(await response.arrayBuffer())
  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(imageUrl).toBe(`/images/${hash}.webp`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=3600',
    etag: `"${hash}"`,
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640, height: 640 })
  const again = await send('GET', imageUrl, { headers: { 'if-none-match': `"${hash}"` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await send('HEAD', imageUrl)
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a stored picture is had in the widths that pages show it in, kept for an hour at a time, and in no other', async () => {
  const imageUrl = await stored(await plain(900, 900, '#107010').png().toBuffer())
  for (const width of [96, 320]) {
    const response = await send('GET', imageUrl.replace('/images/', `/images/w${width}/`))
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width })
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=3600',
      etag,
    })
    const again = await send('GET', imageUrl.replace('/images/', `/images/w${width}/`), {
      headers: { 'if-none-match': etag },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect((await send('GET', imageUrl.replace('/images/', '/images/w640/'))).status).toBe(404)
  expect((await send('GET', `/images/w96/${'0'.repeat(64)}.webp`)).status).toBe(404)
  const unknown = await send('GET', `/images/w96/remote/${'0'.repeat(64)}.webp`)
  expect([unknown.status, unknown.headers.get('location')]).toEqual([302, '/images/default.webp'])
  expect(unknown.headers.get('cache-control')).toBe('no-store')
})

test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a small %s is taken whatever it is called, and not enlarged',
  async (format) => {
    const bytes = await plain(90, 60).toFormat(format).toBuffer()
    const response = await upload(bytes, { 'content-type': 'text/plain' })
    const { imageUrl } = (await response.json()) as { imageUrl: string }
    expect(await sharp(await fetched(imageUrl)).metadata()).toMatchObject({ width: 60, height: 60 })
  },
)

test('a photo is turned upright, and where it was taken is not kept', async () => {
  // Red above blue once the EXIF orientation "rotate by 90 degrees" is applied.
  const turned = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#f00' } })
    .composite([{ input: await plain(30, 60, '#00f').png().toBuffer(), left: 30, top: 0 }])
    .jpeg({ quality: 100 })
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '48/1 51/1 29/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const bytes = await fetched(await stored(turned))
  const { exif, orientation } = await sharp(bytes).metadata()
  expect([exif, orientation]).toEqual([undefined, undefined])
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [...data.subarray((y * 60 + x) * 3, (y * 60 + x) * 3 + 3)]
  expect(pixel(10, 5)[0]).toBeGreaterThan(200)
  expect(pixel(50, 5)[0]).toBeGreaterThan(200)
  expect(pixel(10, 55)[2]).toBeGreaterThan(200)
})

test('of an animation the first frame stays', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((colour) => plain(20, 20, colour).png().toBuffer()),
  )
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const bytes = await fetched(await stored(animation))
  const { pages, width, height } = await sharp(bytes).metadata()
  expect([pages, width, height]).toEqual([undefined, 20, 20])
  const [red = 0, green = 0] = await sharp(bytes).raw().toBuffer()
  expect([red > 200, green < 60]).toEqual([true, true])
})

// §3.3
test('an image embedded in a request is kept the same way', async () => {
  const imageUrl = `data:image/png;base64,${png.toString('base64')}`
  const response = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, imageUrl } })
  const agent = (await response.json()) as Agent
  expect(agent.imageUrl).toBe(await stored(png))
  expect((await send('GET', agent.imageUrl)).status).toBe(200)
})

test.each(['https://example.com/a.png', 'https://bücher.example/ä?b=c#d', '/images/samples/meridian.webp'])(
  'the address %s is stored as it is',
  async (imageUrl) => {
    const made = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, imageUrl } })
    expect(await made.json()).toMatchObject({ imageUrl })
  },
)

/** A small valid PNG that decompresses to many black pixels of one bit each. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)), { level: 1 })
  const signature = png.subarray(0, 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('the bomb of the table below is a picture that would be taken if it were smaller', async () => {
  const bytes = await fetched(await stored(bomb(2_000, 2_000)))
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 640 })
})

const noise = Buffer.alloc(4_096, 'noise of no kind')

/** Invalid images and their responses. */
test.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string, number, string]>([
  ['nothing', () => '', 422, 'image_invalid'],
  ['a PNG that is none', () => Buffer.concat([png.subarray(0, 8), noise]), 422, 'image_invalid'],
  [
    'a PNG cut short',
    async () => {
      const whole = await sharp(Buffer.alloc(300 * 300 * 3, 'uneven'), {
        raw: { width: 300, height: 300, channels: 3 },
      })
        .png()
        .toBuffer()
      return whole.subarray(0, whole.length / 2)
    },
    422,
    'image_invalid',
  ],
  [
    'a JPEG cut short',
    async () => (await plain(600, 600).jpeg().toBuffer()).subarray(0, 900),
    422,
    'image_invalid',
  ],
  ['a bomb of 20,000 by 20,000', () => bomb(20_000, 20_000), 413, 'image_too_large'],
  ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 422, 'image_invalid'],
  ['a TIFF', () => plain(9, 9).tiff().toBuffer(), 422, 'image_invalid'],
  ['a page', () => '<!doctype html><script>alert(1)</script>', 422, 'image_invalid'],
  ['a PDF', () => '%PDF-1.7\n%…', 422, 'image_invalid'],
  ['a body beyond 5 MB', () => Buffer.alloc(limits.uploadBytes + 1), 413, 'body_too_large'],
  ['a body of 20 MB', () => Buffer.alloc(20e6), 413, 'body_too_large'],
])('%s', async (_, make, status, code) => {
  const body = await make()
  const response = await upload(body)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
  if (body.length === 0 || body.length > limits.uploadBytes) return
  const imageUrl = `data:image/png;base64,${Buffer.from(body).toString('base64')}`
  const embedded = await send('POST', '/api/agents', { as: ada, json: { ...newAgent, imageUrl } })
  expect(embedded.status).toBe(status)
  expect(await embedded.json()).toMatchObject({ code, errors: { imageUrl: expect.any(String) } })
})

test('a visitor uploads nothing', async () => {
  expect((await send('POST', '/api/images', { body: Buffer.from(png) })).status).toBe(401)
})

test('an address of no stored image is a 404', async () => {
  const response = await send('GET', `/images/${'0'.repeat(64)}.webp`)
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
  expect(response.headers.get('cache-control') ?? '').not.toMatch(/immutable/)
})

test('a picture that nobody has shown for a day is swept; one that is shown, or was just chosen, stays', async () => {
  const [unused, shown, chosen] = [
    await stored(await plain(10, 10).png().toBuffer()),
    await stored(await plain(11, 11).png().toBuffer()),
    await stored(await plain(12, 12).png().toBuffer()),
  ]
  await send('POST', '/api/agents', { as: ada, json: { ...newAgent, imageUrl: shown } })
  await images.sweepUnused()
  expect((await send('GET', unused)).status).toBe(200)
  advance(DAY_MS + 1)
  await images.keep(chosen, ada.address)
  await images.sweepUnused()
  const statuses = await Promise.all(
    [unused, shown, chosen].map(async (url) => (await send('GET', url)).status),
  )
  expect(statuses).toEqual([404, 200, 200])
})

test('of many at once some wait their turn, and those that find no place are asked to come back', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => images.upload(png, `wallet ${index}`)),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused).toHaveLength(13)
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
})

test('of many of one wallet at once few wait, and another wallet is let in', async () => {
  const ofAda = Array.from({ length: 10 }, () => images.upload(png, ada.address))
  const ofBob = images.upload(png, 'bob')
  const refused = (await Promise.allSettled(ofAda)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  expect(refused).toHaveLength(6)
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
  expect(await ofBob).toMatch(/^\/images\//)
})
