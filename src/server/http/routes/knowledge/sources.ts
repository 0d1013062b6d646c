import { Hono } from 'hono'
import { limits } from '../../../../shared/common/limits.ts'
import { documentTextQuerySchema, documentTextSchema } from '../../../../shared/knowledge/document-text.ts'
import {
  newSourceQuerySchema,
  replacedSourceQuerySchema,
  sourceChangesSchema,
  sourceListSchema,
  sourceSchema,
  sourceSettingsSchema,
} from '../../../../shared/knowledge/sources.ts'
import type { StoredType } from '../../../db/knowledge/sources.ts'
import type { Sources } from '../../../domain/knowledge/sources.ts'
import { sourceEndings } from '../../../domain/knowledge/store-upload.ts'
import { attachment } from '../../attachment.ts'
import { streamBody } from '../../body.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { done, file, json, operation, ownerErrors } from '../../operation.ts'
import { pathId, walletOrVisitor } from '../../request.ts'

const uploadErrors = [
  ...ownerErrors,
  'source_invalid',
  'source_too_large',
  'sources_full',
  'quota_reached',
  'conflict',
] as const

/** Documents are always downloads, so that a stranger's content never runs in a browser. */
const served: Record<StoredType, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  epub: 'application/epub+zip',
  html: 'application/octet-stream',
  markdown: 'text/markdown; charset=utf-8',
  text: 'application/octet-stream',
  csv: 'text/csv; charset=utf-8',
  picture: 'image/jpeg',
}

/** The routes `/api/agents/{id}/sources`: the documents that an agent answers from, managed by its owner. */
export function sourcesRoutes(sources: Sources) {
  return new Hono<AppEnv>()
    .route('/', sourceUploads(sources))
    .route('/', sourceSettings(sources))
    .route('/', sourceReading(sources))
}

function sourceUploads(sources: Sources) {
  return new Hono<AppEnv>()
    .post(
      '/agents/:id/sources',
      operation({
        act: 'making',
        tag: 'knowledge',
        signedIn: true,
        summary:
          'Give an agent a document: PDF, DOCX, EPUB, HTML, Markdown, text or CSV, told by its content',
        query: newSourceQuerySchema,
        upload: '*/*',
        answers: {
          201: json('The document, which waits to be read in.', sourceSchema),
          200: json('The document that an earlier try with the same id stored.', sourceSchema),
        },
        errors: uploadErrors,
        bodyBytes: limits.sourceBytes,
      }),
      async (c) => {
        const owner = c.var.wallet
        const { id, name } = c.req.valid('query')
        const at = { agentId: pathId(c), sourceId: id.toLowerCase() }
        const { source, created } = await streamBody(c, (content) =>
          sources.add(at, owner, { name, content, announced: announced(c) }),
        )
        return c.json(source, created ? 201 : 200)
      },
    )
    .put(
      '/agents/:id/sources/:sourceId',
      operation({
        act: 'making',
        tag: 'knowledge',
        signedIn: true,
        summary: 'Put another file in the place of a document; what cites the one before keeps its passages',
        query: replacedSourceQuerySchema,
        upload: '*/*',
        answers: { 200: json('The document, whose new version waits to be read in.', sourceSchema) },
        errors: uploadErrors,
        bodyBytes: limits.sourceBytes,
      }),
      async (c) => {
        const owner = c.var.wallet
        const wanted = c.req.valid('query')
        const at = placeOf(c)
        const source = await streamBody(c, (content) =>
          sources.replace(at, owner, { ...wanted, content, announced: announced(c) }),
        )
        return c.json(source, 200)
      },
    )
}

function sourceSettings(sources: Sources) {
  return new Hono<AppEnv>()
    .patch(
      '/agents/:id/sources',
      operation({
        act: 'making',
        tag: 'knowledge',
        signedIn: true,
        summary: 'Choose what visitors can open of the documents of an agent',
        body: sourceSettingsSchema,
        answers: { 200: json('The documents and what was chosen.', sourceListSchema) },
        errors: ownerErrors,
      }),
      async (c) => {
        const { sourcesOpen } = c.req.valid('json')
        return c.json(await sources.setOpen(pathId(c), c.var.wallet, sourcesOpen), 200)
      },
    )
    .patch(
      '/agents/:id/sources/:sourceId',
      operation({
        act: 'making',
        tag: 'knowledge',
        signedIn: true,
        summary: 'Rename a document, or move it to another place',
        body: sourceChangesSchema,
        answers: { 200: json('The document.', sourceSchema) },
        errors: ownerErrors,
      }),
      async (c) => c.json(await sources.change(placeOf(c), c.var.wallet, c.req.valid('json')), 200),
    )
    .delete(
      '/agents/:id/sources/:sourceId',
      operation({
        tag: 'knowledge',
        signedIn: true,
        summary: 'Delete a document, which can be undone for ten seconds',
        answers: { 204: done('It is deleted.') },
        errors: ownerErrors,
      }),
      async (c) => {
        await sources.remove(placeOf(c), c.var.wallet)
        return c.body(null, 204)
      },
    )
    .post(
      '/agents/:id/sources/:sourceId/restore',
      operation({
        tag: 'knowledge',
        signedIn: true,
        summary: 'Undo the deletion of a document',
        answers: { 200: json('The document.', sourceSchema) },
        errors: [...ownerErrors, 'undo_expired'],
      }),
      async (c) => c.json(await sources.restore(placeOf(c), c.var.wallet), 200),
    )
}

function sourceReading(sources: Sources) {
  return new Hono<AppEnv>()
    .get(
      '/agents/:id/sources',
      operation({
        tag: 'knowledge',
        summary:
          'The documents of an agent, and how far they are read in; for visitors those that they may open',
        answers: { 200: json('The documents in their order.', sourceListSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await sources.list(pathId(c), await walletOrVisitor(c)), 200),
    )
    .get(
      '/agents/:id/sources/:sourceId/text',
      operation({
        tag: 'knowledge',
        signedIn: true,
        summary: "What was read of a document, passage by passage; for the agent's owner",
        query: documentTextQuerySchema,
        answers: { 200: json('A part of the text, with what could not be read.', documentTextSchema) },
        errors: ownerErrors,
      }),
      async (c) => {
        const { after } = c.req.valid('query')
        return c.json(await sources.readText(placeOf(c), c.var.wallet, after), 200)
      },
    )
    .get(
      '/sources/:sourceId/file',
      operation({
        tag: 'knowledge',
        summary:
          'A document as it was uploaded, for the owner of its agent, and for others where they may open it',
        answers: { 200: file('The file.', 'application/octet-stream') },
        errors: ['not_found'],
      }),
      async (c) => {
        const found = await sources.openFile(pathSource(c), await walletOrVisitor(c))
        const ending = sourceEndings[found.type]
        const name = found.name.toLowerCase().endsWith(ending) ? found.name : found.name + ending
        c.header('content-type', served[found.type])
        c.header('content-length', String(found.bytes))
        c.header('content-disposition', attachment(name))
        c.header('content-security-policy', "sandbox; default-src 'none'")
        return c.body(ReadableStream.from(found.content) as ReadableStream)
      },
    )
}

/** Returns the id of the document in the path. @throws {Failure} `not_found` */
export const pathSource = (c: AppContext) => pathId(c, 'There is no such document.', 'sourceId')

const placeOf = (c: AppContext) => ({ agentId: pathId(c), sourceId: pathSource(c) })

export function announced(c: AppContext): number | undefined {
  const length = c.req.header('content-length')
  return length === undefined ? undefined : Number(length)
}
