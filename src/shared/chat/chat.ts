import * as z from 'zod/mini'
import type { PromptedField } from '../agents/agent-fields.ts'
import type { Agent } from '../agents/agents.ts'
import type { AnsweringPersona } from '../agents/persona.ts'
import { limits } from '../common/limits.ts'
import { type ModelChoice, modelRefSchema, payers } from '../models/model-choice.ts'
import { isPlainText, isVisible, tooLong } from '../text/plain-text.ts'
import type { AgentTools } from '../tools/agent-tools.ts'
import { partEventSchemas } from './part-kinds.ts'

export type AnsweringAgent = Pick<Agent, PromptedField> & {
  /** Null or omitted if there is none, as `ownDocuments` is. */
  persona?: AnsweringPersona | null
  ownDocuments?: AnsweringDocuments | null
  /** Null or omitted for the place's. */
  model?: ModelChoice | null
  /** Null or omitted for none. */
  tools?: AgentTools | null
  /** Whose keys its model may be of; omitted if it is nobody's. */
  owner?: string
}

/** What the person who asks may know of them. */
export interface AnsweringDocuments {
  count: number
  /** The names of the first ones; empty if visitors can't open them. */
  names: string[]
}

/** Section 8: the text of a reply when the model returned nothing. */
export const EMPTY_REPLY = "I apologize, but I couldn't generate a response."

/** Section 8: the text that a failed reply is recorded with; screens do not show it (decision 17). */
export const FAILED_REPLY = 'Failed to generate response'

const chatTurnSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().check(z.maxLength(limits.chatHistoryTurn)),
})
export type ChatTurn = z.infer<typeof chatTurnSchema>

export const questionTextSchema = z
  .string('A message is required.')
  .check(
    z.trim(),
    z.minLength(1, 'A message is required.'),
    z.maxLength(limits.chatMessage, tooLong('A message', limits.chatMessage)),
    z.refine(isVisible, 'A message is required.'),
    z.refine(isPlainText, "The message has a character that can't be shown."),
  )

/** Sent as it was shown: the conversation goes on from it even if the agent has changed. */
export const greetingTextSchema = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(limits.personaText, tooLong('A greeting', limits.personaText)),
    z.refine(isPlainText, "The greeting has a character that can't be shown."),
  )

const placeRefSchema = modelRefSchema.check(
  z.refine((ref) => !ref.startsWith('key:'), 'Sign in to use a key of your own.'),
)

/** The body of `POST /api/chat`. The conversation stays with the caller; the server stores nothing of it. */
export const chatRequestSchema = z.strictObject({
  /** If absent or null, the default agent of section 5 answers. */
  agentId: z.optional(z.nullable(z.uuid('The agent id must be a UUID.'))),
  message: questionTextSchema,
  greeting: z.optional(greetingTextSchema),
  /** A model of the place that answers in place of the agent's. */
  model: z.optional(placeRefSchema),
  /** Oldest first. The oldest are left out if they do not fit the model's window. */
  history: z.optional(
    z.array(chatTurnSchema).check(z.maxLength(limits.chatHistoryTurns, 'The history is too long.')),
  ),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>

/** The engine that answers, as the screen names it (decision 18). */
export const engineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('provider'),
    model: z.string(),
    /** Said where it is asked what would answer. */
    payer: z.optional(z.enum(payers)),
  }),
  z.object({
    kind: z.literal('local'),
    server: z.string(),
    model: z.string(),
    /** How many questions wait, where they are answered one after the other. Absent while none does. */
    waiting: z.optional(z.int()),
  }),
  z.object({
    kind: z.literal('offline'),
    /** Set only for viewers who can configure a model, so that the screen explains how. */
    canBeReplaced: z.optional(z.boolean()),
  }),
])
export type Engine = z.infer<typeof engineSchema>

/**
 * A server-sent event of a reply: first `started`, also for a resumed reply, then growth, then exactly one end.
 *
 * The texts of the parts form one log. `at` is the position in it, in UTF-16 units, at which an event's text begins, so
 * a client that has n units resumes from n, however the text was split. A part that is no text comes as a whole, new or
 * changed, under its `id`, with its place in the log and the `revision` of the reply that it was changed with. A client
 * names its highest revision as well; without it these parts are sent again, which changes nothing.
 * - `words`: text of the agent.
 * - `reasoning`: the model's reasoning, which is not part of the agent's text.
 * - `sources`: the passages cited by the text so far and the following words, and never others. It comes before the
 *   words that are the first to cite one, and, empty, before the first words: without it numbers in brackets are text.
 * - `truncated`: the log ends at `at` and `revision`; what a client has beyond was lost when a server died, and whole
 *   parts of before follow. Only clients that reported more get it.
 * - `tool`: a call of a tool, and each change of what became of it.
 * - `context`: what the reply is made with, and how full the model's window is; told where there is something to tell.
 * - `waiting`: a call waits for a person, and nothing runs until then; the same reply then starts again.
 * - `finished`: `length` means that the model reached its token limit.
 * - `stopped`: somebody stopped the reply; its text so far is kept.
 * - `interrupted`: the server shut down or died; the text so far is kept.
 * - `failed`: the reason is in the server's log under `requestId`.
 */
export const replyEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    requestId: z.string(),
    engine: engineSchema,
    forgotten: z.int(),
  }),
  ...partEventSchemas,
  z.object({
    type: z.literal('truncated'),
    at: z.int(),
    /** Without it, only the text is too long. */
    revision: z.optional(z.int()),
  }),
  z.object({ type: z.literal('finished'), reason: z.enum(['stop', 'length']) }),
  z.object({ type: z.literal('waiting') }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('interrupted') }),
  z.object({
    type: z.literal('failed'),
    message: z.string(),
    requestId: z.string(),
    retryAfter: z.optional(z.number()),
    /** Why no model was asked, if that is known; the message is then the sentence for whoever asked. */
    code: z.optional(z.enum(['model_used_up', 'rate_limited'])),
  }),
])
export type ReplyEvent = z.infer<typeof replyEventSchema>

export type EndEvent = Extract<
  ReplyEvent,
  { type: 'finished' | 'waiting' | 'stopped' | 'interrupted' | 'failed' }
>
