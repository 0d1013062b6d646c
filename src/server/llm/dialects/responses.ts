import type { ModelMessage } from '../provider.ts'
import { SAMPLING, type Setting } from '../settings/model-settings.ts'
import { withSafeCallIds } from './call-ids.ts'
import { choiceOf, functionsOf } from './offered-tools.ts'
import { inOrder } from './ordered-carry.ts'
import {
  dataUrlOf,
  type EncodedRequest,
  type EncodeOptions,
  limitWithThoughts,
  type Protocol,
  withoutSystem,
} from './protocol.ts'
import { ResponsesReader } from './read-responses.ts'

/** OpenAI's Responses. Nothing is stored there, so reasoning is asked for in its encrypted form and sent back. */
export const responsesProtocol: Protocol = {
  path: '/responses',
  headers: (apiKey): Record<string, string> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  encode: encodeResponses,
  reader: (options) => new ResponsesReader(options),
}

/** OpenAI's before the first that think. */
const unthinking = /\bgpt-(?:3|4)/

function encodeResponses(options: EncodeOptions): EncodedRequest {
  const { model, request, without } = options
  const thinks = options.thinks ?? !unthinking.test(model)
  const { limit, room, sent: rooms } = limitWithThoughts(options, thinks)
  const { system, others } = withoutSystem(request.messages)
  const reasoning = thinks ? reasoningOf(options) : { body: undefined, sent: [] }
  const settings: [Setting, Record<string, unknown>][] = [
    ['max_completion_tokens', { max_output_tokens: limit }],
    ['temperature', { temperature: request.temperature ?? SAMPLING.temperature }],
    ['stream', { stream: true }],
  ]
  if (thinks) settings.push(['encrypted_reasoning', { include: ['reasoning.encrypted_content'] }])
  const tools = functionsOf(request.offered)
  if (tools.length > 0 && request.offered?.parallel !== undefined)
    settings.push(['parallel_tool_calls', { parallel_tool_calls: request.offered.parallel }])
  const taken = settings.filter(([name]) => !without.has(name))
  const choice = choiceOf(request.offered?.choice)
  return {
    body: {
      model,
      ...(system !== undefined && { instructions: system }),
      input: withSafeCallIds(others).flatMap((message) => itemsOf(message, options)),
      store: false,
      ...Object.assign({}, ...taken.map(([, fields]) => fields)),
      ...(reasoning.body && { reasoning: reasoning.body }),
      ...(tools.length > 0 && {
        tools: tools.map((tool) => ({ type: 'function', ...tool, strict: tool.strict ?? false })),
        ...(choice !== undefined && {
          tool_choice: typeof choice === 'string' ? choice : { type: 'function', name: choice.name },
        }),
      }),
    },
    sent: [...taken.map(([name]) => name), ...rooms, ...reasoning.sent],
    room,
  }
}

function reasoningOf({ request, without }: EncodeOptions): { body: object | undefined; sent: Setting[] } {
  const isNone = request.effort === 'none'
  const effort = isNone && without.has('effort_none') ? 'low' : request.effort
  const hasEffort = effort !== undefined && !without.has('effort')
  const isShown = !without.has('shown_thinking') && effort !== 'none'
  const body = { ...(hasEffort && { effort }), ...(isShown && { summary: 'auto' }) }
  return {
    body: Object.keys(body).length > 0 ? body : undefined,
    sent: [
      ...(hasEffort ? [effort === 'none' ? ('effort_none' as const) : ('effort' as const)] : []),
      ...(isShown ? ['shown_thinking' as const] : []),
    ],
  }
}

function itemsOf(message: ModelMessage, { withPictures, carryOf }: EncodeOptions): object[] {
  const { role, content, pictures = [], calls = [], callId } = message
  if (callId !== undefined) return [{ type: 'function_call_output', call_id: callId, output: content }]
  if (withPictures && pictures.length > 0) {
    const images = pictures.map((jpeg) => ({
      type: 'input_image',
      detail: 'auto',
      image_url: dataUrlOf(jpeg),
    }))
    return [{ role, content: [{ type: 'input_text', text: content }, ...images] }]
  }
  if (calls.length === 0) return [{ role, content }]
  const words = content === '' ? [] : [{ role, content }]
  const called = calls.map(({ id, name, arguments: given }) => ({
    type: 'function_call',
    call_id: id,
    name,
    arguments: given,
  }))
  const carry = carryOf(message)
  return carry === null ? [...words, ...called] : inOrder<object>(carry, { words, calls: called })
}
