import { partsOf, storedTextsOf } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { closeDead, storeEnd, storeForgotten } from '../../db/conversations/replies.ts'
import { type ReplyPlace, runningIn } from '../../db/turns/running-turns.ts'
import { toStored } from '../../db/turns/stored-parts.ts'
import { bytesOf } from '../quotas/quotas.ts'
import { hasOpenCalls } from '../tools/patched-parts.ts'
import type { ToolDecisions } from '../tools/tool-decisions.ts'
import type { ReplyStore } from '../turns/running/reply-store.ts'

/** Where the replies of conversations are stored. @param onEnded is called with the size in bytes of a reply whose end is stored */
export function conversationReplyStore(
  { db, server, decisions }: { db: Db; server: string; decisions: ToolDecisions | undefined },
  onEnded: (place: ReplyPlace, bytes: number) => void,
): ReplyStore {
  return {
    ...runningIn(db, 'conversation'),
    async storeEnd(place, reply) {
      const { state, cutShort, forgotten, repliedAt } = reply
      const end = { ...toStored(reply), state, cutShort, forgotten, repliedAt, trouble: null, said: null }
      const ended = await storeEnd(db, server, place, end)
      if (ended && ended.state !== 'running') onEnded(place, bytesOf(...storedTextsOf(partsOf(reply))))
      // Somebody stopped it while a call of it waited or was sent already.
      if (ended?.state === 'stopped' && hasOpenCalls(partsOf(reply)))
        await decisions?.ended({
          ...{ scope: 'conversation', scopeId: place.conversationId, replyId: place.replyId },
        })
      return ended
    },
    async closeDead(dead) {
      const closed = await closeDead(db, dead)
      if (closed.length === 0 || !decisions) return closed
      await decisions.giveUpSent(0)
      const ended = dead.filter(({ replyId }) => closed.includes(replyId))
      for (const { conversationId: scopeId, replyId } of ended)
        await decisions.showCalls({ scope: 'conversation', scopeId, replyId })
      await decisions.recover()
      return closed
    },
  }
}

/** The number is known only after the reply was stored as running. The stored end contains it again. */
export function rememberForgotten(
  { db, log }: { db: Db; log: Logger },
  place: ReplyPlace,
  forgotten: number,
): void {
  storeForgotten(db, place, forgotten).catch((error: unknown) =>
    log.warn({ err: error }, 'what a reply does not remember can not be stored yet'),
  )
}
