import * as z from 'zod/mini'
import { limits } from '../common/limits.ts'
import { sourceStateSchema, sourceTypes } from '../knowledge/sources.ts'
import { attachedFileSchema } from './message-schemas.ts'

/** A file that a person put into one of their conversations. It exists for nobody else. */
export const conversationFileSchema = z.object({
  ...attachedFileSchema.shape,
  type: z.enum([...sourceTypes, 'picture']),
  state: sourceStateSchema,
  /** The question that it was sent with; null before that, while no reply uses it. */
  questionId: z.nullable(z.uuid()),
  createdAt: z.iso.datetime(),
})
export type ConversationFile = z.infer<typeof conversationFileSchema>

/** The response of `GET /api/conversations/{id}/files`, in the order in which they were stored. */
export const conversationFilesSchema = z.object({
  files: z.array(conversationFileSchema).check(z.maxLength(limits.conversationFiles)),
})
