/**
 * Names of OpenTelemetry's conventions for generative AI: open-telemetry/semantic-conventions-genai v0.1.0. All of them
 * are of the status Development there, so they can change: they stand in this file alone.
 */
export const genAiMetrics = {
  operationDuration: 'gen_ai.client.operation.duration',
  timeToFirstChunk: 'gen_ai.client.operation.time_to_first_chunk',
  timePerOutputChunk: 'gen_ai.client.operation.time_per_output_chunk',
  tokenUsage: 'gen_ai.client.token.usage',
  invokeAgentDuration: 'gen_ai.invoke_agent.duration',
  executeToolDuration: 'gen_ai.execute_tool.duration',
} as const

export const genAiAttributes = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  tokenType: 'gen_ai.token.type',
  toolName: 'gen_ai.tool.name',
} as const

/** Values of `gen_ai.operation.name`. */
export const genAiOperations = {
  chat: 'chat',
  invokeAgent: 'invoke_agent',
  executeTool: 'execute_tool',
} as const

/** The buckets that the conventions advise, in seconds and in tokens. */
export const genAiBuckets = {
  duration: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  chunk: [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5],
  tokens: [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576],
}

/** What the conventions call providers that have a name of their own there, by the names that people read. */
const knownProviders: Readonly<Record<string, string>> = {
  OpenAI: 'openai',
  Anthropic: 'anthropic',
  'Google Gemini': 'gcp.gemini',
  Groq: 'groq',
  Mistral: 'mistral_ai',
  DeepSeek: 'deepseek',
  xAI: 'x_ai',
}

/** @param name as people read it: one of the product, or one that the operator gave */
export function genAiProvider(name: string): string {
  return knownProviders[name] ?? name.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '_')
}

/** The conventions' value for what must not become a label. */
export const OTHER = '_OTHER'
