import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import {
  remoteImageSchema,
  shownImageSchema,
  storedImageSchema,
} from '../../../shared/agents/agent-images.ts'
import { PICTURE_WIDTHS } from '../../../shared/agents/picture-widths.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Images } from '../../domain/agents/images.ts'
import { Failure, noSuch } from '../../domain/failure.ts'
import type { PictureVariants } from '../../domain/pictures/picture-variants.ts'
import { readBody } from '../body.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { addressKey } from '../edge/rate-limit.ts'
import { done, file, imageErrors, json, operation } from '../operation.ts'
import { keepForEver } from '../request.ts'

/** One day: the address of a copy stays the same if its picture is fetched again after no agent used it for a while. */
const REMOTE_SECONDS = 24 * 60 * 60

/**
 * The content of an address never changes, but a picture can be taken down (record 0110): browsers ask again after this
 * time, in seconds, and are told in a line that it is still the same. So it is for what ships with the product.
 */
const STORED = `public, max-age=${60 * 60}`

/**
 * `/api/images` ignores a picture's name and declared type; `/api/images/remote` fetches one from the web for a choice.
 */
export function imageUploadRoutes(images: Images) {
  return new Hono<AppEnv>()
    .post(
      '/images',
      operation({
        act: 'making',
        tag: 'images',
        signedIn: true,
        summary: 'Upload a picture (PNG, JPEG, WebP, GIF or AVIF), which is kept as a small square WebP',
        upload: 'image/*',
        answers: { 201: json('Where the picture is kept.', storedImageSchema) },
        errors: [...imageErrors, 'quota_reached'],
        bodyBytes: limits.uploadBytes,
      }),
      async (c) => {
        const imageUrl = await images.upload(
          new Uint8Array(await readBody(c, () => c.req.arrayBuffer())),
          c.var.wallet,
        )
        return c.json({ imageUrl }, 201)
      },
    )
    .post(
      '/images/remote',
      operation({
        act: 'making',
        tag: 'images',
        signedIn: true,
        summary: 'Have a picture fetched from the web, to look at it before an agent shows it',
        body: remoteImageSchema,
        answers: {
          200: json('Where the picture is shown from; null where none could be fetched.', shownImageSchema),
        },
      }),
      async (c) => {
        const pictureUrl = await images.remote.show(c.req.valid('json').url, c.var.wallet)
        return c.json({ pictureUrl }, 200)
      },
    )
}

const inWidth = {
  200: file('The picture in that width.', 'image/webp'),
  302: done('It can not be made smaller now: the whole one.'),
  304: done('It is the one that `If-None-Match` names.'),
}

interface StoredImages {
  images: Images
  variants: Pick<PictureVariants, 'make'>
  /** Returns a picture that ships with the product, by its address. */
  shipped: (address: string) => Uint8Array | undefined
}

/**
 * The routes of pictures.
 * - `/images/{hash}.webp`: stored pictures. One that was taken down is the default image.
 *   Other names, such as those of pictures that ship with the product, are passed to the next handler.
 * - `/images/remote/{hash}.webp`: the server's copies of pictures from the web, by the hash of their address.
 * - `/images/w{width}/…`: each of these, and each picture that ships with the product, in one of `PICTURE_WIDTHS`.
 */
export function storedImageRoutes(images: StoredImages) {
  return new Hono<AppEnv>().route('/', wholeRoutes(images.images)).route('/', widthRoutes(images))
}

function wholeRoutes(images: Images) {
  return new Hono<AppEnv>()
    .get(
      '/images/:file{[0-9a-f]{64}\\.webp}',
      operation({
        tag: 'images',
        summary: 'A kept picture: its SHA-256 and `.webp`',
        answers: {
          200: file('The picture.', 'image/webp'),
          302: done('It was taken down: the default image.'),
          304: done('It is the one that `If-None-Match` names.'),
        },
        errors: ['not_found'],
      }),
      async (c) => {
        if (await images.isTaken(hashIn(c))) return showDefault(c)
        const answer = await answerPicture(c, images, hashIn(c), STORED)
        // Only now, because a refusal is the response to one request and names its id.
        keepForEver(c)
        return answer
      },
    )
    .get(
      '/images/remote/:file{[0-9a-f]{64}\\.webp}',
      operation({
        tag: 'images',
        summary: 'The copy of a picture from the web: the SHA-256 of its address and `.webp`',
        answers: {
          200: file('The picture.', 'image/webp'),
          302: done('There is no copy, or none yet: the default image.'),
          304: done('It is the one that `If-None-Match` names.'),
        },
      }),
      async (c) => {
        const hash = await images.remote.find(hashIn(c))
        if (hash && !(await images.isTaken(hash)))
          return answerPicture(c, images, hash, `public, max-age=${REMOTE_SECONDS}`)
        return showDefault(c)
      },
    )
}

