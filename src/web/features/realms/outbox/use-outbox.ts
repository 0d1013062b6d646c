import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { newRealmMessageSchema } from '../../../../shared/realms/realm-messages.ts'
import { useApi } from '../../../lib/http/api.ts'
import type { RealmHere, Writing } from '../live/realm-room.ts'
import { nothingWritten } from './outbox.ts'
import { followOutbox, outboxOf } from './outboxes.ts'

/**
 * It lives as long as the page, so that waiting messages are sent from any screen.
 * @param self without one nothing is sent
 */
export function useOutbox(room: RealmHere, self: string | undefined): Writing {
  const api = useApi()
  const client = useQueryClient()
  const { realm, messages } = room
  const { id: realmId } = realm
  const [subscribe, getView] = useMemo(
    () => [
      (listener: () => void) => followOutbox(client, api, realmId, listener),
      () => outboxOf(client, api, realmId).getView(),
    ],
    [client, api, realmId],
  )
  const { draft, replyTo, sending } = useSyncExternalStore(subscribe, getView, () => nothingWritten)
  useEffect(() => {
    const session = outboxOf(client, api, realmId)
    session.receive(messages)
    session.resume()
  }, [client, api, realmId, messages])
  const actions = useMemo(() => {
    const session = () => outboxOf(client, api, realmId)
    return {
      setDraft: (text: string) => session().setDraft(text),
      setReplyTo: (number: number | null) => session().setReplyTo(number),
      submit: () => {
        if (self !== undefined) session().submit(self)
      },
      takeBack: () => session().takeBack(),
    }
  }, [client, api, realmId, self])
  const own = sending.state === 'idle' || sending.state === 'failed' ? undefined : sending.message
  const fault =
    draft.trim() === ''
      ? undefined
      : newRealmMessageSchema.shape.content.safeParse(draft).error?.issues[0]?.message
  const underway = own && messages.some(({ id }) => id === own.id) ? undefined : own
  return { draft, replyTo, sending, underway, fault, ...actions }
}
