import { setTimeout as wait } from 'node:timers/promises'
import type { ReplyPart } from '../../../../shared/chat/part-kinds.ts'
import { revisionOf, withParts } from '../../../../shared/chat/parts.ts'
import type { Logger } from '../../../base/log.ts'
import { logThrottled } from '../../../base/log-throttled.ts'
import type { Heartbeat } from '../../../db/turns/running-turns.ts'
import { toStored } from '../../../db/turns/stored-parts.ts'
import { replyKey } from './reply-key.ts'
import type { ReplyStore } from './reply-store.ts'

const EVERY_MS = 1_500

/** In milliseconds. The relay has little more than what is stored, so a longer wait is not worth it. */
const READ_MS = 1_000

/**
 * So many polls must find the same newest heartbeat: longer than the interval of any live server, plus one poll after a
 * time in which none could send one. Clocks do not matter.
 */
const LOOKS = 4

/** Ends replies whose server crashed with the text that is known. */
export function reapDeadReplies(options: {
  store: Pick<ReplyStore, 'listHeartbeats' | 'closeDead'>
  isAlive: (key: string) => boolean
  /** Reads what the relay has of a reply, which may be more than what is stored. */
  readPassedOn?: ((key: string) => Promise<readonly ReplyPart[]>) | undefined
  log: Logger
  /** Whether no other server can use this database: then there is no polling. */
  alone?: boolean | undefined
  everyMs?: number | undefined
}): {
  /** Ends all replies that this server does not receive; only where no other server can run. */
  closeAll(): Promise<void>
  stop(): void
} {
  const { store, isAlive, readPassedOn, log, alone = false, everyMs = EVERY_MS } = options
  const say = logThrottled()
  let seen = new Map<string, { heartbeat: string; looks: number }>()
  let busy = false

  async function partsPassedOn(key: string): Promise<readonly ReplyPart[]> {
    if (!readPassedOn) return []
    const late = wait(READ_MS, [], { ref: false })
    return Promise.race([readPassedOn(key).catch(() => []), late])
  }

  async function close(dead: readonly Heartbeat[]) {
    if (dead.length === 0) return
    const known = await Promise.all(
      dead.map(async (reply) => {
        const parts = await partsPassedOn(replyKey(reply))
        return { ...reply, ...toStored(withParts({ content: '' }, parts)), revision: revisionOf(parts) }
      }),
    )
    const closed = await store.closeDead(known)
    if (closed.length > 0) log.warn({ replies: closed }, 'replies of a server that died were ended')
  }

  const listForeign = async () => (await store.listHeartbeats()).filter((reply) => !isAlive(replyKey(reply)))

  async function look() {
    const before = seen
    seen = new Map()
    const dead: Heartbeat[] = []
    for (const reply of await listForeign()) {
      const last = before.get(replyKey(reply))
      const looks = last?.heartbeat === reply.heartbeat ? last.looks + 1 : 1
      seen.set(replyKey(reply), { heartbeat: reply.heartbeat, looks })
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
