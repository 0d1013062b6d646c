import { browserReconnecting } from '../lib/http/reconnecting.ts'
import type { CodePage } from '../lib/router/load-again.ts'

const KEY = 'made-anew-for-code'

/** This page in its browser, while code of it is missing. */
export const codePage: CodePage = {
  time: browserReconnecting,
  isServed: () =>
    fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  wasMadeAnew: {
    get() {
      try {
        return sessionStorage.getItem(KEY) !== null
      } catch {
        return false
      }
    },
    set(made) {
      try {
        if (made) sessionStorage.setItem(KEY, '1')
        else sessionStorage.removeItem(KEY)
      } catch {
        // What can't be remembered counts as not done.
      }
    },
  },
  makeAnew: () => window.location.reload(),
}
