import {
  type Asked,
  type Body,
  type Family,
  listOf,
  piecesOf,
  type Refusal,
  type Script,
} from './provider-rules.ts'

/** Google takes it for calls of another model. */
const NOT_SIGNED = 'skip_thought_signature_validator'

/** Chat completions, with what Gemini, DeepSeek, Kimi, OpenRouter and local servers add. */
export const chatFamily: Family = {
  path: '/chat/completions',
  refuse,
  refusal: ({ message, param, code }) => ({
    error: { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null },
  }),
  isEaten: ({ rules, body }) =>
    rules.thoughtTokens !== undefined &&
    Number(body.max_tokens ?? body.max_completion_tokens) < rules.thoughtTokens + 1_000,
  stream,
}

function refuse({ rules, body, signatures }: Asked): Refusal | null {
  for (const [at, message] of listOf(body.messages).entries()) {
    const calls = listOf(message.tool_calls)
    if (calls.length === 0) continue
    if (rules.thinksIn === 'reasoning_content' && typeof message.reasoning_content !== 'string')
      return {
        message: `Missing \`reasoning_content\` field in the assistant message at message index ${at}.`,
      }
    if (rules.signsCalls) {
      const { thought_signature: signature } =
        (calls[0]?.extra_content as { google?: Body } | undefined)?.google ?? {}
      if (signature === undefined)
        return { message: `Function call in the ${at}. content block is missing a \`thought_signature\`.` }
      if (signature !== NOT_SIGNED && !signatures.isOwn(signature))
        return { message: 'Corrupted thought signature.' }
    }
    const details = listOf(message.reasoning_details)
    if (details.some(({ signature }) => !signatures.isOwn(signature)))
      return { message: 'Provider returned error: Invalid `signature` in `thinking` block' }
  }
  return null
}

function stream(script: Script, { rules, body, signatures }: Asked): string {
  const base = { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1, model: rules.model }
  const events: string[] = []
  const send = (chunk: object) => events.push(`data: ${JSON.stringify({ ...base, ...chunk })}\n\n`)
  const choice = (delta: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finish }] })
  if (rules.thinksIn === 'reasoning_details') events.push(': OPENROUTER PROCESSING\n\n')
  choice({ role: 'assistant', content: '' })
  const { thoughts = '', words = '', calls = [], end } = script
  if (rules.thinksIn === 'text' && thoughts !== '')
    for (const text of ['<think>', ...piecesOf(thoughts), '</think>\n\n']) choice({ content: text })
  else if (rules.thinksIn === 'reasoning_content')
    for (const text of piecesOf(thoughts)) choice({ reasoning_content: text })
  else if (rules.thinksIn === 'reasoning_details' && thoughts !== '') {
    const detail = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 }
    for (const text of piecesOf(thoughts))
      choice({ reasoning: text, reasoning_details: [{ ...detail, text }] })
    choice({ reasoning_details: [{ ...detail, signature: signatures.sign() }] })
  }
  for (const text of piecesOf(words)) choice(end === 'refusal' ? { refusal: text } : { content: text })
  for (const [index, { id, name, arguments: given }] of calls.entries()) {
    const signed = rules.signsCalls && index === 0
    const extra = signed && { extra_content: { google: { thought_signature: signatures.sign() } } }
    choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' }, ...extra }] })
    for (const text of piecesOf(given)) choice({ tool_calls: [{ index, function: { arguments: text } }] })
  }
  choice({}, calls.length > 0 ? 'tool_calls' : finishOf(end))
  const { include_usage: wanted } = (body.stream_options ?? {}) as Body
  if (wanted) send({ choices: [], usage: USAGE })
  return `${events.join('')}data: [DONE]\n\n`
}

const USAGE = {
  prompt_tokens: 20,
  completion_tokens: 9,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 12 },
  completion_tokens_details: { reasoning_tokens: 4 },
}

function finishOf(end: Script['end']): string {
  if (end === 'cut') return 'length'
  return end === 'filter' ? 'content_filter' : 'stop'
}
