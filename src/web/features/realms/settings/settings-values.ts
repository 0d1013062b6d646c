import { limits } from '../../../../shared/common/limits.ts'
import { type RealmChanges, realmChangesSchema } from '../../../../shared/realms/realm-changes.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { type FieldErrors, schemaErrors } from '../../../blocks/form/field-errors.ts'

/** Caps are strings as typed. */
interface SettingsValues {
  name: string
  description: string
  unlisted: boolean
  policy: RealmDetail['policy']
  agentTurns: string
  agentWords: string
  slowSeconds: string
  /** One on each line. */
  heldWords: string
}

export const settingsFields = [
  'name',
  'description',
  'unlisted',
  'policy',
  'agentTurns',
  'agentWords',
  'slowSeconds',
  'heldWords',
] as const

export function settingsOf(realm: RealmDetail, heldWords: readonly string[] = []): SettingsValues {
  const { name, description, unlisted, policy, agentTurns, agentWords } = realm
  return {
    name,
    description,
    unlisted,
    policy,
    agentTurns: String(agentTurns),
    agentWords: String(agentWords),
    slowSeconds: String(realm.slowSeconds),
    heldWords: heldWords.join('\n'),
  }
}

/** Empty if nothing has changed. */
export function changesBetween(before: SettingsValues, now: SettingsValues): RealmChanges {
  const changes: RealmChanges = {}
  if (now.name.trim() !== before.name) changes.name = now.name.trim()
  if (now.description.trim() !== before.description) changes.description = now.description.trim()
  if (now.unlisted !== before.unlisted) changes.unlisted = now.unlisted
  if (now.policy !== before.policy) changes.policy = now.policy
  if (now.agentTurns.trim() !== before.agentTurns) changes.agentTurns = wholeNumber(now.agentTurns)
  if (now.agentWords.trim() !== before.agentWords) changes.agentWords = wholeNumber(now.agentWords)
  if (now.slowSeconds !== before.slowSeconds) changes.slowSeconds = wholeNumber(now.slowSeconds)
  const words = linesOf(now.heldWords)
  if (words.join('\n') !== linesOf(before.heldWords).join('\n')) changes.heldWords = words
  return changes
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

/** Parses a number, which may have thousands separators as the page shows them. NaN is refused by the schema. */
function wholeNumber(text: string): number {
  const digits = text.trim().replaceAll(',', '')
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** Empty if the changes can be sent. */
export function checkSettings(changes: RealmChanges): FieldErrors<keyof SettingsValues> {
  if (Object.keys(changes).length === 0) return {}
  return schemaErrors(realmChangesSchema.safeParse(changes))
}

export const maxLengths = { name: limits.realmName, description: limits.realmDescription }
