import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { offerMessages } from '../../../blocks/messages/go-to-message.ts'
import { afterRendering } from '../../../lib/after-rendering.ts'
import { useApi } from '../../../lib/http/api.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import type { TurnWindow } from '../scroll/use-turn-window.ts'
import { bringMessage } from './bring-message.ts'
import { EarlierRow } from './earlier-row.tsx'
import { findMessage } from './find-message.ts'
import { useMessageOfAddress } from './use-message-of-address.ts'

/** Pixels of a message that was gone to below the list's upper edge. */
const FOUND_AT = 72

/** Above the turns: loads those of before, finds the place again that was read last, and lets links go to a message. */
export default function LongTop(props: {
  session: ConversationSession
  earlier: number
  shown: TurnWindow & { list: RefObject<HTMLElement | null>; following: boolean }
}) {
  const { session, earlier, shown } = props
  const { list, farAbove } = shown
  const api = useApi()
  const client = useQueryClient()
  // React may render later than the next frame, and what is not rendered can't take the focus.
  const show = useEffectEvent((message: string) => flushSync(() => shown.goTo({ message, offset: FOUND_AT })))
  useEffect(
    () =>
      offerMessages((message) =>
        findMessage(message, { list, show, load: () => bringMessage(session, { api, client }, message) }),
      ),
    [list, session, api, client],
  )
  useMessageOfAddress(session)
  // Unless the reader has begun to read elsewhere meanwhile.
  const comeBack = useEffectEvent(() => farAbove && shown.following && shown.goTo(farAbove))
  useEffect(() => {
    if (!farAbove) return
    const come = async () => {
      if (await bringMessage(session, { api, client }, farAbove.message, { quietly: true }))
        await afterRendering(comeBack)
    }
    void come()
  }, [farAbove, session, api, client])
  if (earlier === 0) return null
  return (
    <EarlierRow
      session={session}
      list={list}
      earlier={earlier}
      hidden={shown.first}
      onShow={shown.showEarlier}
    />
  )
}
