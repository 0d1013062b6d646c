import { ownKeyLimits } from '../../../shared/models/own-keys.ts'
import { Failure } from '../failure.ts'
import type { KeyPlace } from './key-place.ts'
import type { KeyFault } from './try-key.ts'

/** What a fault means to whoever typed the key, at the field that has to be changed. */
export function faultAtField(fault: KeyFault, { isCustom, provider }: KeyPlace): Failure {
  const at = (field: 'key' | 'address', message: string) =>
    new Failure('validation_failed', message, { errors: { [isCustom ? field : 'key']: message } })
  switch (fault) {
    case 'refused':
      return at(
        'key',
        `${provider} did not accept this key. Check that you copied all of it and that it is still active.`,
      )
    case 'unpaid':
      return at('key', `${provider} knows this key, but its account has no credit left.`)
    case 'unreachable':
      return at(
        'address',
        isCustom
          ? `${provider} can’t be reached. Check the address.`
          : `${provider} can’t be reached right now. Try again in a moment.`,
      )
    case 'not_public':
      return at(
        'address',
        'This address can’t be used here. It has to be on the public internet and start with https://, without a port.',
      )
    case 'itself':
      return at(
        'address',
        'This address leads back to Bionic. An agent can’t be the model of an agent, since they could ask each other for ever.',
      )
    case 'no_model_server':
      return at(
        'address',
        isCustom
          ? `${provider} answers, but not as a model server. Check the end of the address, such as /v1, and the protocol.`
          : `${provider} gave an answer that makes no sense here. Try again later.`,
      )
    case 'leads_on':
      return at('address', 'This address leads on to another one. Enter the one it leads to.')
    case 'slow':
      return at('address', `${provider} took too long to answer. Try again.`)
    case 'busy':
      return at('key', `${provider} is too busy to check this key right now. Try again in a moment.`)
    default:
      return fault satisfies never
  }
}

export const tooManyKeys = () =>
  new Failure(
    'quota_reached',
    `You can have ${ownKeyLimits.keys} keys for models. Remove one that you don’t use any more.`,
  )

export function noSuchKey(): never {
  throw new Failure('not_found', 'There is no such key. It may already be removed.')
}

/** Its secret is not there any more, or the row was changed. */
export const lockedKey = () =>
  new Failure('conflict', 'This server can’t read this key any more. Remove it and add it again.')
