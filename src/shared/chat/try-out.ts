import * as z from 'zod/mini'
import { promptedContentSchema } from '../agents/agents.ts'
import { chatRequestSchema } from './chat.ts'

/** For `POST /api/agents/{id}/try-out` and `POST /api/try-out`; nothing of it is stored or counted in analytics. */
export const tryOutSchema = z.strictObject({
  draft: promptedContentSchema,
  message: chatRequestSchema.shape.message,
  greeting: chatRequestSchema.shape.greeting,
  history: chatRequestSchema.shape.history,
})
export type TryOut = z.infer<typeof tryOutSchema>
