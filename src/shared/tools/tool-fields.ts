import * as z from 'zod/mini'
import { consentReasons, toolQuestionKinds } from './tool-states.ts'

/** Record 0079. A browser gets the part and sends back a decision; the server keeps what is run. */

const shortText = z.string().check(z.maxLength(2_000))
const address = z.string().check(z.maxLength(2_048))

/** What a tool asks of a person. Form fields are what the Model Context Protocol allows: flat, and of plain types. */
const toolQuestionSchema = z.object({
  kind: z.enum(toolQuestionKinds),
  /** Plain text, shown as it is. */
  text: shortText,
  /** Of `choice`. */
  choices: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(12))),
  /** Of `form`: a JSON schema of an object with plain fields. */
  form: z.optional(z.record(z.string(), z.unknown())),
  /** The names of its fields as the tool has them; a database keeps no order. */
  fields: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50))),
  /** Of `address` and of a sign-in: to be opened by the person, with its whole host shown. */
  url: z.optional(address),
})
export type ToolQuestion = z.infer<typeof toolQuestionSchema>

const waitSchema = z.discriminatedUnion('for', [
  z.object({ for: z.literal('consent'), reasons: z.array(z.enum(consentReasons)) }),
  z.object({ for: z.literal('input'), question: toolQuestionSchema }),
  /** The address is made when the person presses; host and id are those of the server. */
  z.object({
    for: z.literal('sign-in'),
    host: z.string().check(z.maxLength(253)),
    server: z.optional(z.string().check(z.maxLength(80))),
  }),
])
export type ToolWait = z.infer<typeof waitSchema>

const resultFields = {
  /** What the model reads of it. */
  result: z.string(),
  /** Characters of the whole result, if it is longer. */
  length: z.optional(z.int()),
  ms: z.int(),
}

export const toolStatusSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('proposed') }),
  /** Until the time, as ISO 8601; afterwards nobody can decide any more. */
  z.object({ state: z.literal('waiting'), wait: waitSchema, until: z.iso.datetime() }),
  /** Not sent yet. */
  z.object({ state: z.literal('allowed') }),
  z.object({ state: z.literal('running'), since: z.iso.datetime() }),
  z.object({ state: z.literal('done'), ...resultFields }),
  z.object({ state: z.literal('failed'), why: shortText }),
  /** What the person said to the model; may be empty. */
  z.object({ state: z.literal('refused'), words: shortText }),
  z.object({ state: z.literal('superseded') }),
  z.object({ state: z.literal('expired') }),
  /** It was sent and its server died: it may have happened. */
  z.object({ state: z.literal('unknown'), since: z.iso.datetime() }),
])
export type ToolStatus = z.infer<typeof toolStatusSchema>
export type ToolState = ToolStatus['state']

/** A call of a tool: what the model asked for, and what became of it. */
export const toolPartFields = {
  /** Of the call; decisions name it. */
  call: z.uuid(),
  /** Which answer of the model in the reply asked for it, from 1. */
  step: z.int(),
  /** The id that the model knows it by. */
  modelCall: z.string().check(z.maxLength(200)),
  name: z.string().check(z.maxLength(64)),
  /** As people read it. */
  title: z.string().check(z.maxLength(120)),
  /** The host of the server that runs it; null for tools of this place. */
  origin: z.nullable(z.string().check(z.maxLength(253))),
  /** JSON as the model wrote it, whole: what is run is what is shown. */
  arguments: z.string(),
  /** What a decision is about (SHA-256 of the canonical JSON of pin and arguments); null where nobody is asked. */
  digest: z.nullable(z.string().check(z.maxLength(64))),
  /** What its result brings into the conversation. */
  brings: z.object({ untrusted: z.boolean(), private: z.boolean() }),
  status: toolStatusSchema,
}

export const toolPartSchema = z.object(toolPartFields)
export type ToolCallPart = z.infer<typeof toolPartSchema>