function widthRoutes({ images, variants, shipped }: StoredImages) {
  return new Hono<AppEnv>()
    .get(
      '/images/:width{w\\d+}/:file{[0-9a-f]{64}\\.webp}',
      operation({
        tag: 'images',
        summary: 'A kept picture in a width',
        answers: inWidth,
        errors: ['not_found'],
      }),
      async (c) => {
        const hash = hashIn(c)
        const bytes = await images.find(hash)
        if (!bytes && (await images.isTaken(hash))) return showDefault(c)
        if (!bytes) noSuch('image')
        const answer = await answerInWidth(c, variants, `/images/${hash}.webp`, bytes, STORED)
        keepForEver(c)
        return answer
      },
    )
    .get(
      '/images/:width{w\\d+}/remote/:file{[0-9a-f]{64}\\.webp}',
      operation({
        tag: 'images',
        summary: 'The copy of a picture from the web in a width; the default image where there is no copy',
        answers: inWidth,
        errors: ['not_found'],
      }),
      async (c) => {
        const hash = await images.remote.find(hashIn(c))
        const bytes = hash && (await images.find(hash))
        if (bytes)
          return answerInWidth(
            c,
            variants,
            `/images/remote/${hashIn(c)}.webp`,
            bytes,
            `public, max-age=${REMOTE_SECONDS}`,
          )
        return showDefault(c)
      },
    )
    .get(
      '/images/:width{w\\d+}/:name{(?:default|samples/[a-z0-9-]+)\\.webp}',
      operation({
        tag: 'images',
        summary: 'A picture that ships with the product in a width',
        answers: inWidth,
        errors: ['not_found'],
      }),
      async (c) => {
        const whole = `/images/${c.req.param('name')}`
        const bytes = shipped(whole)
        // In development, Vite serves everything that ships with the product.
        if (!bytes) return c.redirect(whole, 302)
        return answerInWidth(c, variants, whole, bytes, STORED)
      },
    )
}

/** A page ignores a redirect, while it would report a 404; next time there may be a copy, or it may be put back. */
function showDefault(c: AppContext) {
  c.header('cache-control', 'no-store')
  return c.redirect(DEFAULT_IMAGE_URL, 302)
}

async function answerInWidth(
  c: AppContext,
  variants: StoredImages['variants'],
  whole: string,
  bytes: Uint8Array,
  cacheControl: string,
) {
  const width = PICTURE_WIDTHS.find((known) => c.req.param('width') === `w${known}`)
  if (width === undefined) throw new Failure('not_found', 'Pictures are not shown in this width.')
  const made = await variants.make(bytes, width, addressKey(c.var.clientAddress))
  if (!made) {
    c.header('cache-control', 'no-store')
    return c.redirect(whole, 302)
  }
  return answerBytes(c, createHash('sha256').update(made).digest('hex'), made, cacheControl)
}

const hashIn = (c: AppContext) => (c.req.param('file') ?? '').slice(0, 64)

async function answerPicture(c: AppContext, images: Images, hash: string, cacheControl: string) {
  const bytes = isKnown(c, hash) ? null : await images.find(hash)
  if (!isKnown(c, hash) && !bytes) noSuch('image')
  return answerBytes(c, hash, bytes, cacheControl)
}

const isKnown = (c: AppContext, hash: string) => c.req.header('if-none-match')?.includes(`"${hash}"`) === true

function answerBytes(c: AppContext, hash: string, bytes: Uint8Array | null, cacheControl: string) {
  c.header('etag', `"${hash}"`)
  c.header('cache-control', cacheControl)
  c.header('x-content-type-options', 'nosniff')
  if (!bytes || isKnown(c, hash)) return c.body(null, 304)
  c.header('content-type', 'image/webp')
  c.header('content-length', String(bytes.length))
  return c.body(Uint8Array.from(bytes))
}
