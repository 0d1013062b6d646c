import { setTimeout as wait } from 'node:timers/promises'
import { type ReplyPart, withParts } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import { logSeldom } from '../../../base/log-seldom.ts'
import type { Beat } from '../../../db/turns/running-turns.ts'
import { toStored } from '../../../db/turns/stored-parts.ts'
import { replyKey } from './reply-key.ts'
import type { ReplyStore } from './reply-store.ts'

/** Milliseconds between two looks. */
const EVERY_MS = 1_500

/** What was passed on is little more than what is stored: nobody waits longer for it, in milliseconds. */
const READ_MS = 1_000

/**
 * In so many looks, one after the other, the same sign of life must be the newest one: for longer than any living server
 * leaves between two, and once more after a time in which no server could give one. Clocks have no part in it.
 */
const LOOKS = 4

/**
 * Finds the replies whose server died, and ends them with the words that are known.
 * @param options.isAlive whether the reply of this key is received by this server
 */
export function reapDeadReplies(options: {
  store: Pick<ReplyStore, 'listBeats' | 'closeDead'>
  isAlive: (key: string) => boolean
  /** Everything that was passed on of the reply of this key, which may be more than what is stored. */
  readPassedOn?: ((key: string) => Promise<readonly ReplyPart[]>) | undefined
  log: Logger
  /** No other server can be alive on this database, so nobody has to be looked after. */
  alone?: boolean | undefined
  everyMs?: number | undefined
}): {
  /** Ends all that this server does not receive, where no other can. */
  closeAll(): Promise<void>
  stop(): void
} {
  const { store, isAlive, readPassedOn, log, alone = false, everyMs = EVERY_MS } = options
  const say = logSeldom()
  let seen = new Map<string, { beat: string; looks: number }>()
  let busy = false

  async function partsPassedOn(key: string): Promise<readonly ReplyPart[]> {
    if (!readPassedOn) return []
    const late = wait(READ_MS, [], { ref: false })
    return Promise.race([readPassedOn(key).catch(() => []), late])
  }

  async function close(dead: readonly Beat[]) {
    if (dead.length === 0) return
    const known = await Promise.all(
      dead.map(async (reply) => {
        const parts = await partsPassedOn(replyKey(reply))
        return { ...reply, ...toStored(withParts({ content: '' }, parts)) }
      }),
    )
    const closed = await store.closeDead(known)
    if (closed.length > 0) log.warn({ replies: closed }, 'replies of a server that died were ended')
  }

  const listForeign = async () => (await store.listBeats()).filter((reply) => !isAlive(replyKey(reply)))

  async function look() {
    const before = seen
    seen = new Map()
    const dead: Beat[] = []
    for (const reply of await listForeign()) {
      const last = before.get(replyKey(reply))
      const looks = last?.beat === reply.beat ? last.looks + 1 : 1
      seen.set(replyKey(reply), { beat: reply.beat, looks })
      if (looks >= LOOKS) dead.push(reply)
    }
    await close(dead)
  }

  async function lookIfFree() {
    if (busy) return
    busy = true
    await look().catch((error: unknown) =>
      say(log, 'warn', { err: error }, 'running replies can not be looked through'),
    )
    busy = false
  }
  const timer = alone ? undefined : setInterval(lookIfFree, everyMs).unref()

  return {
    closeAll: async () => close(await listForeign()),
    stop: () => clearInterval(timer),
  }
}
