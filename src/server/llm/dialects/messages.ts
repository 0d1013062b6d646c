import type { ModelMessage, ToolCall } from '../provider.ts'
import { SAMPLING, type Setting } from '../settings/model-settings.ts'
import { withSafeCallIds } from './call-ids.ts'
import { choiceOf, type FunctionTool, functionsOf } from './offered-tools.ts'
import { inOrder } from './ordered-carry.ts'
import {
  base64Of,
  type EncodedRequest,
  type EncodeOptions,
  limitWithThoughts,
  type Protocol,
  withoutSystem,
} from './protocol.ts'
import { MessagesReader } from './read-messages.ts'

const VERSION = '2023-06-01'

/** Anthropic's Messages. */
export const messagesProtocol: Protocol = {
  path: '/messages',
  headers: (apiKey) => ({
    'anthropic-version': VERSION,
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  }),
  encode: encodeMessagesRequest,
  reader: (options) => new MessagesReader(options),
}

/** Anthropic's before the first that think; all later ones may think when nothing is said about it. */
const unthinking = /\bclaude-(?:instant|2|3(?!-7)|v)/

/** In characters: shorter beginnings are not kept by any model, and writing them there costs more than it saves. */
const WORTH_KEEPING = 4_000

/** The highest that Messages take. */
const MAX_TEMPERATURE = 1

function encodeMessagesRequest(options: EncodeOptions): EncodedRequest {
  const { model, request, without } = options
  const { stop = [], temperature = SAMPLING.temperature } = request
  const mayThink = options.thinks ?? !unthinking.test(model)
  const thinking = thinkingOf(options, mayThink)
  const { limit, room, sent: rooms } = limitWithThoughts(options, mayThink && !thinking.isOff)
  const { system, others } = withoutSystem(request.messages)
  const messages = turnsOf(withSafeCallIds(others), options)
  const settings: [Setting, Record<string, unknown>][] = [
    ['temperature', { temperature: Math.min(temperature, MAX_TEMPERATURE) }],
    ['stream', { stream: true }],
  ]
  if (stop.length > 0) settings.push(['stop', { stop_sequences: stop }])
  if (request.messages.reduce((sum, { content }) => sum + content.length, 0) >= WORTH_KEEPING)
    settings.push(['cache_control', { cache_control: { type: 'ephemeral' } }])
  const taken = settings.filter(([name]) => !without.has(name))
  const tools = toolsOf(options)
  return {
    body: {
      model,
      max_tokens: limit,
      ...(system !== undefined && { system }),
      messages,
      ...Object.assign({}, ...taken.map(([, fields]) => fields)),
      ...thinking.body,
      ...tools.body,
    },
    sent: [...taken.map(([name]) => name), ...rooms, ...thinking.sent, ...tools.sent],
    room,
  }
}

/** A model that must call a tool can't think before; one that can't be told not to is asked for little. */
function thinkingOf({ request, without, thinks }: EncodeOptions, mayThink: boolean) {
  const { effort, offered } = request
  const choice = choiceOf(offered?.choice)
  const isForced = choice === 'required' || typeof choice === 'object'
  if (!mayThink || (effort === undefined && thinks !== true)) return { body: {}, sent: [], isOff: false }
  if (effort === 'none' && !without.has('effort_none') && !without.has('thinking'))
    return { body: { thinking: { type: 'disabled' } }, sent: ['effort_none' as const], isOff: true }
  const level = effort === 'none' ? 'low' : effort
  const isAdaptive = !without.has('thinking') && !isForced && effort !== 'none'
  const isShown = isAdaptive && !without.has('shown_thinking')
  const hasEffort = level !== undefined && !without.has('effort')
  const sent: Setting[] = []
  if (isAdaptive) sent.push('thinking')
  if (isShown) sent.push('shown_thinking')
  if (hasEffort) sent.push('effort')
  return {
    body: {
      ...(isAdaptive && { thinking: { type: 'adaptive', ...(isShown && { display: 'summarized' }) } }),
      ...(hasEffort && { output_config: { effort: level } }),
    },
    sent,
    isOff: false,
  }
}

function toolsOf({ request, without }: EncodeOptions): { body: object; sent: Setting[] } {
  const { offered, messages } = request
  const tools = functionsOf(offered)
  // What was called has to be known, though it can't be called any more.
  const called = tools.length > 0 ? [] : calledBefore(messages)
  const all = [...tools, ...called]
  if (all.length === 0) return { body: {}, sent: [] }
  const choice = called.length > 0 ? 'none' : choiceOf(offered?.choice)
  const isSingle = offered?.parallel === false && !without.has('parallel_tool_calls') && choice !== 'none'
  const body = {
    tools: all.map(({ name, description, parameters }) => ({
      name,
      ...(description !== undefined && { description }),
      input_schema: parameters,
    })),
    ...((choice !== undefined || isSingle) && {
      tool_choice: {
        ...(typeof choice === 'object'
          ? { type: 'tool', name: choice.name }
          : { type: choice === 'required' ? 'any' : (choice ?? 'auto') }),
        ...(isSingle && { disable_parallel_tool_use: true }),
      },
    }),
  }
  return { body, sent: isSingle ? ['parallel_tool_calls'] : [] }
}

function calledBefore(messages: readonly ModelMessage[]): FunctionTool[] {
  const names = new Set(messages.flatMap(({ calls = [] }) => calls.map(({ name }) => name)))
  return [...names].map((name) => ({ name, parameters: { type: 'object' } }))
}

interface Turn {
  role: 'user' | 'assistant'
  content: object[]
}

const GO_ON = { role: 'user', content: [{ type: 'text', text: 'Go on.' }] } as const

/** Turns of the two roles alternate, from the user's to the user's. */
function turnsOf(messages: readonly ModelMessage[], options: EncodeOptions): Turn[] {
  const newest = messages.findLastIndex(({ role }) => role === 'user')
  const turns: Turn[] = []
  for (const [at, message] of messages.entries()) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    // Thoughts of turns that are over may be left out, and are refused if anything about them has changed.
    const content = blocksOf(message, { ...options, carryOf: at > newest ? options.carryOf : () => null })
    const last = turns.at(-1)
    if (content.length === 0) continue
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content })
  }
  if (turns[0]?.role === 'assistant') turns.unshift({ ...GO_ON, content: [...GO_ON.content] })
  if (turns.at(-1)?.role !== 'user') turns.push({ ...GO_ON, content: [...GO_ON.content] })
  return turns
}

function blocksOf(message: ModelMessage, { withPictures, carryOf }: EncodeOptions): object[] {
  const { content, pictures = [], calls = [], callId } = message
  if (callId !== undefined) return [{ type: 'tool_result', tool_use_id: callId, content }]
  // A text of white space is refused.
  const words = content.trim() === '' ? [] : [{ type: 'text', text: content }]
  if (calls.length > 0) {
    const called = calls.map(callBlock)
    const carry = carryOf(message)
    return carry === null ? [...words, ...called] : inOrder<object>(carry, { words, calls: called })
  }
  const images = (withPictures ? pictures : []).map((jpeg) => ({
    type: 'image',
    source: { type: 'base64', media_type: 'image/jpeg', data: base64Of(jpeg) },
  }))
  return [...images, ...words]
}

function callBlock({ id, name, arguments: given }: ToolCall): object {
  return { type: 'tool_use', id, name, input: inputOf(given) }
}

/** An input is an object; what a model wrote instead is shown to it as it was. */
function inputOf(given: string): object {
  try {
    const input: unknown = JSON.parse(given === '' ? '{}' : given)
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input
  } catch {
    // The text below.
  }
  return { arguments: given }
}
