import { Hono } from 'hono'
import {
  blockedAddressesSchema,
  blocksPageSchema,
  blocksQuerySchema,
  newBlockSchema,
} from '../../../shared/people/blocks.ts'
import type { Blocks } from '../../domain/people/blocks.ts'
import type { AppEnv } from '../context.ts'
import { done, json, operation } from '../operation.ts'
import { pathWallet } from '../request.ts'

/** The routes `/api/me/blocks` (record 0112). */
export function blocksRoutes(blocks: Blocks) {
  return new Hono<AppEnv>()
    .get(
      '/me/blocks',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'Whom the wallet blocks, last blocked first',
        query: blocksQuerySchema,
        answers: { 200: json('A page of people.', blocksPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await blocks.list(c.var.wallet, c.req.valid('query')), 200),
    )
    .get(
      '/me/blocked-addresses',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'The addresses of everybody whom the wallet blocks',
        answers: { 200: json('The addresses.', blockedAddressesSchema) },
      }),
      async (c) => c.json({ addresses: [...(await blocks.blockedBy(c.var.wallet)).keys()] }, 200),
    )
    .put(
      '/me/blocks/:wallet',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'Block somebody, or change how; nobody else learns of it',
        body: newBlockSchema,
        answers: { 204: done('They are blocked.') },
        errors: ['conflict', 'quota_reached'],
      }),
      async (c) => {
        await blocks.block(c.var.wallet, pathWallet(c), c.req.valid('json'))
        return c.body(null, 204)
      },
    )
    .delete(
      '/me/blocks/:wallet',
      operation({
        tag: 'trust',
        signedIn: true,
        summary: 'Unblock somebody',
        answers: { 204: done('They are not blocked.') },
        errors: ['validation_failed'],
      }),
      async (c) => {
        await blocks.unblock(c.var.wallet, pathWallet(c))
        return c.body(null, 204)
      },
    )
}
