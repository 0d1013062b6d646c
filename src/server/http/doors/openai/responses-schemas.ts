import * as z from 'zod/mini'
import {
  callId,
  functionFields,
  givenFields,
  modelName,
  textFormat,
  tokenLimit,
  toolsOf,
} from './chat-schemas.ts'

/** The requests of OpenAI's responses, as far as agents use them. Parameters that are not named here are ignored, and named in the answer. */

const MOST_ITEMS = 2_000
const MOST_PARTS = 100

const name = z.string().check(z.minLength(1), z.maxLength(128))

const part = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('input_text'), text: z.string() }),
    z.object({ type: z.literal('output_text'), text: z.string() }),
    z.object({ type: z.literal('refusal'), refusal: z.string() }),
    z.object({
      type: z.literal('input_image'),
      image_url: z.string('Send images in image_url, as data: URLs; files are not kept here.'),
    }),
  ],
  { error: 'A part of the content must be input_text, output_text, refusal or input_image.' },
)
const content = z.union([z.string(), z.array(part).check(z.maxLength(MOST_PARTS))], {
  error: 'The content must be text, or a list of parts.',
})

const messageItem = z.object({
  type: z.optional(z.literal('message')),
  role: z.enum(['system', 'developer', 'user', 'assistant'], 'This is not a role of a message.'),
  content,
})
const callItem = z.object({
  type: z.literal('function_call'),
  call_id: callId,
  name,
  arguments: z.string(),
})
const resultItem = z.object({
  type: z.literal('function_call_output'),
  call_id: callId,
  output: content,
})
/** What a model thought is not for another one to read; clients send it back with everything else. */
const reasoningItem = z.object({ type: z.literal('reasoning') })

/** A person's decision about a call that waits, which its program passes on. */
const approvalItem = z.object({
  type: z.literal('mcp_approval_response'),
  approval_request_id: z.string('This must be the id of an mcp_approval_request.').check(z.maxLength(200)),
  approve: z.boolean('This must be true or false.'),
  reason: z.optional(z.nullable(z.string('The reason must be text.'))),
})
/** What the agent did by itself is its own to remember; clients send it back with everything else. */
const actedItem = z.object({ type: z.enum(['mcp_call', 'mcp_approval_request']) })

const item = z.union([callItem, resultItem, approvalItem, reasoningItem, actedItem, messageItem], {
  error:
    'An item must be a message, a function_call, a function_call_output, an mcp_approval_response or reasoning.',
})
export type InputItem = z.infer<typeof item>

export const responseRequestSchema = z.looseObject({
  model: modelName,
  input: z.union(
    [z.string(), z.array(item).check(z.minLength(1), z.maxLength(MOST_ITEMS, 'Those are too many items.'))],
    { error: 'The input must be text, or a list of items that this server takes.' },
  ),
  instructions: z.optional(z.nullable(z.string('The instructions must be text.'))),
  previous_response_id: z.optional(
    z.nullable(z.string('This must be the id of a response.').check(z.maxLength(200))),
  ),
  conversation: z.optional(
    z.null('Conversations are not named here: go on with the last response’s id in previous_response_id.'),
  ),
  store: z.optional(z.nullable(z.boolean('This must be true or false.'))),
  stream: z.optional(z.nullable(z.boolean('This must be true or false.'))),
  background: z.optional(
    z.nullable(z.literal(false, 'Responses are not made in the background here. Use stream instead.')),
  ),
  max_output_tokens: tokenLimit,
  metadata: z.optional(
    z.nullable(z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(512)))),
  ),
  tools: toolsOf(
    z.object({
      type: z.literal('function', 'Only tools of the type function are passed on.'),
      ...functionFields,
    }),
  ),
  tool_choice: z.optional(
    z.nullable(
      z.union([z.enum(['none', 'auto', 'required']), z.object({ type: z.literal('function'), name })]),
    ),
  ),
  parallel_tool_calls: z.optional(z.nullable(z.boolean())),
  text: z.optional(z.nullable(z.object({ format: textFormat }))),
})
export type ResponseRequest = z.infer<typeof responseRequestSchema>

/** The caller's tools in the form of chat completions, which is that of models. */
export function offeredBy({ tools, tool_choice: choice, parallel_tool_calls: parallel }: ResponseRequest) {
  if (!tools?.length) return {}
  const chosen =
    typeof choice === 'object' && choice ? { type: 'function', function: { name: choice.name } } : choice
  return {
    offered: {
      tools: tools.map(({ type, ...described }) => ({ type, function: givenFields(described) })),
      ...(chosen != null && { choice: chosen }),
      ...(parallel != null && { parallel }),
    },
  }
}
