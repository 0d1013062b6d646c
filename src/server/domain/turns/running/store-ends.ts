import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from '../../../../shared/chat/messages.ts'
import { toPlainText } from '../../../../shared/text/plain-text.ts'
import type { Logger } from '../../../base/log.ts'
import { isDataException } from '../../../db/rows.ts'
import type { EndedReply, ReplyPlace } from '../../../db/turns/running-turns.ts'
import type { ReplyStore } from './reply-store.ts'

/** Milliseconds before each retry while followers wait for the end. */
const SOON_MS = [50, 150, 400, 1_000, 2_000]

/** Milliseconds between later retries. */
const LATER_MS = 5_000

/** The same reply with nothing in it that the database does not take; its places stay the same. */
const inPlainText = (reply: Reply): Reply =>
  JSON.parse(JSON.stringify(reply), (_, value) => (typeof value === 'string' ? toPlainText(value) : value))

/**
 * Resolves to `unstored` after several refusals, and retries while the server runs and there is such a reply.
 * @param options.onStored is called as soon as a reply is no longer stored as running
 */
export function createEndStore(options: {
  store: Pick<ReplyStore, 'storeEnd'>
  onStored: (place: ReplyPlace) => void
  log: Logger
  /** Aborted when nothing more can be stored. */
  closed: AbortSignal
  /** In milliseconds, before each retry while followers wait, and between later ones. */
  pauses?: { soon: readonly number[]; later: number }
}): (place: ReplyPlace, reply: Reply) => Promise<EndedReply | null | 'unstored'> {
  const { onStored, log, closed, pauses = { soon: SOON_MS, later: LATER_MS } } = options

  async function store(place: ReplyPlace, reply: Reply): Promise<EndedReply | null> {
    let stored = await options.store.storeEnd(place, reply)
    // Another server deleted the row concurrently, which this statement could not see.
    if (stored?.state === 'running') stored = await options.store.storeEnd(place, reply)
    onStored(place)
    return stored
  }

  async function storeLater(place: ReplyPlace, given: Reply) {
    let reply = given
    while (!closed.aborted) {
      await wait(pauses.later, undefined, { ref: false, signal: closed }).catch(() => {})
      if (closed.aborted) break
      try {
        await store(place, reply)
        return
      } catch (refusal) {
        if (isDataException(refusal)) reply = inPlainText(given)
      }
    }
    log.error({ replyId: place.replyId }, 'the end of a reply is lost')
  }

  return async (place, given) => {
    let [reply, error]: [Reply, unknown] = [given, undefined]
    for (const pause of [0, ...pauses.soon]) {
      if (pause > 0) await wait(pause, undefined, { signal: closed }).catch(() => {})
      try {
        return await store(place, reply)
      } catch (refusal) {
        error = refusal
        if (isDataException(refusal)) reply = inPlainText(given)
      }
      if (closed.aborted) break
    }
    log.error({ err: error, replyId: place.replyId }, 'the end of a reply can not be stored yet')
    void storeLater(place, reply)
    return 'unstored'
  }
}
