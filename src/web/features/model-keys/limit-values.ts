import { type KeyCaps, keyCapsSchema } from '../../../shared/models/own-keys.ts'
import { type FieldErrors, schemaErrors } from '../../blocks/form/field-errors.ts'
import * as texts from './texts.ts'

/** As people write them; empty for no limit. */
interface LimitValues {
  words: string
  dollars: string
  wordsEach: string
}

export const limitFields = ['words', 'dollars', 'wordsEach'] as const

export function limitsOf({ words, cents, wordsEach }: KeyCaps): LimitValues {
  return {
    words: words?.toLocaleString('en-US') ?? '',
    dollars: cents === null ? '' : (cents / 100).toFixed(2),
    wordsEach: wordsEach?.toLocaleString('en-US') ?? '',
  }
}

/** What is no number is left to the check. */
export function capsOf({ words, dollars, wordsEach }: LimitValues): KeyCaps {
  return { words: wholeNumber(words), cents: centsOf(dollars), wordsEach: wholeNumber(wordsEach) }
}

export function checkLimits(values: LimitValues): FieldErrors<(typeof limitFields)[number]> {
  const caps = capsOf(values)
  const { cents, ...errors } = schemaErrors<keyof KeyCaps>(keyCapsSchema.safeParse(caps))
  return {
    ...errors,
    ...(cents !== undefined && { dollars: texts.notMoney }),
    ...(Number.isNaN(caps.words) && { words: texts.notANumber }),
    ...(Number.isNaN(caps.wordsEach) && { wordsEach: texts.notANumber }),
  }
}

function wholeNumber(typed: string): number | null {
  const digits = typed.replace(/[\s,.]/g, '')
  return digits === '' ? null : Number(digits)
}

/** With a point or a comma before the cents, with or without a sign. */
function centsOf(typed: string): number | null {
  const amount = typed.replace(/[\s$]/g, '')
  if (amount === '') return null
  const [, whole, cents = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:[.,](\d{1,2}))?$/.exec(amount) ?? []
  if (whole === undefined && cents === '') return Number.NaN
  return Number((whole ?? '0').replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'))
}
