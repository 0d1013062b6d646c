import * as z from 'zod/mini'
import { toolPartSchema } from './tool-fields.ts'
import { toolLimits } from './tool-states.ts'

/** The body of `PUT /api/tool-calls/{call}/decision`. The digest says what was shown; the server has the arguments. */
export const decisionSchema = z.strictObject({
  digest: z.string().check(z.maxLength(64)),
  decision: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('once') }),
    /** Also from now on, for this tool of this agent as it is now. */
    z.strictObject({ kind: z.literal('always') }),
    z.strictObject({
      kind: z.literal('refuse'),
      words: z
        .string()
        .check(z.maxLength(toolLimits.words, `Say it in ${toolLimits.words} characters at most.`)),
    }),
    /** To a question of the tool; `decline` and `cancel` are the protocol's. */
    z.strictObject({
      kind: z.literal('answer'),
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z.optional(z.record(z.string(), z.unknown())),
    }),
    /** What became of a call that may have happened. */
    z.strictObject({ kind: z.literal('settle'), as: z.enum(['happened', 'did-not', 'again']) }),
  ]),
})
export type DecisionBody = z.infer<typeof decisionSchema>
export type Decision = DecisionBody['decision']

const toolScopes = ['conversation', 'realm', 'run'] as const

/** Where a call stands, so that a page can lead to it. */
export const callPlaceSchema = z.object({
  scope: z.enum(toolScopes),
  /** The id of the conversation, realm or run. */
  scopeId: z.uuid(),
  replyId: z.uuid(),
})
export type CallPlace = z.infer<typeof callPlaceSchema>

/** The answer to a decision. Whoever follows the reply then gets the rest. */
export const decidedSchema = z.object({
  place: callPlaceSchema,
  part: toolPartSchema,
  /** Whether the reply goes on, since nothing of it waits any more. */
  goesOn: z.boolean(),
})
export type Decided = z.infer<typeof decidedSchema>

/** What somebody allowed from now on. */
const grantSchema = z.object({
  id: z.uuid(),
  agentId: z.uuid(),
  /** Null once the agent is gone. */
  agentName: z.nullable(z.string()),
  tool: z.string(),
  title: z.string(),
  origin: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** Whether the tool has changed since; then it asks again. */
  changed: z.boolean(),
})
export type Grant = z.infer<typeof grantSchema>
export const grantsSchema = z.object({ grants: z.array(grantSchema) })
