import * as z from 'zod/mini'
import { promptedFields } from '../agents/agent-fields.ts'
import { contentSchema } from '../agents/agents.ts'
import { chatRequestSchema } from './chat.ts'

/** What replies are made from, and the model that makes them. */
export const triedFields = [...promptedFields, 'model', 'tools'] as const
const tried = Object.fromEntries(triedFields.map((name) => [name, true])) as Record<
  (typeof triedFields)[number],
  true
>

/** For `POST /api/agents/{id}/try-out` and `POST /api/try-out`; nothing of it is stored or counted in analytics. */
export const tryOutSchema = z.strictObject({
  draft: z.strictObject(z.pick(contentSchema, tried).shape),
  message: chatRequestSchema.shape.message,
  greeting: chatRequestSchema.shape.greeting,
  history: chatRequestSchema.shape.history,
})
export type TryOut = z.infer<typeof tryOutSchema>
