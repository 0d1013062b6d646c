import type { SomeModels } from '../src/server/domain/models/choose-model.ts'
import type { KeyedModel, UsableModel } from '../src/server/domain/models/usable-model.ts'
import type { ModelEvent, ModelRequest } from '../src/server/llm/provider.ts'
import { partsOfRef } from '../src/shared/models/model-choice.ts'
import type { ListedModel, ModelFacts } from '../src/shared/models/models.ts'

const plainFacts: ModelFacts = { windowTokens: 8_192, sees: false, tools: null, reasons: null, prices: null }

/** Models of a place and of own keys in memory, which say their own name by default. What is in the maps can change at any time. */
export function someModels({
  standard = 'home/plain',
  place = [standard],
  keys = {},
  keysProvider = 'Own',
  facts = plainFacts,
  says = (model) => [
    { type: 'words', text: `I am ${model}.` },
    { type: 'end', reason: 'stop' },
  ],
}: {
  standard?: string
  place?: readonly string[]
  /** Whose they are, by their ids. */
  keys?: Record<string, string>
  /** Whose models those of keys are. */
  keysProvider?: string
  facts?: ModelFacts
  says?: (model: string) => readonly ModelEvent[]
} = {}) {
  const offered = new Set(place)
  const owners = new Map(Object.entries(keys))
  /** What was asked, oldest first. */
  const asked: { ref: string; request: ModelRequest }[] = []

  function model(ref: string): UsableModel {
    const { model, provider } = partsOfRef(ref)
    return {
      ...{ ref, model, facts },
      provider: provider ?? keysProvider,
      engine: { kind: 'provider', model },
      async *ask(request) {
        asked.push({ ref, request })
        yield* says(model)
      },
    }
  }
  const listed = (ref: string): ListedModel => {
    const { provider, model: name } = model(ref)
    return { ref, provider, model: name, ...facts }
  }
  const models: SomeModels = {
    place: {
      standard: () => model(standard),
      find: (ref) => (offered.has(ref) ? model(ref) : null),
      list: async () => [...offered].map(listed),
      circuits: () => [],
      close: () => {},
    },
    keyed: {
      async find(wallet, ref): Promise<KeyedModel | null> {
        const { keyId } = partsOfRef(ref)
        if (keyId === null || owners.get(keyId) !== wallet) return null
        return { ...model(ref), keyId, wallet, caps: { words: null, cents: null, wordsEach: null } }
      },
      list: async (wallet) =>
        [...owners].flatMap(([id, owner]) => (owner === wallet ? [listed(`key:${id}/mine`)] : [])),
    },
  }
  return { models, offered, owners, asked }
}
