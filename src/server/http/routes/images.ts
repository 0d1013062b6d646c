import { Hono } from 'hono'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { remoteImageSchema, shownImageSchema, storedImageSchema } from '../../../shared/agents/agents.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { Images } from '../../domain/agents/images.ts'
import { Failure } from '../../domain/failure.ts'
import { readBody } from '../body.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { done, file, imageErrors, json, operation } from '../operation.ts'
import { keepForEver, signedInWallet } from '../request.ts'

/** A day: the address of a copy stays when the picture behind it is chosen anew after a time without an agent. */
const REMOTE_SECONDS = 24 * 60 * 60

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * `/api/images`: the body is the picture itself; what it is called and what type it claims to have do not matter.
 * `/api/images/remote` has a picture fetched from the web, for whoever is about to choose it.
 */
export function imageUploadRoutes(images: Images) {
  return new Hono<AppEnv>()
    .post(
      '/images',
      operation({
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
          await signedInWallet(c),
        )
        return c.json({ imageUrl }, 201)
      },
    )
    .post(
      '/images/remote',
      operation({
        tag: 'images',
        signedIn: true,
        summary: 'Have a picture fetched from the web, to look at it before an agent shows it',
        body: remoteImageSchema,
        answers: {
          200: json('Where the picture is shown from; null where none could be fetched.', shownImageSchema),
        },
      }),
      async (c) => {
        const pictureUrl = await images.remote.show(c.req.valid('json').url, await signedInWallet(c))
        return c.json({ pictureUrl }, 200)
      },
    )
}

/**
 * `/images/{hash}.webp`: stored pictures. The address never changes its content, so a browser asks once. Any other
 * name, such as that of a picture that ships with the product, is left to what comes after.
 * `/images/remote/{hash}.webp`: the server's copies of pictures from the web, by the hash of their address.
 */
export function storedImageRoutes(images: Images) {
  return new Hono<AppEnv>()
    .get(
      '/images/:file{[0-9a-f]{64}\\.webp}',
      operation({
        tag: 'images',
        summary: 'A kept picture: its SHA-256 and `.webp`',
        answers: {
          200: file('The picture.', 'image/webp'),
          304: done('It is the one that `If-None-Match` names.'),
        },
        errors: ['not_found'],
      }),
      async (c) => {
        const cacheControl = `public, max-age=${YEAR_SECONDS}, immutable`
        const answer = await answerPicture(c, images, hashIn(c), cacheControl)
        // Not before: a refusal is the answer to one request, and names it.
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
        if (hash) return answerPicture(c, images, hash, `public, max-age=${REMOTE_SECONDS}`)
        // A page says nothing of a redirect, where it would complain about a 404; the next time there may be a copy.
        c.header('cache-control', 'no-store')
        return c.redirect(DEFAULT_IMAGE_URL, 302)
      },
    )
}

const hashIn = (c: AppContext) => (c.req.param('file') ?? '').slice(0, 64)

async function answerPicture(c: AppContext, images: Images, hash: string, cacheControl: string) {
  const etag = `"${hash}"`
  const unchanged = c.req.header('if-none-match')?.includes(etag)
  const bytes = unchanged ? null : await images.find(hash)
  if (!unchanged && !bytes) throw new Failure('not_found', 'There is no such image.')
  c.header('etag', etag)
  c.header('cache-control', cacheControl)
  c.header('x-content-type-options', 'nosniff')
  if (!bytes) return c.body(null, 304)
  c.header('content-type', 'image/webp')
  c.header('content-length', String(bytes.length))
  return c.body(Uint8Array.from(bytes))
}
