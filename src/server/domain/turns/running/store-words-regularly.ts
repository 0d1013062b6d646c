import type { Logger } from '../../../base/log.ts'
import { logSeldom } from '../../../base/log-seldom.ts'
import { replyKey } from './reply-key.ts'
import type { ReplyStore } from './reply-store.ts'
import type { RunningReply } from './running-reply.ts'

/** How often the words of running replies are stored, in milliseconds; more are not lost with a server that dies. */
const EVERY_MS = 500

/**
 * Stores what running replies have said, all of them in one statement, which is their sign of life as well, and hears
 * what the database says of them: that one is to be stopped, or that somebody else ended it.
 * @returns what to call when a reply begins; while none runs there is no timer
 */
export function storeWordsRegularly(options: {
  store: Pick<ReplyStore, 'storeWords'>
  /** By their key. */
  running: ReadonlyMap<string, RunningReply>
  log: Logger
  everyMs?: number | undefined
}): { begin(): void; stop(): void } {
  const { running, log, everyMs = EVERY_MS } = options
  const say = logSeldom()
  let timer: NodeJS.Timeout | undefined
  let busy = false

  async function store() {
    const said = [...running.values()].map((reply) => reply.unstored())
    const stored = await options.store.storeWords(said)
    const ours = new Map(stored.map((one) => [replyKey(one), one.stopWanted]))
    for (const words of said) {
      const reply = running.get(replyKey(words))
      const stopWanted = ours.get(replyKey(words))
      if (stopWanted !== undefined) reply?.stored(words)
      if (!reply || reply.ending() || stopWanted === false) continue
      if (stopWanted === undefined)
        log.warn({ replyId: words.replyId }, 'a running reply was ended by another server')
      reply.end(stopWanted ? 'stopped' : 'interrupted')
    }
  }

  async function tick() {
    if (running.size === 0) return stop()
    if (busy) return
    busy = true
    await store().catch((error: unknown) =>
      say(log, 'warn', { err: error }, 'the words of running replies can not be stored'),
    )
    busy = false
  }

  function stop() {
    clearInterval(timer)
    timer = undefined
  }

  return {
    begin() {
      timer ??= setInterval(tick, everyMs)
    },
    stop,
  }
}
