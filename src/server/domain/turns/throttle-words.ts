import type { SentReply } from './running/running-reply.ts'

/** A screen can't show more than this, in milliseconds. */
const EVERY_MS = 80

/** Says what is new at once, but not more often than every so many milliseconds, and nothing once it is over. */
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
