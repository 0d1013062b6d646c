import type { Engine } from '../../shared/chat/chat.ts'
import type { Logger } from '../base/log.ts'
import { discoverLocalModel, type LocalServer, usualLocalServers } from './discover.ts'
import { createOfflineEngine } from './offline/offline.ts'
import { createOpenAiProvider } from './openai.ts'
import type { ModelProvider } from './provider.ts'

export interface ChatEngine {
  engine: Engine
  ask: ModelProvider
}

/** Decision 18: the environment's provider, else a local model server, else the offline engine; it looks once. */
export async function chooseEngine(
  env: {
    OPENAI_API_KEY?: string | undefined
    OPENAI_BASE_URL?: string | undefined
    CHAT_MODEL: string
    VISION_MODELS?: readonly string[] | undefined
  },
  options: { localServers?: readonly LocalServer[]; log?: Logger } = {},
): Promise<ChatEngine> {
  const { log } = options
  const {
    OPENAI_API_KEY: apiKey,
    OPENAI_BASE_URL: baseUrl,
    CHAT_MODEL: model,
    VISION_MODELS: visionModels,
  } = env
  if (apiKey !== undefined || baseUrl !== undefined)
    return {
      engine: { kind: 'provider', model },
      ask: createOpenAiProvider({ model, baseUrl, apiKey, visionModels, log }),
    }
  const local = await discoverLocalModel(options.localServers ?? usualLocalServers, model)
  if (local)
    return {
      engine: { kind: 'local', server: local.server, model: local.model },
      ask: createOpenAiProvider({ model: local.model, baseUrl: local.baseUrl, visionModels, log }),
    }
  return { engine: { kind: 'offline' }, ask: createOfflineEngine() }
}
