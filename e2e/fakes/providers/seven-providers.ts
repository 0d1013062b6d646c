import { type Body, listOf, PICTURE_REFUSED, type Rules } from './provider-rules.ts'

const hasPicture = (body: Body) => JSON.stringify(body.messages).includes('image_url')

/** Providers that differ in what they send, refuse and want back. */
export const sevenProviders: readonly Rules[] = [
  { name: 'OpenAI', dialect: 'responses', model: 'gpt-5.6', thoughtTokens: 2_000 },
  {
    name: 'Anthropic',
    dialect: 'messages',
    model: 'claude-opus-5-5',
    refuse: ({ thinking }) =>
      (thinking as Body | undefined)?.type === 'disabled'
        ? { message: '"thinking.type.disabled" is not supported for this model.' }
        : null,
  },
  {
    name: 'Anthropic with thoughts in its limit',
    dialect: 'messages',
    model: 'claude-opus-5',
    thoughtTokens: 2_000,
  },
  {
    name: 'Gemini',
    dialect: 'chat',
    model: 'gemini-3-pro',
    thinksIn: 'nothing',
    signsCalls: true,
    thoughtTokens: 2_000,
    refuse: ({ presence_penalty, frequency_penalty }) =>
      presence_penalty === undefined && frequency_penalty === undefined
        ? null
        : { message: 'Penalty is not enabled for this model' },
  },
  {
    name: 'DeepSeek',
    dialect: 'chat',
    model: 'deepseek-v4',
    thinksIn: 'reasoning_content',
    refuse: ({ max_tokens: most, ...body }) => {
      if (Number(most) > 8_192)
        return { message: 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]' }
      return hasPicture(body) ? { message: PICTURE_REFUSED } : null
    },
  },
  { name: 'OpenRouter', dialect: 'chat', model: 'anthropic/claude-opus-5', thinksIn: 'reasoning_details' },
  {
    name: 'a local server',
    dialect: 'chat',
    model: 'llava-qwen3:8b',
    thinksIn: 'text',
    refuse: ({ stream_options: options, messages }) => {
      if (options !== undefined) return { message: 'json: unknown field "stream_options"' }
      const isOdd = listOf(messages).some(({ extra_content }) => extra_content !== undefined)
      return isOdd ? { message: 'json: unknown field "extra_content"' } : null
    },
  },
]
