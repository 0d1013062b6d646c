import { checkedBy, persistedById, thisTab } from '../blocks/saved-draft/persisted.ts'
import { isServed } from '../lib/http/reachability.ts'
import { browserReconnecting } from '../lib/http/reconnecting.ts'
import type { CodePage } from '../lib/router/load-again.ts'

/** Whether the page was reloaded because of missing code; false where the tab's storage is not available. */
const madeAnew = persistedById(
  'made-anew-for-code',
  checkedBy((value) => value === true),
  { ...thisTab, most: 1 },
)

export const codePage: CodePage = {
  time: browserReconnecting,
  isServed: () => isServed(),
  wasMadeAnew: {
    get: () => madeAnew.recall('page') === true,
    set: (made) => madeAnew.remember('page', made || null),
  },
  makeAnew: () => window.location.reload(),
}
