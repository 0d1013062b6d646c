import { createOfflineEngine } from '../../../llm/offline/offline.ts'
import { DEFAULT_WINDOW_TOKENS } from '../known-models.ts'
import type { UsableModel } from '../usable-model.ts'

/** What answers without any model (decision 18). @param windowTokens the value of `CHAT_WINDOW_TOKENS` */
export function createOfflineModel(windowTokens = DEFAULT_WINDOW_TOKENS): UsableModel {
  return {
    ref: null,
    engine: { kind: 'offline' },
    provider: 'Bionic',
    model: 'offline',
    facts: { windowTokens, sees: false, tools: null, reasons: null, prices: null },
    ask: createOfflineEngine(),
  }
}
