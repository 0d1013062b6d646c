import { createHash } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequest,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod/mini'
import type { ToolCallPart } from '../../../../shared/tools/tool-fields.ts'
import { toolLimits } from '../../../../shared/tools/tool-states.ts'
import { isDecidable, type KeyDecision, keyDecisionSchema } from '../../../domain/doors/key-decisions.ts'
import { Failure } from '../../../domain/failure.ts'
import { sayWaiting } from '../request/say-waiting.ts'

/** What a client keeps while its person decides; see `RequestStates`. */
export const waitingSchema = z.object({
  conversationId: z.uuid(),
  replyId: z.uuid(),
  /** Of the tool call that waits: no other one goes on with it. */
  asked: z.string(),
  /** What was shown. */
  calls: z.array(z.object({ call: z.uuid(), digest: z.string() })),
  /** How far the reply's log was told. */
  at: z.int(),
})
export type Waiting = z.infer<typeof waitingSchema>

export const askedDigest = (asked: { agentId: string; message: string; conversation?: string | undefined }) =>
  createHash('sha256')
    .update(JSON.stringify([asked.agentId, asked.message, asked.conversation ?? null]))
    .digest('hex')

/** Whether the client shows forms. Of the older protocol nothing is known of it in a call, which is a request alone. */
export function showsForms({ mcpReq }: ServerContext): boolean {
  const { elicitation } = ((mcpReq.envelope as Record<string, unknown> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ] ?? {}) as {
    elicitation?: { form?: object; url?: object }
  }
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** A form for each call that a program's person can decide about, by the call's id. */
export function formsFor(calls: readonly ToolCallPart[]): Record<string, InputRequest> {
  return Object.fromEntries(
    calls.filter(isDecidable).map((call) => [
      call.call,
      inputRequired.elicit({
        mode: 'form',
        message: sayWaiting([call], ''),
        requestedSchema: formOf(call),
      }),
    ]),
  )
}

type Form = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

function formOf({ status }: ToolCallPart): Form {
  if (status.state !== 'waiting' || status.wait.for !== 'input') return CONSENT
  const { form, choices } = status.wait.question
  // As the server of the tool sent it; the protocol allows only flat ones.
  if (form) return form as Form
  const answer = { type: 'string', title: 'Answer', ...(choices && { enum: choices }) } as const
  return { type: 'object', properties: { answer }, required: ['answer'] }
}

const CONSENT: Form = {
  type: 'object',
  properties: {
    decision: {
      type: 'string',
      title: 'Decision',
      oneOf: [
        { const: 'once', title: 'Allow once' },
        { const: 'refuse', title: 'Refuse' },
      ],
    },
    words: {
      type: 'string',
      title: 'Words to the agent, if you refuse',
      maxLength: toolLimits.words,
    },
  },
  required: ['decision'],
}

const consentSchema = z.object({
  decision: z.enum(['once', 'refuse'], 'A decision is once or refuse.'),
  words: z.optional(z.string()),
})

/**
 * Reads what a person filled in. Who closed a form without an answer has decided nothing.
 * @throws {Failure} `validation_failed`
 */
export function decisionsOf(
  responses: Record<string, unknown> | undefined,
  shown: Waiting['calls'],
  calls: readonly ToolCallPart[],
): KeyDecision[] {
  return shown.flatMap(({ call, digest }) => {
    const response = inputResponse(responses, call)
    if (response.kind !== 'elicit' || response.action === 'cancel') return []
    const { action, content } = response
    const status = calls.find((one) => one.call === call)?.status
    const isQuestion = status?.state === 'waiting' && status.wait.for === 'input'
    const given = isQuestion
      ? { kind: 'answer', action, ...(content && { content }) }
      : action === 'decline'
        ? { kind: 'refuse' }
        : consentOf(parsed(consentSchema, content))
    return [parsed(keyDecisionSchema, { call, digest, decision: given })]
  })
}

const consentOf = ({ decision, words = '' }: z.infer<typeof consentSchema>) =>
  decision === 'once' ? { kind: 'once' } : { kind: 'refuse', words }

function parsed<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new Failure('validation_failed', read.error.issues[0]?.message ?? 'This is not a decision.')
}
