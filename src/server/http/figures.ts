import { Hono } from 'hono'
import { figuresQuerySchema } from '../../shared/figures.ts'
import type { FiguresOfAgents } from '../domain/figures/figures.ts'
import { attachment } from './attachment.ts'
import type { AppEnv } from './context.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** `/api/me/figures`: what happened with the wallet's own agents (decision 23). */
export function figuresRoutes(figures: FiguresOfAgents) {
  return new Hono<AppEnv>()
    .get('/me/figures', signedIn, validate('query', figuresQuerySchema), async (c) =>
      c.json(await figures.read(await signedInWallet(c), c.req.valid('query')), 200),
    )
    .get('/me/figures.csv', signedIn, validate('query', figuresQuerySchema), async (c) => {
      const { filename, body } = await figures.export(await signedInWallet(c), c.req.valid('query'))
      return c.body(body, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachment(filename),
      })
    })
}
