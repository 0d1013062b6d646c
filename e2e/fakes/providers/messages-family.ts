import {
  type Asked,
  type Body,
  type Family,
  listOf,
  piecesOf,
  type Refusal,
  type Script,
} from './provider-rules.ts'

/** Anthropic's Messages of models since 4.7. */
export const messagesFamily: Family = {
  path: '/messages',
  refuse,
  refusal: ({ message }) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  isEaten: ({ rules, body }) =>
    rules.thoughtTokens !== undefined &&
    (body.thinking as Body | undefined)?.type !== 'disabled' &&
    Number(body.max_tokens) < rules.thoughtTokens + 1_000,
  stream,
}

const known = new Set([
  ...['model', 'max_tokens', 'system', 'messages', 'stream', 'stop_sequences', 'tools', 'tool_choice'],
  ...['temperature', 'thinking', 'output_config', 'cache_control'],
])

function refuse({ body, signatures }: Asked): Refusal | null {
  const unknown = Object.keys(body).find((name) => !known.has(name))
  if (unknown) return { message: `${unknown}: Extra inputs are not permitted` }
  if (body.max_tokens === undefined) return { message: 'max_tokens: Field required' }
  if (body.temperature !== undefined) return { message: '`temperature` is deprecated for this model.' }
  const { type, budget_tokens: budget } = (body.thinking ?? {}) as Body
  if (type === 'enabled' || budget !== undefined)
    return {
      message: '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".',
    }
  return (
    listOf(body.messages)
      .map((message, at) => refuseMessage(message, { at, body, isOwn: (given) => signatures.isOwn(given) }))
      .find((refusal) => refusal !== null) ?? null
  )
}

function refuseMessage(
  { role, content }: Body,
  { at, body, isOwn }: { at: number; body: Body; isOwn: (signature: unknown) => boolean },
): Refusal | null {
  const messages = listOf(body.messages)
  const path = `messages.${at}.content`
  if (role !== (at % 2 === 0 ? 'user' : 'assistant'))
    return { message: `messages.${at}: roles must alternate between "user" and "assistant"` }
  if (role === 'assistant' && at === messages.length - 1)
    return {
      message:
        'This model does not support assistant message prefill. The conversation must end with a user message.',
    }
  for (const [n, block] of listOf(content).entries()) {
    if (block.type === 'thinking' && !isOwn(block.signature))
      return { message: `${path}.${n}: Invalid \`signature\` in \`thinking\` block` }
    if (block.type === 'text' && String(block.text).trim() === '')
      return { message: `${path}.${n}: text content blocks must contain non-whitespace text` }
    if (block.type !== 'tool_use') continue
    if (!/^[\w-]+$/.test(String(block.id)))
      return { message: `${path}.${n}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'` }
    const results = listOf(messages[at + 1]?.content).map((result) => result.tool_use_id)
    if (!results.includes(block.id))
      return {
        message: `${path}.${n}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`,
      }
    if (listOf(body.tools).length === 0)
      return { message: 'Requests which include `tool_use` or `tool_result` blocks must define tools' }
  }
  return null
}

function stream(script: Script, { rules, signatures }: Asked): string {
  const { thoughts = '', words = '', calls = [], end } = script
  const events: string[] = []
  const send = (type: string, fields: object = {}) =>
    events.push(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  let index = 0
  const block = (content_block: object, deltas: readonly object[]) => {
    send('content_block_start', { index, content_block })
    for (const delta of deltas) send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
    index++
  }
  const usage = {
    input_tokens: 5,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 12,
    output_tokens: 1,
  }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: rules.model, content: [] }
  send('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } })
  send('ping')
  if (thoughts !== '')
    block({ type: 'thinking', thinking: '', signature: '' }, [
      ...piecesOf(thoughts).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: signatures.sign() },
    ])
  if (words !== '')
    block(
      { type: 'text', text: '' },
      piecesOf(words).map((text) => ({ type: 'text_delta', text })),
    )
  for (const { id, name, arguments: given } of calls)
    block(
      { type: 'tool_use', id, name, input: {} },
      piecesOf(given).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    )
  const stop_reason = calls.length > 0 ? 'tool_use' : stopReasonOf(end)
  const used = { output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: used })
  send('message_stop')
  return events.join('')
}

function stopReasonOf(end: Script['end']): string {
  if (end === 'cut') return 'max_tokens'
  return end === undefined ? 'end_turn' : 'refusal'
}
