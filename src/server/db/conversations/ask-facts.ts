import * as z from 'zod/mini'

/** What is known of the place of a question, as it was before the statement. */
export type AskFacts = z.infer<typeof askFactsRow>

const role = z.nullable(z.enum(['user', 'assistant']))

export const askFactsRow = z.object({
  conversation: z.nullable(
    z.object({
      isOwn: z.boolean(),
      isDeleted: z.boolean(),
      /** Whether the key that asks, if one does, has begun it. */
      isOfKey: z.boolean(),
      isWithAgent: z.boolean(),
      lastMessage: z.int(),
    }),
  ),
  /** Whether the wallet may open the agent. */
  hasAgent: z.boolean(),
  /** Of an agent that it may not ask: whether that was taken down. */
  isAgentDown: z.boolean(),
  /** Of the message with the reply's id, if there is one; and whether it answers the question. */
  replyRole: role,
  isKnown: z.boolean(),
  /** The same for the question's id; and whether it says the same after the same message. */
  questionRole: role,
  isSame: z.boolean(),
  /** The same for the message to be followed. */
  parentRole: role,
  isRunning: z.boolean(),
  /** How many messages would be stored. */
  adds: z.int(),
})
