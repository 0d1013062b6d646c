import { partsOfRef } from '../../../shared/models/model-ref.ts'
import type { ListedModel } from '../../../shared/models/models.ts'
import * as texts from './texts.ts'

/** The model's own name, from what is known of a choice without asking the server. */
export const modelNameOf = (ref: string): string => partsOfRef(ref).model

export const isOwnKey = (ref: string): boolean => partsOfRef(ref).keyId !== null

/** What is worth knowing of a model before it is chosen, in a few words each. */
export function factsOf({ windowTokens, sees, reasons, prices }: ListedModel): string[] {
  return [
    texts.remembers(shortNumber(windowTokens)),
    ...(sees ? [texts.sees] : []),
    ...(reasons ? [texts.reasons] : []),
    ...(prices ? [texts.costs(dollars(prices.input), dollars(prices.output))] : []),
  ]
}

/** 8,192 as 8K, 1,047,576 as 1M. */
export function shortNumber(count: number): string {
  if (count >= 1_000_000) return `${Math.round(count / 100_000) / 10}M`
  return count >= 1_000 ? `${Math.round(count / 1_000)}K` : String(count)
}

const dollars = (price: number) =>
  `$${price.toLocaleString('en-US', { minimumFractionDigits: price % 1 === 0 ? 0 : 2, maximumFractionDigits: 3 })}`

/** Keeps the models that have each of the words in their name or their provider's. */
export function matching(models: readonly ListedModel[], search: string): ListedModel[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return models.filter(({ model, provider }) => {
    const name = `${provider} ${model}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
}
