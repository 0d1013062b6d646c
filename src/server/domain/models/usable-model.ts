import type { Engine } from '../../../shared/chat/chat.ts'
import type { ModelRef } from '../../../shared/models/model-choice.ts'
import type { ListedModel, ModelFacts } from '../../../shared/models/models.ts'
import type { KeyCaps } from '../../../shared/models/own-keys.ts'
import type { ModelProvider } from '../../llm/provider.ts'

/** A model that can be asked now. */
export interface UsableModel {
  /** Null for the offline engine. */
  ref: ModelRef | null
  engine: Engine
  /** The provider's name as people read it. */
  provider: string
  model: string
  facts: ModelFacts
  ask: ModelProvider
}

/** The models of this place, as whoever runs it configured them. */
export interface PlaceModels {
  /** What answers where nothing is chosen: without any model the offline engine. */
  standard(): UsableModel
  /** Null if the place has no such model now. */
  find(ref: ModelRef): UsableModel | null
  /** In a fixed order. It does not wait for a provider that does not answer. */
  list(): Promise<ListedModel[]>
  /** Of each model that was asked, whether it is asked further. */
  circuits(): SeenCircuit[]
  close(): void
}

/** Open: the model failed so often that it is not asked where another one can answer; half-open: one request tries it. */
export type CircuitState = 'closed' | 'half-open' | 'open'

export interface SeenCircuit {
  /** The provider's id. */
  provider: string
  model: string
  state: CircuitState
  /** How often it has opened. */
  opened: number
}

export interface KeyedModel extends UsableModel {
  keyId: string
  /** Whose key it is. */
  wallet: string
  caps: KeyCaps
}

/** The models of people's own keys. */
export interface KeyedModels {
  /** Null if this wallet has no such key; a model that the key's provider never listed is asked all the same. */
  find(wallet: string, ref: ModelRef): Promise<KeyedModel | null>
  list(wallet: string): Promise<ListedModel[]>
}
