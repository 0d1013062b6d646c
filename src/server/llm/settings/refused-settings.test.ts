import { expect, test } from 'vitest'
import type { Setting } from './model-settings.ts'
import { refusedSettings } from './refused-settings.ts'

const sent: Setting[] = ['temperature', 'max_tokens', 'presence_penalty', 'frequency_penalty', 'stream']
const later: Setting[] = ['temperature', 'max_completion_tokens', 'presence_penalty', 'frequency_penalty']

/** An error that consists of a sentence only, in the format of most vendors. */
const says = (message: string) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null },
})
const openAi = (message: string, param: string, code: string) => ({
  error: { message, type: 'invalid_request_error', param, code },
})
const unsupported = (param: string) =>
  openAi(
    `Unsupported parameter: '${param}' is not supported with this model.`,
    param,
    'unsupported_parameter',
  )

test.each<[string, unknown, Setting[]]>([
  [
    'OpenAI: max_tokens, with what to use instead',
    openAi(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    ),
    ['max_tokens'],
  ],
  [
    'OpenAI: a value',
    openAi(
      "Unsupported value: 'temperature' does not support 0.85 with this model. Only the default (1) value is supported.",
      'temperature',
      'unsupported_value',
    ),
    ['temperature'],
  ],
  [
    'the same in the sentence alone',
    says(
      "Unsupported value: 'temperature' does not support 0.85 with this model. Only the default (1) value is supported.",
    ),
    ['temperature'],
  ],
  [
    'OpenAI: not for this organization',
    openAi('Your organization must be verified to stream this model.', 'stream', 'unsupported_value'),
    ['stream'],
  ],
  ['OpenAI: an early model', says("Unsupported parameter: 'presence_penalty'."), ['presence_penalty']],
  ['Anthropic', says('`temperature` is deprecated for this model.'), ['temperature']],
  ['Anthropic: extra', says('frequency_penalty: Extra inputs are not permitted'), ['frequency_penalty']],
  [
    'xAI: the error is a text, the name is written otherwise',
    {
      code: 'Client specified an invalid argument',
      error: 'Model grok-4 does not support parameter presencePenalty.',
    },
    ['presence_penalty'],
  ],
  ['xAI: at the end', { error: 'Argument not supported on this model: temperature' }, ['temperature']],
  [
    'Gemini: a list, and no name but a word for both',
    [{ error: { code: 400, message: 'Penalty is not enabled for this model', status: 'INVALID_ARGUMENT' } }],
    ['presence_penalty', 'frequency_penalty'],
  ],
  [
    'Gemini: a name that it does not know',
    [
      {
        error: {
          code: 400,
          message: 'Invalid JSON payload received. Unknown name "frequency_penalty": Cannot find field.',
        },
      },
    ],
    ['frequency_penalty'],
  ],
  [
    'Mistral, and whatever validates with FastAPI',
    {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'presence_penalty'],
            msg: 'Extra inputs are not permitted',
            input: 0.7,
          },
          {
            type: 'extra_forbidden',
            loc: ['body', 'frequency_penalty'],
            msg: 'Extra inputs are not permitted',
            input: 0.4,
          },
        ],
      },
    },
    ['presence_penalty', 'frequency_penalty'],
  ],
  [
    'Groq',
    says("property 'max_tokens' is unsupported, did you mean 'max_completion_tokens'?"),
    ['max_tokens'],
  ],
  [
    'Bedrock',
    { message: 'Malformed input request: extraneous key [temperature] is not permitted' },
    ['temperature'],
  ],
  ['Moonshot', says('invalid temperature: only 1 is allowed for this model'), ['temperature']],
  [
    'DeepSeek',
    says('Invalid temperature value, the valid range of temperature is [0, 0.5]'),
    ['temperature'],
  ],
  [
    'LiteLLM: several in a list',
    says(
      "litellm.UnsupportedParamsError: openai does not support parameters: ['presence_penalty', 'temperature'], for model=o1-mini.",
    ),
    ['temperature', 'presence_penalty'],
  ],
  [
    'a list without quotes',
    says('This model does not support the following parameters: max_tokens, temperature'),
    ['temperature', 'max_tokens'],
  ],
  [
    'OpenRouter: another vendor’s error, packed',
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: JSON.stringify(unsupported('max_tokens')), provider_name: 'OpenAI' },
      },
    },
    ['max_tokens'],
  ],
  [
    'messages by key',
    { title: 'One or more validation errors occurred.', errors: { temperature: ['must be 1'] } },
    ['temperature'],
  ],
  [
    'a path',
    { errors: [{ param: 'generationConfig.presencePenalty', msg: 'unknown' }] },
    ['presence_penalty'],
  ],
  ['Chinese', says('temperature 参数无效'), ['temperature']],
  ['a text that is no JSON', { message: 'The temperature parameter is not supported.' }, ['temperature']],
  [
    'a name that says nothing',
    { error: { message: 'max_tokens is not supported', param: 'None' } },
    ['max_tokens'],
  ],
])('%s', (_, body, refused) => {
  expect(refusedSettings(body, sent)).toEqual(refused)
})

test('the limit on length goes by whatever name it was sent under', () => {
  expect(refusedSettings(unsupported('max_completion_tokens'), later)).toEqual(['max_completion_tokens'])
  expect(refusedSettings(unsupported('max_tokens'), later)).toEqual(['max_completion_tokens'])
  expect(refusedSettings(says("Unknown field 'maxOutputTokens'"), later)).toEqual(['max_completion_tokens'])
})

