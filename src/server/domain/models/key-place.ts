import {
  CUSTOM_PRESET,
  type Dialect,
  enterModelAddress,
  type NewOwnKey,
} from '../../../shared/models/own-keys.ts'
import { Failure } from '../failure.ts'
import { presetOf } from './presets.ts'

/** Where the models of a key are. */
export interface KeyPlace {
  dialect: Dialect
  address: string
  /** The provider's name as people read it. */
  provider: string
  isCustom: boolean
}

/** Ends of addresses that people copy along. */
const pathOfRequests = /\/(chat\/completions|completions|responses|messages|models)$/

/** @throws {Failure} `validation_failed` at the fields that say it */
export function placeOf(wanted: Pick<NewOwnKey, 'preset' | 'dialect' | 'address'>): KeyPlace {
  if (wanted.preset !== CUSTOM_PRESET) {
    const preset = presetOf(wanted.preset)
    if (!preset) throw wrong('preset', 'Choose a provider.')
    return { dialect: preset.dialect, address: preset.baseUrl, provider: preset.name, isCustom: false }
  }
  const url = URL.parse(wanted.address ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong('address', enterModelAddress)
  if (url.username !== '' || url.password !== '')
    throw wrong('address', 'An address with a password can’t be used. Put the key into its own field.')
  if (url.search !== '' || url.hash !== '')
    throw wrong('address', 'Leave out what comes after ? or # in the address.')
  const path = url.pathname.replace(/\/+$/, '').replace(pathOfRequests, '')
  const address = url.origin + path
  return { dialect: wanted.dialect ?? 'chat', address, provider: url.host, isCustom: true }
}

export function placeOfStored(stored: { preset: string; dialect: Dialect; address: string }): KeyPlace {
  const isCustom = stored.preset === CUSTOM_PRESET
  const name = isCustom ? undefined : presetOf(stored.preset)?.name
  const provider = name ?? new URL(stored.address).host
  return { dialect: stored.dialect, address: stored.address, provider, isCustom }
}

const wrong = (field: string, message: string) =>
  new Failure('validation_failed', message, { errors: { [field]: message } })
