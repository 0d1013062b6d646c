import * as z from 'zod/mini'

/**
 * OpenAI's clients send parameters that only models have; those not named here are ignored, and named in the answer.
 */

/** More than any conversation needs; each message costs an object. */
const MOST_MESSAGES = 2_000
const MOST_PARTS = 100
const MOST_TOOLS = 128
const MOST_STOPS = 4
const LONGEST_STOP = 500

const name = z.string().check(z.minLength(1), z.maxLength(128))

/**
 * The id of a call, as the model server gave it: some put what their model wants back into it, which is long. What a
 * door gave out it takes back, so this is the bound of what such a server may send.
 */
export const callId = z.string().check(z.minLength(1), z.maxLength(256 * 1024))

export const modelName = z
  .string('You must provide a model.')
  .check(z.minLength(1, 'You must provide a model.'), z.maxLength(200, 'This is not the name of an agent.'))

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const imagePart = z.object({
  type: z.literal('image_url'),
  image_url: z.object({ url: z.string() }),
})
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })

const parts = <Part extends z.ZodMiniType>(part: Part, kinds: string) =>
  z.union([z.string(), z.array(part).check(z.minLength(1), z.maxLength(MOST_PARTS))], {
    error: `The content must be text, or a list of parts of these types: ${kinds}.`,
  })
const texts = parts(textPart, 'text')

const toolCall = z.object({
  id: callId,
  type: z.literal('function'),
  function: z.object({ name, arguments: z.string() }),
})

const messageSchema = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.literal('system'), content: texts }),
    z.object({ role: z.literal('developer'), content: texts }),
    z.object({
      role: z.literal('user'),
      content: parts(z.discriminatedUnion('type', [textPart, imagePart]), 'text and image_url'),
    }),
    z.object({
      role: z.literal('assistant'),
      content: z.optional(
        z.nullable(parts(z.discriminatedUnion('type', [textPart, refusalPart]), 'text and refusal')),
      ),
      tool_calls: z.optional(z.nullable(z.array(toolCall).check(z.maxLength(MOST_TOOLS)))),
    }),
    z.object({ role: z.literal('tool'), content: texts, tool_call_id: callId }),
  ],
  { error: 'The role must be system, developer, user, assistant or tool.' },
)
export type ChatMessage = z.infer<typeof messageSchema>

const anyObject = z.record(z.string(), z.unknown())

export const functionFields = {
  name,
  description: z.optional(z.nullable(z.string())),
  parameters: z.optional(z.nullable(anyObject)),
  strict: z.optional(z.nullable(z.boolean())),
}

/** A function without what the client gave as null, which some model servers refuse. */
export const givenFields = (described: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(described).filter(([, value]) => value != null))

export const toolsOf = <Tool extends z.ZodMiniType>(tool: Tool) =>
  z.optional(z.nullable(z.array(tool).check(z.maxLength(MOST_TOOLS, `Give at most ${MOST_TOOLS} tools.`))))

export const tokenLimit = z.optional(
  z.nullable(z.int('This must be a whole number.').check(z.gte(1, 'This must be at least 1.'))),
)

/** The texts that end an answer, as one or a list; empty ones end nothing. */
const stopTexts = z.optional(
  z.nullable(
    z.union(
      [
        z.string().check(z.maxLength(LONGEST_STOP)),
        z.array(z.string().check(z.maxLength(LONGEST_STOP))).check(z.maxLength(MOST_STOPS)),
      ],
      `Give one text that ends the answer, or a list of at most ${MOST_STOPS}, of at most ${LONGEST_STOP} characters each.`,
    ),
  ),
)

/** The answer is always plain text: agents answer people, in their own way. */
const plainFormat = z.optional(
  z.nullable(
    z.object({ type: z.literal('text', 'Agents answer in plain text; other formats are not supported.') }),
  ),
)

export const textFormat = plainFormat

export const chatCompletionSchema = z.looseObject({
  model: modelName,
  messages: z
    .array(messageSchema, 'The messages must be a list.')
    .check(
      z.minLength(1, 'Give at least one message.'),
      z.maxLength(MOST_MESSAGES, 'Those are too many messages.'),
    ),
  stream: z.optional(z.nullable(z.boolean('This must be true or false.'))),
  stream_options: z.optional(z.nullable(z.object({ include_usage: z.optional(z.nullable(z.boolean())) }))),
  n: z.optional(z.nullable(z.literal(1, 'An agent gives one answer; n must be 1.'))),
  max_tokens: tokenLimit,
  max_completion_tokens: tokenLimit,
  stop: stopTexts,
  tools: toolsOf(
    z.object({
      type: z.literal('function', 'Only tools of the type function are passed on.'),
      function: z.object(functionFields),
    }),
  ),
  tool_choice: z.optional(
    z.nullable(
      z.union([
        z.enum(['none', 'auto', 'required']),
        z.object({ type: z.literal('function'), function: z.object({ name }) }),
      ]),
    ),
  ),
  parallel_tool_calls: z.optional(z.nullable(z.boolean())),
  response_format: plainFormat,
})
export type ChatCompletionRequest = z.infer<typeof chatCompletionSchema>
