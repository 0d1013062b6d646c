import type { Dialect } from '../../../shared/models/own-keys.ts'

/** A provider that is known by name: how it is asked, and where its keys come from. */
export interface Preset {
  /** As it stands in the names of models, `id/model`. */
  id: string
  name: string
  dialect: Dialect
  baseUrl: string
  /** The page where its keys are made; null where none is needed. */
  keysAt: string | null
  /** Whether it runs on the machine of whoever uses it. */
  isLocal: boolean
}

const hosted = (id: string, name: string, dialect: Dialect, baseUrl: string, keysAt: string): Preset => ({
  id,
  name,
  dialect,
  baseUrl,
  keysAt,
  isLocal: false,
})

const local = (id: string, name: string, port: number): Preset => ({
  ...{ id, name, dialect: 'chat', keysAt: null, isLocal: true },
  baseUrl: `http://127.0.0.1:${port}/v1`,
})

/** In the order in which lists show them; of local servers, also the order in which they are preferred. */
export const presets: readonly Preset[] = [
  hosted(
    'openai',
    'OpenAI',
    'responses',
    'https://api.openai.com/v1',
    'https://platform.openai.com/api-keys',
  ),
  hosted(
    'anthropic',
    'Anthropic',
    'messages',
    'https://api.anthropic.com/v1',
    'https://console.anthropic.com/settings/keys',
  ),
  hosted(
    'gemini',
    'Google Gemini',
    'chat',
    'https://generativelanguage.googleapis.com/v1beta/openai',
    'https://aistudio.google.com/apikey',
  ),
  hosted('openrouter', 'OpenRouter', 'chat', 'https://openrouter.ai/api/v1', 'https://openrouter.ai/keys'),
  hosted('groq', 'Groq', 'chat', 'https://api.groq.com/openai/v1', 'https://console.groq.com/keys'),
  hosted('mistral', 'Mistral', 'chat', 'https://api.mistral.ai/v1', 'https://console.mistral.ai/api-keys'),
  hosted(
    'deepseek',
    'DeepSeek',
    'chat',
    'https://api.deepseek.com/v1',
    'https://platform.deepseek.com/api_keys',
  ),
  hosted('xai', 'xAI', 'chat', 'https://api.x.ai/v1', 'https://console.x.ai'),
  hosted(
    'together',
    'Together AI',
    'chat',
    'https://api.together.xyz/v1',
    'https://api.together.ai/settings/api-keys',
  ),
  local('ollama', 'Ollama', 11_434),
  local('lm-studio', 'LM Studio', 1_234),
  local('llama-cpp', 'llama.cpp', 8_080),
  local('vllm', 'vLLM', 8_000),
]

export function presetOf(id: string): Preset | null {
  return presets.find((preset) => preset.id === id) ?? null
}

/**
 * How a preset's model is asked. OpenAI's newer models give their reasoning back, and take tools beside it, by
 * Responses alone; those of before 2025 answer chat completions as the specification writes them.
 */
export function dialectOf(preset: Preset, model: string): Dialect {
  if (preset.dialect !== 'responses') return preset.dialect
  return /^(?:gpt-3|gpt-4(?!\.\d)|chatgpt-4o|ft:gpt-(?:3|4))/.test(model) ? 'chat' : 'responses'
}
