import { Hono } from 'hono'
import { DEFAULT_IMAGE_URL } from '../../shared/agent-defaults.ts'
import { remoteImageSchema } from '../../shared/agents.ts'
import { limits } from '../../shared/limits.ts'
import type { Images } from '../domain/agents/images.ts'
import { Failure } from '../domain/failure.ts'
import type { AppContext, AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { limitBody, readBody } from './limit-body.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** A day: the address of a copy stays when the picture behind it is chosen anew after a time without an agent. */
const REMOTE_SECONDS = 24 * 60 * 60

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * `/api/images`: the body is the picture itself; what it is called and what type it claims to have do not matter.
 * `/api/images/remote` has a picture fetched from the web, for whoever is about to choose it.
 */
export function imageUploadRoutes(images: Images) {
  return new Hono<AppEnv>()
    .post('/images', signedIn, limitBody(limits.uploadBytes), async (c) => {
      const imageUrl = await images.upload(
        new Uint8Array(await readBody(c, () => c.req.arrayBuffer())),
        await signedInWallet(c),
      )
      return c.json({ imageUrl }, 201)
    })
    .post('/images/remote', signedIn, jsonBody(), validate('json', remoteImageSchema), async (c) => {
      const pictureUrl = await images.remote.show(c.req.valid('json').url, await signedInWallet(c))
      return c.json({ pictureUrl }, 200)
    })
}

/**
 * `/images/{hash}.webp`: stored pictures. The address never changes its content, so a browser asks once. Any other
 * name, such as that of a picture that ships with the product, is left to what comes after.
 * `/images/remote/{hash}.webp`: the server's copies of pictures from the web, by the hash of their address.
 */
export function storedImageRoutes(images: Images) {
  return new Hono<AppEnv>()
    .get('/images/:file{[0-9a-f]{64}\\.webp}', (c) =>
      answerPicture(c, images, hashIn(c), `public, max-age=${YEAR_SECONDS}, immutable`),
    )
    .get('/images/remote/:file{[0-9a-f]{64}\\.webp}', async (c) => {
      const hash = await images.remote.find(hashIn(c))
      if (hash) return answerPicture(c, images, hash, `public, max-age=${REMOTE_SECONDS}`)
      // A page says nothing of a redirect, where it would complain about a 404; the next time there may be a copy.
      c.header('cache-control', 'no-store')
      return c.redirect(DEFAULT_IMAGE_URL, 302)
    })
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
