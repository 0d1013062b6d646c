import { createModel } from '../../llm/asking/create-model.ts'
import { type FoundModel, listModels } from '../../llm/asking/list-models.ts'
import type { ModelAddress, ProviderAddress } from '../../llm/model-address.ts'
import type { ModelProvider } from '../../llm/provider.ts'

export type { FoundModel }

/** How models at any address are asked and listed, in the dialect that the address names. Tests give others. */
export interface ModelProtocols {
  createModel(address: ModelAddress): ModelProvider
  /** Rejects if the provider does not list any. */
  listModels(address: ProviderAddress, signal: AbortSignal): Promise<FoundModel[]>
}

export const modelProtocols: ModelProtocols = { createModel: (address) => createModel(address), listModels }
