import type { PlaceModels, UsableModel } from './usable-model.ts'

interface ModelHere {
  /** Null while there is none. */
  model(): UsableModel | null
}

/**
 * A place with the model that runs on its own machine besides: the last that can be chosen, and the standard where only
 * the offline engine would answer.
 * @param windowTokens the value of `CHAT_WINDOW_TOKENS`
 */
export function withModelHere(place: PlaceModels, here: ModelHere, windowTokens = Infinity): PlaceModels {
  const found = (): UsableModel | null => {
    const model = here.model()
    const { facts } = model ?? {}
    return model && facts
      ? { ...model, facts: { ...facts, windowTokens: Math.min(facts.windowTokens, windowTokens) } }
      : null
  }
  return {
    standard() {
      const standard = place.standard()
      return standard.engine.kind === 'offline' ? (found() ?? standard) : standard
    },
    find(ref) {
      const model = found()
      return place.find(ref) ?? (model?.ref === ref ? model : null)
    },
    async list() {
      const listed = await place.list()
      const model = found()
      if (model === null || model.ref === null) return listed
      const { ref, provider, facts } = model
      return [...listed, { ref, model: model.model, provider, ...facts }]
    },
    circuits: () => place.circuits(),
    close: () => place.close(),
  }
}
