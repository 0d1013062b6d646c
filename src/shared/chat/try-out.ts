import * as z from 'zod/mini'
import { promptedContentSchema } from '../agents/agents.ts'
import { chatRequestSchema } from './chat.ts'

/**
 * The body of `POST /api/agents/{id}/try-out`, a question to an agent of the caller with changes that are not saved
 * yet, and of `POST /api/try-out`, a question to an agent that is not made yet. The response streams like that of
 * `POST /api/chat`; nothing of it is stored or counted in the agent's analytics.
 */
export const tryOutSchema = z.strictObject({
  /** The form's values of the fields that replies depend on, with the same validation as for saving. */
  draft: promptedContentSchema,
  message: chatRequestSchema.shape.message,
  greeting: chatRequestSchema.shape.greeting,
  history: chatRequestSchema.shape.history,
})
export type TryOut = z.infer<typeof tryOutSchema>
