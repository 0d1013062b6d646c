import * as z from 'zod/mini'
import { efforts, partsOfRef, replyLengths } from './model-ref.ts'

export {
  type Effort,
  type Payer,
  partsOfRef,
  payers,
  replyLengths,
} from './model-ref.ts'

/**
 * Names a model: `provider/model` is one of this place, `key:<id of an own key>/model` one of somebody's own key. The
 * model's own name may contain slashes and colons.
 */
const REF =
  /^(?:[a-z0-9][a-z0-9._-]{0,39}|key:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[\x21-\x7e]{1,200}$/

export const modelRefSchema = z.string('Choose a model.').check(z.regex(REF, 'There is no such model.'))
export type ModelRef = z.infer<typeof modelRefSchema>

/** What an owner says about the model of an agent; null is "as the place has it". */
export const modelChoiceSchema = z.strictObject({
  ref: z.nullable(modelRefSchema),
  temperature: z.nullable(
    z
      .number('The temperature is a number.')
      .check(z.gte(0, 'The temperature is at least 0.'), z.lte(2, 'The temperature is at most 2.')),
  ),
  length: z.nullable(
    z
      .int('The length is a whole number of tokens.')
      .check(
        z.gte(replyLengths.min, `The length is at least ${replyLengths.min} tokens.`),
        z.lte(replyLengths.max, `The length is at most ${replyLengths.max.toLocaleString('en-US')} tokens.`),
      ),
  ),
  effort: z.nullable(z.enum(efforts, 'Choose none, low, medium or high.')),
})
export type ModelChoice = z.infer<typeof modelChoiceSchema>

/** What others than its owner may know of a choice: nothing of an own key. */
export function shownChoice(choice: ModelChoice | null): ModelChoice | null {
  const isOwnKey = choice?.ref != null && partsOfRef(choice.ref).keyId !== null
  return isOwnKey ? { ...choice, ref: null } : choice
}
