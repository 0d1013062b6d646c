import { type ChooseModel, createChooseModel } from '../src/server/domain/models/choose-model.ts'
import { type Chosen, STANDARD_SETTINGS } from '../src/server/domain/models/chosen-model.ts'
import { factsOf } from '../src/server/domain/models/known-models.ts'
import type { PlaceModels } from '../src/server/domain/models/usable-model.ts'
import type { ChatEngine } from '../src/server/llm/choose-engine.ts'

/** A place with one model, or with the offline engine, which stays the same. @param windowTokens as `CHAT_WINDOW_TOKENS` */
export function fixedModels({ engine, ask }: ChatEngine, windowTokens?: number): PlaceModels {
  const model = engine.kind === 'offline' ? 'offline' : engine.model
  const isLocal = engine.kind !== 'provider'
  const facts = factsOf(model, {
    ...{ windowTokens, isLocal },
    visionModels: undefined,
    file: {},
    listed: {},
  })
  const ref = engine.kind === 'offline' ? null : `fixed/${model}`
  const usable = { ref, engine, provider: 'Fixed', model, facts, ask }
  return {
    standard: () => usable,
    find: (wanted) => (wanted === ref ? usable : null),
    list: async () => (ref === null ? [] : [{ ref, model, provider: 'Fixed', ...facts }]),
    circuits: () => [],
    close: () => {},
  }
}

/** What such a place answers a question with. */
export function fixedModel(chat: ChatEngine, windowTokens?: number): Chosen {
  const model = fixedModels(chat, windowTokens).standard()
  return { model, payer: 'place', keyId: null, settings: STANDARD_SETTINGS }
}

/** The same for every question. */
export function fixedChoice(chat: ChatEngine, windowTokens?: number): ChooseModel {
  const keyed = { find: async () => null, list: async () => [] }
  return createChooseModel({ place: fixedModels(chat, windowTokens), keyed })
}
