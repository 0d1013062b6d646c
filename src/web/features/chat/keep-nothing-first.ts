import { checkedBy, thisBrowser } from '../../blocks/saved-draft/persisted.ts'
import { sharedValue } from '../../blocks/saved-draft/shared-value.ts'

/** Of this browser. */
export const keepNothingFirst = sharedValue(
  'keepNothing',
  checkedBy((value) => value === 'on'),
  thisBrowser,
)
