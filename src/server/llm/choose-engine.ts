import type { Engine } from '../../shared/chat/chat.ts'
import type { Logger } from '../base/log.ts'
import { createOfflineEngine } from './offline/offline.ts'
import { createOpenAiProvider } from './openai.ts'
import type { ModelProvider } from './provider.ts'

export interface ChatEngine {
  engine: Engine
  ask: ModelProvider
}

/** One engine that stays the same, for tests and benches: that of the environment, else the offline engine. */
export async function chooseEngine(
  env: {
    OPENAI_API_KEY?: string | undefined
    OPENAI_BASE_URL?: string | undefined
    CHAT_MODEL: string
    VISION_MODELS?: readonly string[] | undefined
  },
  { log }: { log?: Logger } = {},
): Promise<ChatEngine> {
  const {
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: baseUrl,
    CHAT_MODEL: model,
    VISION_MODELS: visionModels,
  } = env
  if (apiKey === undefined && baseUrl === undefined)
    return { engine: { kind: 'offline' }, ask: createOfflineEngine() }
  return {
    engine: { kind: 'provider', model },
    ask: createOpenAiProvider({ model, baseUrl, apiKey, visionModels, log }),
  }
}