test.each<[string, unknown]>([
  ['a safety refusal', says('Raising the temperature of a reactor is not allowed.')],
  ['an image', says('Invalid image: the temperature chart could not be decoded.')],
  ['a quotation', says("Invalid message content: the word 'temperature' is not allowed.")],
  ['a topic', says('Temperature is not a supported topic.')],
  ['what is supported', says('Unsupported model. Supported parameters: `temperature`, `presence_penalty`.')],
  ['another parameter', openAi("Invalid 'messages': temperature is not text.", 'messages', 'invalid_value')],
  [
    'a field elsewhere',
    { detail: [{ loc: ['body', 'messages', 0, 'content'], msg: 'temperature is invalid' }] },
  ],
  [
    'a conversation that is too long',
    says("'max_tokens' is too large: 1000. This model's maximum context length is 8192 tokens."),
  ],
  [
    'its code',
    openAi('max_tokens must be smaller: reduce the length.', 'max_tokens', 'context_length_exceeded'),
  ],
  ['a policy', { error: { message: "'temperature' is not allowed", code: 'content_policy_violation' } }],
  ['the request told back', { error: 'Invalid request', request: { temperature: 0.85, max_tokens: 1000 } }],
  ['a longer name', says("Unknown parameter: 'max_tokens_to_sample'")],
  ['streams of another kind', says('The stream was closed by an unknown upstream.')],
  ['nothing', undefined],
  ['a number', 7],
  ['no error', {}],
])('%s names no parameter', (_, body) => {
  expect(refusedSettings(body, sent)).toEqual([])
})

const ofThinkers: Setting[] = [
  ...(['max_completion_tokens', 'room', 'room_here', 'effort', 'effort_with_tools', 'thinking'] as const),
  ...(['shown_thinking', 'encrypted_reasoning', 'stream_options', 'cache_control'] as const),
  ...(['unsigned_calls', 'thoughtless_calls'] as const),
]

test.each<[string, unknown, Setting[]]>([
  [
    'OpenAI: effort beside tools',
    openAi(
      'Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. Please use /v1/responses instead.',
      'reasoning_effort',
      'unsupported_parameter',
    ),
    ['effort_with_tools'],
  ],
  ['OpenAI: effort', unsupported('reasoning.effort'), ['effort']],
  [
    'OpenAI: a summary, for this organization',
    openAi(
      'Your organization must be verified to generate reasoning summaries.',
      'reasoning.summary',
      'unsupported_value',
    ),
    ['shown_thinking'],
  ],
  [
    'OpenAI: no encrypted reasoning',
    openAi('Encrypted content is not supported with this model.', 'include', 'invalid_value'),
    ['encrypted_reasoning'],
  ],
  ['Anthropic: thoughts', says('adaptive thinking is not supported on this model'), ['thinking']],
  [
    'Anthropic: a summary of them',
    says('thinking.adaptive.display: Extra inputs are not permitted'),
    ['shown_thinking'],
  ],
  ['Anthropic: marks of its cache', says('cache_control: Extra inputs are not permitted'), ['cache_control']],
  [
    'Anthropic: a limit',
    says('max_tokens: 17000 > 8192, which is the maximum allowed number of output tokens for claude-haiku'),
    ['room'],
  ],
  [
    'Anthropic: a limit in a long conversation',
    says('input length and `max_tokens` exceed context limit: 190000 + 17000 > 200000'),
    ['room_here'],
  ],
  ['a server of before', says('Unrecognized request argument supplied: stream_options'), ['stream_options']],
  [
    'DeepSeek',
    says('Missing `reasoning_content` field in the assistant message at message index 19.'),
    ['thoughtless_calls'],
  ],
  [
    'Kimi',
    says('thinking is enabled but reasoning_content is missing in assistant tool call message at index 2'),
    ['thoughtless_calls'],
  ],
  [
    'Gemini',
    says('Function call `default_api:weather` in the 2. content block is missing a `thought_signature`.'),
    ['unsigned_calls'],
  ],
  ['a signature', says('messages.1.content.0: Invalid `signature` in `thinking` block'), []],
  ['a thought', says('`thinking` blocks in the latest assistant message cannot be modified.'), []],
])('of what models that think are asked, %s', (_, body, refused) => {
  expect(refusedSettings(body, ofThinkers)).toEqual(refused)
})

test('not to think at all is refused by the effort or by the thinking that says so', () => {
  const none: Setting[] = ['effort_none']
  const effort =
    "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'low', 'medium', and 'high'."
  expect(refusedSettings(openAi(effort, 'reasoning_effort', 'unsupported_value'), none)).toEqual(none)
  expect(refusedSettings(says(effort), none)).toEqual(none)
  const disabled =
    '"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
  expect(refusedSettings(says(disabled), none)).toEqual(none)
})

test('a body without an end is looked at no further than it helps', () => {
  const deep = JSON.parse(`${'{"error":'.repeat(2_000)}"'temperature' is not supported"${'}'.repeat(2_000)}`)
  expect(refusedSettings(deep, sent)).toEqual([])
  expect(refusedSettings(Array(100_000).fill({ message: 'no' }), sent)).toEqual([])
  expect(refusedSettings(says(`${'parameter a, '.repeat(50_000)}`), sent)).toEqual([])
})
