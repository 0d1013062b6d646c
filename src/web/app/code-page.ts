import { checkedBy, persistedById, thisTab } from '../blocks/saved-draft/persisted.ts'
import { browserReconnecting } from '../lib/http/reconnecting.ts'
import type { CodePage } from '../lib/router/load-again.ts'

/** What can't be remembered counts as not done. */
const madeAnew = persistedById(
  'made-anew-for-code',
  checkedBy((value) => value === true),
  { ...thisTab, most: 1 },
)

/** This page in its browser, while code of it is missing. */
export const codePage: CodePage = {
  time: browserReconnecting,
  isServed: () =>
    fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  wasMadeAnew: {
    get: () => madeAnew.recall('page') === true,
    set: (made) => madeAnew.remember('page', made || null),
  },
  makeAnew: () => window.location.reload(),
}
