import {
  CUSTOM_PRESET,
  type Dialect,
  type NewOwnKey,
  newOwnKeySchema,
} from '../../../shared/models/own-keys.ts'
import { type FieldErrors, schemaErrors } from '../../blocks/form/field-errors.ts'
import * as texts from './texts.ts'

interface NewModelKeyValues {
  /** A preset's id, or `custom`; empty until one is chosen. */
  preset: string
  address: string
  dialect: Dialect
  key: string
  name: string
}

export const emptyModelKey: NewModelKeyValues = {
  preset: '',
  address: '',
  dialect: 'chat',
  key: '',
  name: '',
}

/** In the order of the screen. */
export const modelKeyFields = ['preset', 'address', 'key', 'name'] as const

/** Makes the request of what was typed; a key without a name has its provider's. */
export function newModelKeyOf(values: NewModelKeyValues, id: string, providerName: string): NewOwnKey {
  const { preset, address, dialect, key } = values
  const name = values.name.trim() || providerName
  return { id, name, preset, key, ...(preset === CUSTOM_PRESET && { address, dialect }) }
}

export function checkModelKey(
  values: NewModelKeyValues,
  id: string,
  providerName: string,
): FieldErrors<(typeof modelKeyFields)[number]> {
  const errors = schemaErrors<(typeof modelKeyFields)[number]>(
    newOwnKeySchema.safeParse(newModelKeyOf(values, id, providerName)),
  )
  return values.preset === '' ? { ...errors, preset: texts.chooseProvider } : errors
}

/** What a key is called before somebody gives it a name. */
export function usualName(
  values: NewModelKeyValues,
  presets: readonly { id: string; name: string }[],
): string {
  const preset = presets.find(({ id }) => id === values.preset)
  return preset?.name ?? (URL.parse(values.address)?.host || texts.custom)
}
