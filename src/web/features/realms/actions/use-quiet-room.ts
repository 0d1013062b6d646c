import { useCallback, useMemo, useState } from 'react'
import { useBlocked } from '../../../blocks/people/blocked.ts'
import type { RealmHere } from '../live/realm-room.ts'
import type { Membership } from './membership.ts'
import { useHeld } from './use-held.ts'

/** What of a room its viewer hears, and whom its creator is deciding about. */
export function useQuietRoom(room: RealmHere, { creator, wallet }: Membership) {
  const { messages, typing } = room
  const blocked = useBlocked()
  useHeld(room.realm.id, wallet, messages)
  const heard = useMemo(
    () => messages.filter(({ withheld, author }) => !withheld && !blocked.has(author)),
    [messages, blocked],
  )
  const heardTyping = useMemo(() => typing.filter((who) => !blocked.has(who)), [typing, blocked])
  const [keptOut, setKeptOut] = useState<{ wallet: string; name: string }>()
  const keepOut = useMemo(
    () => (creator ? (who: string, name: string) => setKeptOut({ wallet: who, name }) : undefined),
    [creator],
  )
  const endKeepOut = useCallback(() => setKeptOut(undefined), [])
  return { blocked, heard, typing: heardTyping, keptOut, keepOut, endKeepOut }
}
