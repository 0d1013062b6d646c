import type { Effort } from '../../../shared/models/model-choice.ts'
import type { ModelMessage, ModelRequest, ToolCall } from '../provider.ts'
import { SAMPLING, type Setting } from '../settings/model-settings.ts'
import { withChatCarry } from './chat-carry.ts'
import {
  dataUrlOf,
  type EncodedRequest,
  type EncodeOptions,
  limitWithThoughts,
  type Protocol,
} from './protocol.ts'
import { ChatReader } from './read-chat.ts'

/** OpenAI's chat completions, which most providers and local servers speak. */
export const chatProtocol: Protocol = {
  path: '/chat/completions',
  headers: (apiKey): Record<string, string> =>
    apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
  encode: encodeChat,
  reader: (options) => new ChatReader(options),
}

/** By default exactly the request of sections 7 and 9. */
function encodeChat(options: EncodeOptions): EncodedRequest {
  const { model, request, without, thinks, asksUsage } = options
  const { stop = [], offered } = request
  const limitName: Setting = without.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens'
  // Only models that think know the later name alone.
  const coversThoughts = thinks ?? limitName === 'max_completion_tokens'
  const { limit, room, sent: rooms } = limitWithThoughts(options, coversThoughts)
  const hasTools = (offered?.tools.length ?? 0) > 0
  const effort = effortOf(request.effort, hasTools, without)
  const settings: [Setting, unknown][] = [
    ['temperature', request.temperature ?? SAMPLING.temperature],
    [limitName, limit],
    ['presence_penalty', SAMPLING.presence_penalty],
    ['frequency_penalty', SAMPLING.frequency_penalty],
    ['stream', true],
  ]
  if (asksUsage && !without.has('stream')) settings.push(['stream_options', { include_usage: true }])
  if (stop.length > 0) settings.push(['stop', stop])
  if (hasTools && offered?.parallel !== undefined) settings.push(['parallel_tool_calls', offered.parallel])
  const taken = settings.filter(([name]) => !without.has(name))
  const { messages, hasBareCalls } = encodeMessages(options)
  return {
    body: {
      model,
      messages,
      ...Object.fromEntries(taken),
      ...(effort && { reasoning_effort: effort }),
      ...(hasTools && withTools(offered)),
    },
    sent: [
      ...taken.map(([name]) => name),
      ...(taken.some(([name]) => name === limitName) ? rooms : []),
      ...(effort ? [effort === 'none' ? ('effort_none' as const) : ('effort' as const)] : []),
      ...unless(without, hasTools ? ['effort_with_tools'] : []),
      ...unless(without, hasBareCalls ? ['unsigned_calls', 'thoughtless_calls'] : []),
    ],
    room: taken.some(([name]) => name === limitName) ? room : 0,
  }
}

const unless = (without: ReadonlySet<Setting>, settings: Setting[]) =>
  settings.filter((setting) => !without.has(setting))

/** Models that take no effort beside tools think by themselves unless they are told not to. */
function effortOf(
  wanted: Effort | undefined,
  hasTools: boolean,
  without: ReadonlySet<Setting>,
): Effort | undefined {
  if (without.has('effort')) return undefined
  const isNoneOnly = hasTools && without.has('effort_with_tools')
  const effort = isNoneOnly ? 'none' : wanted
  if (effort !== 'none' || !without.has('effort_none')) return effort
  return isNoneOnly ? undefined : 'low'
}

function withTools(offered: ModelRequest['offered']): object {
  if (!offered) return {}
  const { tools, choice } = offered
  return { tools, ...(choice !== undefined && { tool_choice: choice }) }
}

function encodeMessages({ request, withPictures, without, carryOf }: EncodeOptions) {
  let hasBareCalls = false
  const messages = request.messages.map((message): object => {
    const { role, content, calls = [], callId, pictures = [] } = message
    if (callId !== undefined) return { role, content, tool_call_id: callId }
    if (calls.length > 0) {
      const carry = carryOf(message)
      if (carry === null) hasBareCalls = true
      const said = { role, content: content === '' ? null : content }
      const written = calls.map(asChatCall)
      return { ...said, ...(carry === null ? bareCalls(written, without) : withChatCarry(carry, written)) }
    }
    return { role, content: withPictures && pictures.length > 0 ? contentOf(message) : content }
  })
  return { messages, hasBareCalls }
}

const asChatCall = ({ id, name, arguments: given }: ToolCall) => ({
  id,
  type: 'function',
  function: { name, arguments: given },
})

/** Google's own value for calls that another model made. */
const NOT_SIGNED = { google: { thought_signature: 'skip_thought_signature_validator' } }

/** Calls of another model, or whose carry is lost. */
function bareCalls(calls: readonly object[], without: ReadonlySet<Setting>): object {
  const [first, ...others] = calls
  return {
    ...(without.has('thoughtless_calls') && { reasoning_content: '' }),
    tool_calls: without.has('unsigned_calls') ? [{ ...first, extra_content: NOT_SIGNED }, ...others] : calls,
  }
}

function contentOf({ content, pictures = [] }: ModelMessage): object[] {
  const images = pictures.map((jpeg) => ({ type: 'image_url', image_url: { url: dataUrlOf(jpeg) } }))
  return [{ type: 'text', text: content }, ...images]
}
