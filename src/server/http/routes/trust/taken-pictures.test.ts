import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { toBytes } from '../../../../shared/portrait/colour.ts'
import { drawSquare } from '../../../../shared/portrait/draw-portrait.ts'
import { portraitOf } from '../../../../shared/portrait/portrait.ts'
import { deskCases, takenPictures } from '../../../db/schema/moderation.ts'
import { findTakenLike } from '../../../db/trust/taken-pictures.ts'

const database = await testDatabase()
const { db } = database
const { send, signIn, images, taken } = testApp(database)
type Who = Awaited<ReturnType<typeof signIn>>

const SIDE = 240
const drawn = (seed: string) =>
  sharp(toBytes(drawSquare(portraitOf(seed, 207), SIDE).data), {
    raw: { width: SIDE, height: SIDE, channels: 3 },
  })
    .png()
    .toBuffer()
const upload = (as: Who, bytes: Buffer) =>
  send('POST', '/api/images', {
    as,
    body: Uint8Array.from(bytes),
    headers: { 'content-type': 'image/png' },
  })
const hashIn = (url: string) => /[0-9a-f]{64}/.exec(url)?.[0] ?? ''

test('a picture that was taken down is not taken again in another size or format, and one that is like it comes to the desk', async () => {
  const [ada, eve] = [await signIn(), await signIn()]
  const original = await drawn('taken')
  const { imageUrl } = (await (await upload(ada, original)).json()) as { imageUrl: string }
  const hash = hashIn(imageUrl)
  const stored = await images.find(hash)
  const looks = stored && (await taken.looksOf(stored, 'desk'))
  expect(looks).toMatch(/^[0-9a-f]{64}$/)
  await db.insert(takenPictures).values({ hash, looks, takenAt: new Date() })

  const small = await sharp(original).resize(200).jpeg({ quality: 90 }).toBuffer()
  for (const bytes of [original, small]) {
    const answer = await upload(eve, bytes)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      code: 'image_invalid',
      detail: 'This picture was taken down here. Choose another one.',
    })
  }
  expect((await upload(eve, await drawn('another'))).status).toBe(201)
  expect(await db.select().from(deskCases)).toEqual([])

  // As if the one taken down had looked a little different: 25 bits.
  const differs = (BigInt(`0x${looks}`) ^ ((1n << 25n) - 1n)).toString(16).padStart(64, '0')
  await db
    .update(takenPictures)
    .set({ looks: differs, hash: 'f'.repeat(64) })
    .where(eq(takenPictures.hash, hash))
  const like = (await (await upload(eve, original)).json()) as { imageUrl: string }
  const cases = await db.select().from(deskCases)
  expect(cases).toMatchObject([
    {
      ...{ kind: 'picture', subject: hashIn(like.imageUrl), sources: ['picture_match'] },
      ...{ maker: eve.address, beside: 'f'.repeat(64) },
    },
  ])
})

test('a taken picture is found among many, by its bits or, where it could not be read, by its hash', async () => {
  const digest = (index: number) => createHash('sha256').update(`${index}`).digest('hex')
  await db.delete(takenPictures)
  await db.insert(takenPictures).values(
    Array.from({ length: 2_000 }, (_, index) => ({
      ...{ hash: digest(index), looks: index === 7 ? null : digest(-index) },
      takenAt: new Date(),
    })),
  )
  const oneBit = (BigInt(`0x${digest(-1_234)}`) ^ 1n).toString(16).padStart(64, '0')
  expect(await findTakenLike(db, { hash: 'x', looks: oneBit, most: 30 })).toEqual({
    ...{ hash: digest(1_234), distance: 1 },
  })
  expect(await findTakenLike(db, { hash: digest(7), looks: null, most: 30 })).toMatchObject({ distance: 0 })
  expect(await findTakenLike(db, { hash: 'x', looks: digest(9_999), most: 30 })).toBeNull()
})
