import type { Logger } from '../../../base/log.ts'
import { logThrottled } from '../../../base/log-throttled.ts'
import { replyKey } from './reply-key.ts'
import type { ReplyStore } from './reply-store.ts'
import type { RunningReply } from './running-reply.ts'

/** In milliseconds; a server that crashes loses no more than that. */
const EVERY_MS = 500

/** Stores all running texts at once: their heartbeat, which also tells what to stop and what another server ended. */
export function storeWordsRegularly(options: {
  store: Pick<ReplyStore, 'storeWords'>
  running: ReadonlyMap<string, RunningReply>
  log: Logger
  everyMs?: number | undefined
}): { begin(): void; stop(): void } {
  const { running, log, everyMs = EVERY_MS } = options
  const say = logThrottled()
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
