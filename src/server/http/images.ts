import { Hono } from 'hono'
import { limits } from '../../shared/limits.ts'
import type { Images } from '../domain/agents/images.ts'
import { Failure } from '../domain/failure.ts'
import type { AppEnv } from './context.ts'
import { limitBody } from './limit-body.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'

/** `/api/images`: the body is the picture itself; what it is called and what type it claims to have do not matter. */
export function imageUploadRoutes(images: Images) {
  return new Hono<AppEnv>().post('/images', signedIn, limitBody(limits.uploadBytes), async (c) => {
    const wallet = await signedInWallet(c)
    const imageUrl = await images.upload(new Uint8Array(await c.req.arrayBuffer()), wallet)
    return c.json({ imageUrl }, 201)
  })
}

/**
 * `/images/{hash}.webp`: stored pictures. The address never changes its content, so a browser asks once. Any other
 * name, such as that of a picture that ships with the product, is left to what comes after.
 */
export function storedImageRoutes(images: Images) {
  return new Hono<AppEnv>().get('/images/:file{[0-9a-f]{64}\\.webp}', async (c) => {
    const hash = c.req.param('file').slice(0, 64)
    const etag = `"${hash}"`
    const unchanged = c.req.header('if-none-match')?.includes(etag)
    const bytes = unchanged ? null : await images.find(hash)
    if (!unchanged && !bytes) throw new Failure('not_found', 'There is no such image.')
    c.header('etag', etag)
    c.header('cache-control', 'public, max-age=31536000, immutable')
    c.header('x-content-type-options', 'nosniff')
    if (!bytes) return c.body(null, 304)
    c.header('content-type', 'image/webp')
    c.header('content-length', String(bytes.length))
    return c.body(Uint8Array.from(bytes))
  })
}
