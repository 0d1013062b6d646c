import { Hono } from 'hono'
import type { ReceiptFile } from '../../../../shared/receipts/receipt-file.ts'
import {
  publishedKeysSchema,
  receiptQuerySchema,
  receiptSchema,
  waitingReceiptSchema,
} from '../../../../shared/receipts/receipt-schemas.ts'
import { readTilePath } from '../../../../shared/receipts/tile-path.ts'
import { TILE_WIDTH } from '../../../../shared/receipts/tree.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Receipts } from '../../../domain/receipts/receipts.ts'
import type { AppEnv } from '../../context.ts'
import { file, json, operation } from '../../operation.ts'
import { keepForEver, pathId } from '../../request.ts'

export function receiptsRoutes(receipts: Receipts) {
  return new Hono<AppEnv>().route('/', recordRoutes(receipts)).route('/', ownReceiptRoutes(receipts))
}

/** The place's record of its replies, as C2SP tlog-tiles has it without the entries. */
function recordRoutes(receipts: Receipts) {
  return new Hono<AppEnv>()
    .get(
      '/receipts/checkpoint',
      operation({
        tag: 'trust',
        summary: 'The newest signed head of the record of replies',
        answers: { 200: file('A checkpoint of C2SP.', 'text/plain; charset=utf-8') },
        errors: ['not_found'],
      }),
      async (c) => c.text(await receipts.checkpoint(), 200),
    )
    .get(
      '/receipts/keys',
      operation({
        tag: 'trust',
        summary: 'The keys that sign the record, and those that did',
        answers: { 200: json('As verifier keys of signed notes.', publishedKeysSchema) },
      }),
      async (c) => c.json(await receipts.keys(), 200),
    )
    .get(
      '/receipts/tile/:tile{.+}',
      operation({
        tag: 'trust',
        summary:
          'Hashes of the record, 256 of a level at a time, by the path that C2SP tlog-tiles gives them',
        answers: { 200: file('So many hashes of 32 bytes.', 'application/octet-stream') },
        errors: ['not_found'],
      }),
      async (c) => {
        const tile = readTilePath(c.req.param('tile'))
        if (!tile) throw new Failure('not_found', 'The record has no such tile.')
        const bytes = await receipts.tile(tile)
        keepForEver(c)
        // It is the same for ever, with fewer hashes as well.
        c.header(
          'cache-control',
          `public, max-age=${tile.width === TILE_WIDTH ? 31_536_000 : 3_600}, immutable`,
        )
        c.header('content-type', 'application/octet-stream')
        return c.body(new Uint8Array(bytes), 200)
      },
    )
}

/** Receipts of replies in a wallet's own conversations. */
function ownReceiptRoutes(receipts: Receipts) {
  return new Hono<AppEnv>().get(
    '/conversations/:id/replies/:replyId/receipt',
    operation({
      tag: 'trust',
      signedIn: true,
      summary: 'The receipt of a reply, for the owner of its conversation',
      query: receiptQuerySchema,
      answers: {
        200: json('Proof, leaf, and the texts that it is of.', receiptSchema),
        202: json('It is not signed yet: it will be in a second.', waitingReceiptSchema),
      },
      errors: ['not_found'],
    }),
    async (c) => {
      const missing = 'There is no such reply.'
      const place = {
        conversationId: pathId(c, missing),
        replyId: pathId(c, missing, 'replyId'),
      }
      const receipt: ReceiptFile | null = await receipts.of(c.var.wallet, place, c.req.valid('query').since)
      if (receipt) return c.json(receipt, 200)
      c.header('retry-after', '1')
      return c.json({ state: 'waiting' as const }, 202)
    },
  )
}
