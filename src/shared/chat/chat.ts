import * as z from 'zod/mini'
import type { PromptedField } from '../agents/agent-fields.ts'
import type { Agent } from '../agents/agents.ts'
import type { AnsweringPersona } from '../agents/persona.ts'
import { limits } from '../common/limits.ts'
import { isPlainText, isVisible, tooLong } from '../text/plain-text.ts'
import { partEventSchemas } from './part-kinds.ts'

/** What the replies of an agent depend on. */
export type AnsweringAgent = Pick<Agent, PromptedField> & {
  /** Null or omitted if it has none. */
  persona?: AnsweringPersona | null
  /** Null or omitted if it has none that is read in. */
  ownDocuments?: AnsweringDocuments | null
}

/** The documents of an agent, as far as the person who asks may know of them. */
export interface AnsweringDocuments {
  count: number
  /** The names of the first ones; empty if visitors can't open them. */
  names: string[]
}

/** Section 8: the text of a reply when the model returned nothing. */
export const EMPTY_REPLY = "I apologize, but I couldn't generate a response."

/** Section 8: the text that a failed reply is recorded with; screens do not show it (decision 17). */
export const FAILED_REPLY = 'Failed to generate response'

export const chatTurnSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().check(z.maxLength(limits.chatHistoryTurn)),
})
export type ChatTurn = z.infer<typeof chatTurnSchema>

/** A person's question to an agent. */
export const questionTextSchema = z
  .string('A message is required.')
  .check(
    z.trim(),
    z.minLength(1, 'A message is required.'),
    z.maxLength(limits.chatMessage, tooLong('A message', limits.chatMessage)),
    z.refine(isVisible, 'A message is required.'),
    z.refine(isPlainText, "The message has a character that can't be shown."),
  )

/**
 * An agent's greeting as it was shown. The page sends it, as it sends everything that it holds itself, so that a
 * conversation goes on from what the person read even if the agent has changed meanwhile.
 */
export const greetingTextSchema = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(limits.personaText, tooLong('A greeting', limits.personaText)),
    z.refine(isPlainText, "The greeting has a character that can't be shown."),
  )

/** The body of `POST /api/chat`. The conversation stays with the caller; the server stores nothing of it. */
export const chatRequestSchema = z.strictObject({
  /** If absent or null, the default agent of section 5 answers. */
  agentId: z.optional(z.nullable(z.uuid('The agent id must be a UUID.'))),
  message: questionTextSchema,
  /** The agent's greeting that the conversation began with. */
  greeting: z.optional(greetingTextSchema),
  /** Earlier turns, oldest first. Those that do not fit the model's window are left out, oldest first. */
  history: z.optional(
    z.array(chatTurnSchema).check(z.maxLength(limits.chatHistoryTurns, 'The history is too long.')),
  ),
})
export type ChatRequest = z.infer<typeof chatRequestSchema>

/** The engine that answers, as the screen names it (decision 18). */
export const engineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('provider'), model: z.string() }),
  z.object({ kind: z.literal('local'), server: z.string(), model: z.string() }),
  z.object({
    kind: z.literal('offline'),
    /** Set only for viewers who can configure a model, so that the screen explains how. */
    canBeReplaced: z.optional(z.boolean()),
  }),
])
export type Engine = z.infer<typeof engineSchema>

/**
 * A server-sent event of a reply. Every connection begins with `started`, including one that resumes a reply. The
 * growth of the reply's parts follows, and then exactly one end event.
 *
 * The texts of the parts, in order, form one log. A growth event carries the position in the log at which its text
 * begins (`at`, in UTF-16 units). A client that has the first n units therefore resumes from n, however the text was
 * split and wherever it is stored. For a reply that consists of text alone, positions in the log equal positions in
 * that text. A part that is no text comes as a whole, new or changed, under its `id`, with its place in the log and the
 * `revision` of the reply that it was changed with. A client names the highest revision that it has as well; without
 * it, all of these parts are sent again, and of one that is known already the event changes nothing.
 * - `words`: text of the agent.
 * - `reasoning`: the model's reasoning, which is not part of the agent's text.
 * - `sources`: the passages that the text so far and the following words cite. It comes before the words that are the
 *   first to cite one, and, empty, before the first words, which tells that numbers in brackets are citations; without
 *   it they are text. Passages that are not cited are never sent.
 * - `truncated`: the log ends at `at`, and there is no higher revision than `revision`; what a client has beyond either
 *   was lost when a server died before storing it, and whole parts of before follow. Only clients that reported more
 *   get it.
 * - `finished`: the reply is complete; `length` means that the model reached its token limit.
 * - `stopped`: somebody stopped the reply; its text so far is kept.
 * - `interrupted`: the server shut down or died during the reply; its text so far is kept.
 * - `failed`: no model answered, or the model broke off; the server's log has the reason under `requestId`.
 */
export const replyEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    requestId: z.string(),
    engine: engineSchema,
    /** The number of earlier turns, oldest first, that did not fit into the model's window. */
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

/** An event that ends a reply. */
export type EndEvent = Extract<ReplyEvent, { type: 'finished' | 'stopped' | 'interrupted' | 'failed' }>
