import type { ModelPrices } from '../../../shared/models/models.ts'
import type { TokenUsage } from '../../llm/provider.ts'

/** Millionths of a US dollar. */
export const MICROS_A_CENT = 10_000

/** What tokens cost in millionths of a US dollar, which prices for a million tokens are for one. */
export function microsOf({ prompt, completion, cached = 0 }: TokenUsage, prices: ModelPrices): number {
  const { input, output, cachedInput = input } = prices
  const read = Math.min(cached, prompt)
  return Math.round((prompt - read) * input + read * cachedInput + completion * output)
}
