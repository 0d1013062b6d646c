import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { Failure } from '../domain/failure.ts'
import type { AppContext, AppEnv } from './context.ts'

/**
 * Refuses a body beyond so many bytes: by its announced length, unread, or, where none is announced, as it arrives.
 * @throws {Failure} `body_too_large`.
 */
export function limitBody(maxBytes: number) {
  const refuse = (): never => {
    throw new Failure(
      'body_too_large',
      `The body can have at most ${maxBytes.toLocaleString('en-US')} bytes.`,
    )
  }
  const limitUnannounced = bodyLimit({ maxSize: maxBytes, onError: refuse })
  return createMiddleware<AppEnv>(async (c, next) => {
    const announced = c.req.header('content-length')
    // The general way looks at the body even where its length says enough, which costs a tenth of a millisecond.
    if (announced === undefined || c.req.header('transfer-encoding') !== undefined)
      return limitUnannounced(c, async () => {
        await arrival(c)
        await next()
      })
    if (Number(announced) > maxBytes) refuse()
    await arrival(c)
    await next()
  })
}

/** Waits for the rest of a body, for as long as its sender takes, while others are worked on. */
async function arrival(c: AppContext): Promise<void> {
  if (c.env?.incoming === undefined || c.env.incoming.complete) return
  // What goes wrong on the way is told by whoever parses it.
  await c.var.aside(() => c.req.arrayBuffer().catch(() => undefined))
}
