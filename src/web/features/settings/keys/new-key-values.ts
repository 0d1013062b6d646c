import { type NewApiKey, newApiKeySchema } from '../../../../shared/doors/api-keys.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'
import { uuidIn } from '../../../lib/uuid-in.ts'
import * as texts from '../texts.tsx'

interface NewKeyValues {
  name: string
  /** A link or an id of an agent; empty for all. */
  agentId: string
  /** Days until it expires; empty for never. */
  days: '' | '7' | '30' | '90' | '365'
  /** Empty for no limit. */
  wordsADay: string
}

export const emptyKey: NewKeyValues = { name: '', agentId: '', days: '', wordsADay: '' }

export const newKeyFields = ['name', 'agentId', 'wordsADay'] as const

const DAY_MS = 24 * 3_600_000

/** Makes the request of what was typed. An agent is found in a link; what is no number is left to the check. */
export function newKeyOf({ name, agentId, days, wordsADay }: NewKeyValues, now: Date): NewApiKey {
  const agent = agentId.trim()
  const words = wordsADay.replace(/[\s,.]/g, '')
  return {
    name,
    agentId: agent === '' ? null : (uuidIn(agent) ?? agent),
    wordsADay: words === '' ? null : Number(words),
    expiresAt: days === '' ? null : new Date(now.getTime() + Number(days) * DAY_MS).toISOString(),
  }
}

export function checkNewKey(values: NewKeyValues): FieldErrors<(typeof newKeyFields)[number]> {
  const errors = schemaErrors(newApiKeySchema.safeParse(newKeyOf(values, new Date())))
  return errors.agentId === undefined ? errors : { ...errors, agentId: texts.newKeyAgentError }
}
