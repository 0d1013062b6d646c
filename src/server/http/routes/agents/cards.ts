import { Hono } from 'hono'
import {
  cardPreviewSchema,
  exportCardQuerySchema,
  importCardQuerySchema,
  importedCardSchema,
} from '../../../../shared/agents/cards.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { CardDownload, Cards } from '../../../domain/cards/cards.ts'
import { attachment } from '../../attachment.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { addressKey } from '../../edge/rate-limit.ts'
import { file, json, operation } from '../../operation.ts'
import { pathId, walletOrVisitor } from '../../request.ts'
import { withUploadedFile } from '../../uploaded-file.ts'

/** A card is told by what is in it, so its type is not sent. */
const ANY_FILE = 'application/octet-stream'

/** The routes of character cards: agents out of files of other products, and into them. */
export function cardsRoutes(cards: Cards) {
  return new Hono<AppEnv>()
    .post(
      '/cards/preview',
      operation({
        tag: 'agents',
        summary: 'What an import of a character card would make; it makes nothing',
        upload: ANY_FILE,
        bodyBytes: limits.cardBytes,
        answers: { 200: json('What would be made.', cardPreviewSchema) },
        errors: ['card_invalid', 'card_too_large'],
      }),
      async (c) => {
        const by = await walletOrAddress(c)
        return c.json(await withUploadedFile(c, ANY_FILE, (path) => cards.preview(path, by)), 200)
      },
    )
    .post(
      '/cards',
      operation({
        act: 'making',
        tag: 'agents',
        signedIn: true,
        summary: 'Make a draft from a character card: PNG, APNG, JSON, CHARX, ElizaOS JSON or SKILL.md',
        query: importCardQuerySchema,
        upload: ANY_FILE,
        bodyBytes: limits.cardBytes,
        answers: {
          201: json('The draft, and what became of the card.', importedCardSchema),
          200: json('The draft that an earlier try with the same id made.', importedCardSchema),
        },
        errors: ['card_invalid', 'card_too_large', 'conflict', 'quota_reached'],
      }),
      async (c) => {
        const wallet = c.var.wallet
        const wanted = c.req.valid('query')
        const { card, created } = await withUploadedFile(c, ANY_FILE, (path) =>
          cards.import(path, wallet, wanted),
        )
        c.header('location', `/api/agents/${card.id}`)
        return c.json(card, created ? 201 : 200)
      },
    )
    .get(
      '/agents/:id/card',
      operation({
        tag: 'agents',
        summary: 'An agent as a character card; others than its owner get what they can see of it',
        query: exportCardQuerySchema,
        answers: {
          200: {
            description: 'The card.',
            content: ['image/png', 'application/json', 'application/zip'].map((bytes) => ({ bytes })),
          },
        },
        errors: ['forbidden', 'not_found'],
      }),
      async (c) => {
        const by = await walletOrAddress(c)
        const of = { id: pathId(c), wallet: await walletOrVisitor(c), by }
        return download(c, await cards.export(of, c.req.valid('query').format))
      },
    )
    .get(
      '/me/cards',
      operation({
        tag: 'agents',
        signedIn: true,
        summary: "All of the wallet's own agents as character cards in one zip",
        query: exportCardQuerySchema,
        answers: { 200: file('The zip.', 'application/zip') },
      }),
      async (c) => download(c, cards.exportAll(c.var.wallet, c.req.valid('query').format)),
    )
}

async function walletOrAddress(c: AppContext): Promise<string> {
  return (await walletOrVisitor(c)) ?? addressKey(c.var.clientAddress)
}

function download(c: AppContext, { filename, contentType, body }: CardDownload<Uint8Array | ReadableStream>) {
  return c.body(body as Uint8Array<ArrayBuffer> | ReadableStream, 200, {
    'content-type': contentType,
    'content-disposition': attachment(filename),
  })
}
