import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Caller } from '../../domain/doors/door-questions.ts'
import type { Doors } from '../../domain/doors/doors.ts'
import type { AppEnv } from '../context.ts'

/** Other programs are known by the bearer token alone: cookies are ignored, so no other site's page can use them. */
export function doorCallers(doors: Pick<Doors, 'identify'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const authorization = c.req.header('authorization')
    let caller: Promise<Caller> | undefined
    c.set('readSession', async () => null)
    c.set('readSessionAgain', async () => null)
    // A hash, because it is kept for longer than the request.
    const key = authorization && createHash('sha256').update(authorization).digest('base64url')
    c.set('sessionKey', () => key ?? null)
    c.set('readCaller', () => {
      caller ??= doors.identify(authorization)
      return caller
    })
    await next()
  })
}
