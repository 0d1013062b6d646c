import * as z from 'zod/mini'
import { promptedContentSchema } from '../agents/agents.ts'
import { chatRequestSchema } from './chat.ts'

/**
 * The body of `POST /api/agents/{id}/try-out` (unsaved changes) and `POST /api/try-out` (an agent not yet made).
 * Nothing of it is stored or counted in analytics.
 */
export const tryOutSchema = z.strictObject({
  draft: promptedContentSchema,
  message: chatRequestSchema.shape.message,
  greeting: chatRequestSchema.shape.greeting,
  history: chatRequestSchema.shape.history,
})
export type TryOut = z.infer<typeof tryOutSchema>
