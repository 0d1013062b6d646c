import type { Ground, NewAction, SuspensionScope } from '../../../../shared/trust/desk.ts'
import { suspensionScopes } from '../../../../shared/trust/desk.ts'
import type { OfferedAction } from './offered-actions.ts'

/** What an operator chooses and types; texts, so that it can be kept as it is. */
export interface ActionValues {
  ground: Ground | ''
  words: string
  scope: SuspensionScope
  /** `none` for no end. */
  days: string
}

export const actionFields = ['scope', 'days', 'ground', 'words'] as const

/** What closes a case without a finding, or takes one back, has its ground by itself. */
export const groundOf: Partial<Record<OfferedAction, Ground>> = {
  nothing: 'mistake',
  put_back: 'mistake',
  lift: 'mistake',
}

export function emptyValues(suggested: Ground | ''): ActionValues {
  return { ground: suggested, words: '', scope: 'speaking', days: '7' }
}

/** The body of the request, as yet unchecked: a form that was not filled in makes one that the schema refuses. */
export function toAction(action: OfferedAction, values: ActionValues, wallet: string | undefined): NewAction {
  const said = { ground: (groundOf[action] ?? values.ground) as Ground, words: values.words.trim() }
  switch (action) {
    case 'suspend': {
      const days = values.days === 'none' ? null : Number(values.days)
      return { action, wallet: wallet ?? '', scope: values.scope, days, ...said }
    }
    case 'lift':
    case 'revoke_keys':
      return { action, wallet: wallet ?? '', ...said }
    default:
      return { action, ...said }
  }
}

/** What a tab kept; an older page may have kept anything. */
export function isActionValues(value: unknown): value is ActionValues {
  const { ground, words, scope, days } = (value ?? {}) as Partial<Record<keyof ActionValues, unknown>>
  return (
    [ground, words, days].every((text) => typeof text === 'string') &&
    suspensionScopes.some((one) => one === scope)
  )
}
