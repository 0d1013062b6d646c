import type { SentReply } from './running/running-reply.ts'

/** In milliseconds; more frequent updates would not be visible. */
const EVERY_MS = 80

/** Calls `say` at once, but at most once per interval, and no more once it is over. */
export function throttle(say: () => void): SentReply {
  let timer: NodeJS.Timeout | undefined
  let isNew = false

  function sayNow() {
    say()
    isNew = false
    timer = setTimeout(() => {
      timer = undefined
      if (isNew) sayNow()
    }, EVERY_MS)
  }

  return {
    changed() {
      isNew = true
      if (!timer) sayNow()
    },
    over() {
      clearTimeout(timer)
      isNew = false
    },
  }
}
