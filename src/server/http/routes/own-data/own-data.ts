import { Hono } from 'hono'
import { importPreviewSchema, importResultSchema } from '../../../../shared/own-data/own-data.ts'
import type { OwnData } from '../../../domain/own-data/own-data.ts'
import { attachment } from '../../attachment.ts'
import type { AppEnv } from '../../context.ts'
import { file, json, operation } from '../../operation.ts'
import { pathId } from '../../request.ts'
import { withUploadedFile } from '../../uploaded-file.ts'

const ZIP = 'application/zip'

/** The routes `/api/me/export` and `/api/me/imports`: all data of a wallet as one file, and its import. */
export function ownDataRoutes(ownData: OwnData) {
  return new Hono<AppEnv>()
    .get(
      '/me/export',
      operation({
        tag: 'own data',
        signedIn: true,
        summary: 'Everything of the wallet as one zip, in documents for programs and for people',
        answers: { 200: file('The zip; its README.md describes it.', ZIP) },
      }),
      async (c) => {
        const { filename, body } = ownData.export(c.var.wallet)
        c.header('content-type', ZIP)
        c.header('content-disposition', attachment(filename))
        return c.body(body)
      },
    )
    .post(
      '/me/imports/preview',
      operation({
        tag: 'own data',
        signedIn: true,
        summary: 'What an import of an export would make; it makes nothing',
        upload: ZIP,
        bodyBytes: ownData.zipBytes,
        answers: { 200: json('What would be made.', importPreviewSchema) },
        errors: ['archive_invalid', 'archive_too_large'],
      }),
      async (c) => {
        const wallet = c.var.wallet
        return c.json(await ownData.preview((use) => withUploadedFile(c, ZIP, use), wallet), 200)
      },
    )
    .put(
      '/me/imports/:id',
      operation({
        act: 'making',
        tag: 'own data',
        signedIn: true,
        summary:
          'Import an export: all of it anew, for the wallet; again with the same id it makes nothing twice',
        upload: ZIP,
        bodyBytes: ownData.zipBytes,
        answers: { 200: json('What was made, and what was not.', importResultSchema) },
        errors: ['archive_invalid', 'archive_too_large'],
      }),
      async (c) => {
        const { wallet, requestId, log } = c.var
        const of = { wallet, id: pathId(c, 'The id of an import must be a UUID.'), requestId, log }
        return c.json(await ownData.import((use) => withUploadedFile(c, ZIP, use), of), 200)
      },
    )
}
