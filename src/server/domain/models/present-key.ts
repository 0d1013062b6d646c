import { modelRefSchema } from '../../../shared/models/model-choice.ts'
import type { ListedModel, ModelFacts } from '../../../shared/models/models.ts'
import type { OwnKey } from '../../../shared/models/own-keys.ts'
import type { ModelKeyRow } from '../../db/models/model-keys.ts'
import { placeOfStored } from './key-place.ts'
import type { FoundModel } from './try-key.ts'

/** By the key's id; one that was not used today may be left out. */
export type SpentToday = ReadonlyMap<string, OwnKey['today']>

/** Of one key: some providers list everything that others have. */
const MOST_MODELS = 1_000

const refOf = (keyId: string, model: string) => `key:${keyId}/${model}`

export function presentKey(row: ModelKeyRow, spent: SpentToday): OwnKey {
  const { id, name, preset, ending, caps, createdAt, lastUsedAt } = row
  const { provider, isCustom } = placeOfStored(row)
  return {
    ...{ id, name, preset, provider, ending, caps },
    address: isCustom ? row.address : null,
    models: row.models.length,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    today: spent.get(id) ?? { words: 0, cents: null },
  }
}

/** What an export tells of keys: nothing of the keys themselves. */
export function namedKeys(rows: readonly ModelKeyRow[]) {
  return rows.map(({ name, preset, dialect, address, caps, createdAt, ...row }) => ({
    ...{ name, preset, dialect, address, caps },
    models: row.models.map(({ model }) => model),
    createdAt: createdAt.toISOString(),
  }))
}

/** What is kept of a provider's list, each model once, with what is assumed where the provider says nothing. */
export function storedModels(
  found: readonly FoundModel[],
  assumedOf: (model: string) => ModelFacts,
): ModelKeyRow['models'] {
  const byName = new Map(
    found
      .filter(({ model }) => modelRefSchema.safeParse(`any/${model}`).success)
      .slice(0, MOST_MODELS)
      .map(({ model, facts }) => [model, { model, ...assumedOf(model), ...facts }]),
  )
  return [...byName.values()]
}

/** Two keys of one provider are told apart by their names. */
export function listedOf(rows: readonly ModelKeyRow[]): ListedModel[] {
  const providers = rows.map((row) => placeOfStored(row).provider)
  return rows.flatMap((row, index) => {
    const own = providers[index] ?? ''
    const isOne = providers.filter((provider) => provider === own).length === 1
    const provider = isOne ? own : `${own}, ${row.name}`
    return row.models.map((model) => ({ ...model, provider, ref: refOf(row.id, model.model) }))
  })
}
