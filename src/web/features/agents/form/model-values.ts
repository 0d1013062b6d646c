import type { ModelChoice } from '../../../../shared/models/model-choice.ts'
import { partsOfRef } from '../../../../shared/models/model-ref.ts'
import * as texts from './texts.ts'

export const noChoice: ModelChoice = { ref: null, temperature: null, length: null, effort: null }

/** Empty for the place's model and settings, however that is said. */
export function typedChoice(choice: ModelChoice | null): string {
  const { ref, temperature, length, effort } = choice ?? noChoice
  const isNone = [ref, temperature, length, effort].every((value) => value === null)
  return isNone ? '' : JSON.stringify({ ref, temperature, length, effort })
}

/** Of what `typedChoice` made; a draft of an earlier page has none. */
export function choiceOf(typed: string | undefined): ModelChoice | null {
  return !typed ? null : (JSON.parse(typed) as ModelChoice)
}

/** A choice in one line. */
export function choiceWords(choice: ModelChoice | null): string {
  const { ref, temperature, length, effort } = choice ?? noChoice
  const words = [
    ref === null ? texts.modelOfPlace : partsOfRef(ref).model,
    temperature !== null && texts.temperatureIs(temperature),
    length !== null && texts.lengthIs(length.toLocaleString('en-US')),
    effort !== null && texts.effortIs(texts.effortNames[effort].toLowerCase()),
  ]
  return words.filter((word) => word !== false).join(' · ')
}
