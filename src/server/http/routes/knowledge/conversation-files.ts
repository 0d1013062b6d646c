import { Hono } from 'hono'
import {
  conversationFileSchema,
  conversationFilesSchema,
} from '../../../../shared/chat/conversation-files.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { newSourceQuerySchema } from '../../../../shared/knowledge/sources.ts'
import type { ConversationFiles } from '../../../domain/knowledge/conversation-files.ts'
import { streamBody } from '../../body.ts'
import type { AppEnv, SignedInContext } from '../../context.ts'
import { done, json, operation } from '../../operation.ts'
import { pathConversation, pathId } from '../../request.ts'
import { announced } from './sources.ts'

const fileErrors = ['source_invalid', 'source_too_large', 'sources_full', 'quota_reached'] as const

/** The routes `/api/conversations/{id}/files`: what a person puts into one of their conversations. */
export function conversationFilesRoutes(files: ConversationFiles) {
  return new Hono<AppEnv>()
    .get(
      '/conversations/:id/files',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'The files of a conversation of one’s own, and how far they are read in',
        answers: { 200: json('The files in the order in which they came.', conversationFilesSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json({ files: await files.list(placeOf(c)) }, 200),
    )
    .post(
      '/conversations/:id/files',
      operation({
        act: 'speaking',
        tag: 'conversations',
        signedIn: true,
        summary:
          'Put a file into a conversation of one’s own, which may begin later: PDF, DOCX, EPUB, HTML, Markdown, text, CSV, or a PNG, JPEG, WebP or GIF picture',
        query: newSourceQuerySchema,
        upload: '*/*',
        answers: {
          201: json('The file, which waits to be read in.', conversationFileSchema),
          200: json('The file that an earlier try with the same id stored.', conversationFileSchema),
        },
        errors: ['not_found', 'conflict', ...fileErrors],
        bodyBytes: limits.sourceBytes,
      }),
      async (c) => {
        const place = placeOf(c)
        const { id, name } = c.req.valid('query')
        const { file, created } = await streamBody(c, (content) =>
          files.add(place, { id: id.toLowerCase(), name, content, announced: announced(c) }),
        )
        return c.json(file, created ? 201 : 200)
      },
    )
    .delete(
      '/conversations/:id/files/:fileId',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Remove a file from a conversation; replies that cite it keep their quotes',
        answers: { 204: done('It is removed.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await files.remove(placeOf(c), pathId(c, 'There is no such file.', 'fileId'))
        return c.body(null, 204)
      },
    )
}

const placeOf = (c: SignedInContext) => ({
  conversationId: pathConversation(c),
  wallet: c.var.wallet,
})
