import type { Effort, Payer } from '../../../shared/models/model-choice.ts'
import type { KeyedModel, UsableModel } from './usable-model.ts'

/** The model that answers a question, who pays for it, and how it is asked. */
export interface Chosen {
  /** With whose key and under which caps, if it is one of an own key. */
  model: UsableModel | KeyedModel
  payer: Payer
  keyId: string | null
  /** Null is the place's setting. */
  settings: ModelSettings
}

interface ModelSettings {
  temperature: number | null
  /** The reply's length in tokens; what a model thinks comes on top. */
  maxTokens: number | null
  effort: Effort | null
}

export const STANDARD_SETTINGS: ModelSettings = { temperature: null, maxTokens: null, effort: null }

export function keyedOf({ model }: Chosen): KeyedModel | null {
  return 'keyId' in model ? model : null
}
