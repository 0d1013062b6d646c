import type { Logger } from '../base/log.ts'
import { createModel } from './asking/create-model.ts'
import { seesPictures } from './asking/pictures.ts'
import type { ModelProvider } from './provider.ts'

const OPENAI_ADDRESS = 'https://api.openai.com/v1'

export interface OpenAiOptions {
  model: string
  baseUrl?: string | undefined
  apiKey?: string | undefined
  /** The beginnings of names of models that see. */
  visionModels?: readonly string[] | undefined
  timeoutMs?: number
  /** For tests: resolves when what arrives has been collected for a moment. */
  pause?: () => Promise<undefined>
  log?: Logger | undefined
}

/** Chat completions exactly as the specification asks them (decision 18), of one configured address. */
export function createOpenAiProvider(options: OpenAiOptions): ModelProvider {
  const { model, baseUrl = OPENAI_ADDRESS, visionModels, pause, ...others } = options
  const facts = visionModels && { sees: seesPictures(model, visionModels) }
  return createModel(
    { ...others, dialect: 'chat', provider: 'openai', model, baseUrl, facts, asksUsage: false },
    pause,
  )
}
