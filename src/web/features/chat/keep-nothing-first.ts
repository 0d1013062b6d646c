import { checkedBy, thisBrowser } from '../../blocks/saved-draft/persisted.ts'
import { sharedValue } from '../../blocks/saved-draft/shared-value.ts'

/** The setting of this browser that new conversations are not stored by default. */
export const keepNothingFirst = sharedValue(
  'keepNothing',
  checkedBy((value) => value === 'on'),
  thisBrowser,
)
