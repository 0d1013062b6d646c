import * as z from 'zod/mini'
import type { Agent } from '../agents/agents.ts'
import { limits } from '../common/limits.ts'
import { isPlainText, isVisible, tooLong } from '../text/plain-text.ts'

/** What of an agent goes into its replies. */
export type AnsweringAgent = Pick<
  Agent,
  'name' | 'description' | 'personality' | 'capabilities' | 'knowledgeDomains'
>

/** Section 8: what a reply says when the model answered with nothing. */
export const EMPTY_REPLY = "I apologize, but I couldn't generate a response."

/** Section 8: what a reply that failed is recorded as; a screen shows no message for it (decision 17). */
export const FAILED_REPLY = 'Failed to generate response'

export const chatTurnSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().check(z.maxLength(limits.chatHistoryTurn)),
})
export type ChatTurn = z.infer<typeof chatTurnSchema>

/** What a person may ask an agent. */
export const questionTextSchema = z
  .string('A message is required.')
  .check(
    z.trim(),
    z.minLength(1, 'A message is required.'),
    z.maxLength(limits.chatMessage, tooLong('A message', limits.chatMessage)),
    z.refine(isVisible, 'A message is required.'),
    z.refine(isPlainText, "The message has a character that can't be shown."),
  )

/** The body of `POST /api/chat`. The conversation is the caller's own; the server keeps nothing of it. */
export const chatRequestSchema = z.strictObject({
  /** Absent or null: the defaults of section 5 answer. */
  agentId: z.optional(z.nullable(z.uuid('The agent id must be a UUID.'))),
  message: questionTextSchema,
  /** Earlier turns, oldest first. Those that do not fit the model's window are left out, oldest first. */
  history: z.optional(
    z.array(chatTurnSchema).check(z.maxLength(limits.chatHistoryTurns, 'That is too long a history.')),
  ),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>

/** Which engine answers, as the screen says it (decision 18). */
export const engineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('provider'), model: z.string() }),
  z.object({ kind: z.literal('local'), server: z.string(), model: z.string() }),
  z.object({
    kind: z.literal('offline'),
    /** Told to whoever can set a model, so that the screen says how. */
    canBeReplaced: z.optional(z.boolean()),
  }),
])
export type Engine = z.infer<typeof engineSchema>

/**
 * One server-sent event of a reply. `started` comes first, on every connection anew; then its parts as they grow; then
 * exactly one end. Behind the parts stands one log: their texts in order. What a part grows by says where in that log it
 * begins (`at`, in UTF-16 units), so whoever has the first n units follows on from n, whatever pieces they came in, and
 * from wherever they are kept. A reply that is text alone has the places of its text.
 * - `words`: what the agent says.
 * - `reasoning`: what the model thinks, which is no part of what the agent says.
 * - `truncated`: the log has `at` units and no more; what a reader has beyond them was lost with a server that died
 *   before it had stored them. It comes only to those who said that they have more.
 * - `finished`: all is said; `length` means that the model ran into its limit of tokens.
 * - `stopped`: somebody stopped it; what came stays.
 * - `interrupted`: the server let go (it is shutting down, or it died); what came stays.
 * - `failed`: nobody answered, or the model broke off; the reason is in the server's log under `requestId`.
 */
export const replyEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    requestId: z.string(),
    engine: engineSchema,
    /** How many of the earlier turns, oldest first, the model's window could not take in. */
    forgotten: z.int(),
  }),
  z.object({ type: z.literal('words'), at: z.int(), text: z.string() }),
  z.object({ type: z.literal('reasoning'), at: z.int(), text: z.string() }),
  z.object({ type: z.literal('truncated'), at: z.int() }),
  z.object({ type: z.literal('finished'), reason: z.enum(['stop', 'length']) }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('interrupted') }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    requestId: z.string(),
    retryAfter: z.optional(z.number()),
  }),
])
export type ReplyEvent = z.infer<typeof replyEventSchema>

/** What a reply is over with. */
export type EndEvent = Extract<ReplyEvent, { type: 'finished' | 'stopped' | 'interrupted' | 'failed' }>
