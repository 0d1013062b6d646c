import * as z from 'zod/mini'
import { agentChangesSchema, newAgentSchema } from '../agents/agents.ts'
import { chatRequestSchema } from './chat.ts'

/**
 * The body of `POST /api/agents/{id}/try-out`: a question to an own agent as it would be, before it is saved. It streams as
 * a reply of `POST /api/chat` does; nothing of it is stored, and the agent's figures don't count it.
 */
export const tryOutSchema = z.strictObject({
  /** What of the agent goes into its replies, as it stands in the form: by the rules under which it could be saved. */
  draft: z.strictObject({
    name: newAgentSchema.shape.name,
    description: newAgentSchema.shape.description,
    personality: z.nonoptional(agentChangesSchema.shape.personality),
    capabilities: newAgentSchema.shape.capabilities,
    knowledgeDomains: newAgentSchema.shape.knowledgeDomains,
  }),
  message: chatRequestSchema.shape.message,
  history: chatRequestSchema.shape.history,
})
export type TryOut = z.infer<typeof tryOutSchema>
