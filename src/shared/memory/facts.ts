import * as z from 'zod/mini'
import { sentMoment } from '../common/moment.ts'
import { pageQuery } from '../common/page-query.ts'
import { pictureUrlSchema } from '../common/picture-url.ts'
import { isPlainLine, isVisible, tooLong } from '../text/plain-text.ts'
import { looksSecret } from './looks-secret.ts'
import { memoryLimits, memoryPlaces, memoryStates } from './memory-limits.ts'

/** Record 0086. What an agent remembers of one person: only that person can read, change and use it. */

/** One line of plain characters; what looks like a key or a password is refused. */
export const factTextSchema = z.string('Write what is to be remembered.').check(
  z.trim(),
  z.minLength(1, 'Write what is to be remembered.'),
  z.maxLength(memoryLimits.fact, tooLong('What is remembered', memoryLimits.fact)),
  z.refine(isVisible, 'Write what is to be remembered.'),
  z.refine(isPlainLine, 'What is remembered is one line of plain characters.'),
  z.refine((text) => !looksSecret(text), 'This looks like a password or a key. It is not remembered.'),
)

/** Who wrote it down: the person, or the agent with `remember` of what the person said. */
const factAuthors = ['person', 'agent'] as const

export const factSchema = z.object({
  id: z.uuid(),
  /** From 1, for each person with each agent; the model names a fact by it. */
  number: z.int(),
  text: z.string(),
  by: z.enum(factAuthors),
  /** The message that it comes from, if it comes from one that is still there. */
  from: z.nullable(z.object({ conversationId: z.uuid(), messageId: z.uuid() })),
  /** Kept, but in no prompt. */
  isOff: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** What it said before, newest first. */
  history: z.array(z.object({ text: z.string(), by: z.enum(factAuthors), until: z.iso.datetime() })),
})
export type Fact = z.infer<typeof factSchema>

export const memoryQuerySchema = z.object({ query: pageQuery.query })

/** A person's decision about one agent. An agent of which nothing was decided is `unasked`, and `also` is empty. */
export const memoryChoiceSchema = z.object({
  state: z.enum(memoryStates),
  also: z.array(z.enum(memoryPlaces)),
})
export type MemoryChoice = z.infer<typeof memoryChoiceSchema>

/** `GET /api/me/memory/{agent}?query=`: newest first; with a query those that contain it. */
export const memorySchema = z.object({
  agentId: z.uuid(),
  agentName: z.string(),
  agentImageUrl: pictureUrlSchema,
  choice: memoryChoiceSchema,
  /** All of this agent, whatever is searched. */
  count: z.int(),
  facts: z.array(factSchema),
})
export type Memory = z.infer<typeof memorySchema>

export const memorySummarySchema = z.omit(memorySchema, { facts: true })
export type MemorySummary = z.infer<typeof memorySummarySchema>

/** `GET /api/me/memory`: agents of which something is remembered or decided, by name. */
export const memoriesSchema = z.object({ memories: z.array(memorySummarySchema) })
export type Memories = z.infer<typeof memoriesSchema>

/** `PUT /api/me/memory/{agent}` */
export const memoryChangesSchema = z
  .strictObject({
    state: z.optional(z.enum(['on', 'off'], 'Choose on or off.')),
    also: z.optional(z.array(z.enum(memoryPlaces)).check(z.maxLength(memoryPlaces.length))),
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'There is nothing to change.'))
export type MemoryChanges = z.infer<typeof memoryChangesSchema>

/** `POST /api/me/memory/{agent}/facts`. The same id again answers the same fact. */
export const newFactSchema = z.strictObject({
  id: z.uuid('The id of the fact must be a UUID.'),
  text: factTextSchema,
  from: z.optional(
    z.strictObject({
      conversationId: z.uuid('The id of the conversation must be a UUID.'),
      messageId: z.uuid('The id of the message must be a UUID.'),
    }),
  ),
})
export type NewFact = z.infer<typeof newFactSchema>

/** `merged`: it says what was known already, and that fact stands with the newer words. */
export const keptFactSchema = z.object({ fact: factSchema, merged: z.boolean(), choice: memoryChoiceSchema })
export type KeptFact = z.infer<typeof keptFactSchema>

/** `PATCH /api/me/memory/{agent}/facts/{fact}` */
export const factChangesSchema = z
  .strictObject({ text: z.optional(factTextSchema), isOff: z.optional(z.boolean()) })
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'There is nothing to change.'))
export type FactChanges = z.infer<typeof factChangesSchema>

/** For ten seconds, `deletedAt` restores what was deleted: one fact, or all of an agent. */
export const deletedFactsSchema = z.object({ count: z.int(), deletedAt: z.iso.datetime() })
export type DeletedFacts = z.infer<typeof deletedFactsSchema>
export const restoreFactsSchema = z.strictObject({ deletedAt: sentMoment() })

/** `GET …/export` and `POST …/import`: facts without ids, oldest first. Known ones are not doubled. */
export const memoryFileSchema = z.object({
  format: z.literal('bionic-memory'),
  version: z.literal(1),
  agentName: z.optional(z.string()),
  facts: z
    .array(
      z.object({
        text: factTextSchema,
        by: z._default(z.enum(factAuthors), 'person'),
        isOff: z._default(z.boolean(), false),
        createdAt: z.optional(sentMoment()),
      }),
    )
    .check(z.maxLength(memoryLimits.facts, `A memory has at most ${memoryLimits.facts} facts.`)),
})
export type MemoryFile = z.infer<typeof memoryFileSchema>
export const importedFactsSchema = z.object({ added: z.int(), merged: z.int() })

/** `GET /api/conversations/{id}/replies/{reply}/used`: what a reply was made with, as it is now; null for what is gone. */
export const usedInReplySchema = z.object({
  facts: z.array(z.object({ id: z.uuid(), fact: z.nullable(factSchema) })),
  story: z.nullable(z.object({ id: z.uuid(), text: z.nullable(z.string()) })),
  recalled: z.array(
    z.object({
      messageId: z.uuid(),
      /** Null for a message that was deleted. */
      text: z.nullable(z.string()),
      role: z.enum(['user', 'assistant']),
      createdAt: z.nullable(z.iso.datetime()),
    }),
  ),
})
export type UsedInReply = z.infer<typeof usedInReplySchema>
