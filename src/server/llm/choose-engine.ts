import type { Engine } from '../../shared/chat/chat.ts'
import type { Logger } from '../base/log.ts'
import { discoverLocalModel, type LocalServer, usualLocalServers } from './discover.ts'
import { createOfflineEngine } from './offline/offline.ts'
import { createOpenAiProvider } from './openai.ts'
import type { ModelProvider } from './provider.ts'

/** The engine that answers until the server ends, and its description for screens. */
export interface ChatEngine {
  engine: Engine
  ask: ModelProvider
}

/**
 * Decision 18: uses the provider that the environment names, else a model server on this machine, else the offline
 * engine. It looks once: a model server that starts later is found at the next start.
 */
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
