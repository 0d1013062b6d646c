import { Ajv, type ValidateFunction } from '../tools/referees/json-schema.ts'

/**
 * What OpenAI's clients rely on, written down as JSON Schema: every required field of the published shapes, with its
 * type. Fields that are not named are allowed, as they are there.
 */

const string = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] })
const list = (items: object) => ({ type: 'array', items })
const object = (properties: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
})

const chatUsage = object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call']
const urlCitation = { start_index: count, end_index: count, title: string, url: string }
const chatAnnotation = object({ type: { const: 'url_citation' }, url_citation: object(urlCitation) })
const chatCall = object({
  id: string,
  type: { const: 'function' },
  function: object({ name: string, arguments: string }),
})
const completionHead = (kind: string) => ({
  id: string,
  object: { const: kind },
  created: count,
  model: string,
})

const completionChunk = object(
  {
    ...completionHead('chat.completion.chunk'),
    choices: list(
      object(
        {
          index: count,
          delta: object(
            {},
            {
              role: { enum: ['developer', 'system', 'user', 'assistant', 'tool'] },
              content: nullable(string),
              tool_calls: list(
                object(
                  { index: count },
                  {
                    id: string,
                    type: { const: 'function' },
                    function: object({}, { name: string, arguments: string }),
                  },
                ),
              ),
              annotations: list(chatAnnotation),
            },
          ),
          finish_reason: nullable({ enum: finishReasons }),
        },
        { logprobs: nullable({ type: 'object' }) },
      ),
    ),
  },
  { usage: nullable(chatUsage) },
)

const completion = object({
  ...completionHead('chat.completion'),
  choices: {
    ...list(
      object({
        index: count,
        message: object(
          { role: { const: 'assistant' }, content: nullable(string), refusal: nullable(string) },
          { tool_calls: list(chatCall), annotations: list(chatAnnotation) },
        ),
        finish_reason: { enum: finishReasons },
        logprobs: { type: 'null' },
      }),
    ),
    minItems: 1,
  },
  usage: chatUsage,
})

const model = object({ ...completionHead('model'), owned_by: string })
const modelOnly = { ...model, required: ['id', 'object', 'created', 'owned_by'] }
const models = object({ object: { const: 'list' }, data: list(modelOnly) })

const error = object({
  error: object({ message: string, type: string, param: nullable(string), code: nullable(string) }),
})

const textPart = object({
  type: { const: 'output_text' },
  text: string,
  annotations: list(object({ type: { const: 'url_citation' }, ...urlCitation })),
  logprobs: list({}),
})
const itemStatus = { enum: ['in_progress', 'completed', 'incomplete'] }
const item = {
  oneOf: [
    object({
      type: { const: 'message' },
      id: string,
      role: { const: 'assistant' },
      status: itemStatus,
      content: list(textPart),
    }),
    object({
      type: { const: 'function_call' },
      id: string,
      call_id: string,
      name: string,
      arguments: string,
      status: itemStatus,
    }),
    object({
      type: { const: 'mcp_call' },
      id: string,
      name: string,
      server_label: string,
      arguments: string,
      output: nullable(string),
      error: nullable(object({ type: { const: 'mcp_tool_execution_error' }, content: {} })),
      status: { enum: ['in_progress', 'completed', 'incomplete', 'calling', 'failed'] },
      approval_request_id: nullable(string),
    }),
    object({
      type: { const: 'mcp_approval_request' },
      id: string,
      name: string,
      server_label: string,
      arguments: string,
    }),
  ],
}
const response = object(
  {
    id: string,
    object: { const: 'response' },
    created_at: count,
    status: { enum: ['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete'] },
    error: nullable(object({ code: string, message: string })),
    incomplete_details: nullable(object({ reason: { enum: ['max_output_tokens', 'content_filter'] } })),
    instructions: nullable(string),
    model: string,
    output: list(item),
    parallel_tool_calls: { type: 'boolean' },
    previous_response_id: nullable(string),
    store: { type: 'boolean' },
    temperature: { type: 'number' },
    text: object({ format: object({ type: { const: 'text' } }) }),
    tool_choice: {},
    tools: list({ type: 'object' }),
    top_p: { type: 'number' },
    truncation: { enum: ['auto', 'disabled'] },
    metadata: { type: 'object' },
  },
  {
    usage: object({
      input_tokens: count,
      input_tokens_details: object({ cached_tokens: count, cache_write_tokens: count }),
      output_tokens: count,
      output_tokens_details: object({ reasoning_tokens: count }),
      total_tokens: count,
    }),
  },
)

const event = (type: string, fields: Record<string, object>) =>
  object({ type: { const: type }, sequence_number: count, ...fields })
const place = { item_id: string, output_index: count }
const partPlace = { ...place, content_index: count }
const responseEvent = {
  oneOf: [
    ...['created', 'in_progress', 'completed', 'incomplete', 'failed'].map((end) =>
      event(`response.${end}`, { response }),
    ),
    event('response.output_item.added', { output_index: count, item }),
    event('response.output_item.done', { output_index: count, item }),
    event('response.content_part.added', { ...partPlace, part: textPart }),
    event('response.content_part.done', { ...partPlace, part: textPart }),
    event('response.output_text.delta', { ...partPlace, delta: string, logprobs: list({}) }),
    event('response.output_text.done', { ...partPlace, text: string, logprobs: list({}) }),
    event('response.output_text.annotation.added', {
      ...partPlace,
      annotation_index: count,
      annotation: object({ type: { const: 'url_citation' } }),
    }),
    event('response.function_call_arguments.delta', { ...place, delta: string }),
    event('response.function_call_arguments.done', { ...place, name: string, arguments: string }),
    ...['in_progress', 'completed', 'failed'].map((step) => event(`response.mcp_call.${step}`, place)),
    event('response.mcp_call_arguments.delta', { ...place, delta: string }),
    event('response.mcp_call_arguments.done', { ...place, arguments: string }),
  ],
}

const ajv = new Ajv({ strict: false, allErrors: true })
export const shapes = {
  completionChunk: ajv.compile(completionChunk),
  completion: ajv.compile(completion),
  model: ajv.compile(modelOnly),
  models: ajv.compile(models),
  error: ajv.compile(error),
  response: ajv.compile(response),
  responseEvent: ajv.compile(responseEvent),
}

/** The faults of a value by the shape; empty if it has it. */
export function faultsOf(shape: ValidateFunction, value: unknown): string[] {
  return shape(value)
    ? []
    : (shape.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** The data of a stream's events, in order, as they are written; comments are left out. */
export function eventData(stream: string): string[] {
  return stream
    .split('\n\n')
    .flatMap((block) => block.split('\n').flatMap((line) => (line.startsWith('data: ') ? line.slice(6) : [])))
}
