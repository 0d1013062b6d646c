import { useMemo, useState } from 'react'
import type { RealmAgent } from '../../../../shared/realms.ts'
import type { RealmHere } from '../live/realm-room.ts'
import type { MessageDeeds, Reader } from './message-deeds.ts'

/** Who reads a realm, as the same object while nothing changes that a message would show. */
export function useReader(options: {
  room: Pick<RealmHere, 'realm' | 'muted' | 'gone'>
  self: string | undefined
  deeds: MessageDeeds
  goTo: (number: number) => void
}): Reader {
  const { room, self, deeds, goTo } = options
  const { muted, gone } = room
  const leads = self !== undefined && self === room.realm.createdBy && !gone
  const agents = useRoster(room.realm.agents)
  return useMemo(
    () => ({ self, mayWrite: self !== undefined && !muted && !gone, leads, gone, agents, deeds, goTo }),
    [self, muted, gone, leads, agents, deeds, goTo],
  )
}

/** The realm is told anew at every turn of an agent; who its agents are changes seldom. */
function useRoster(agents: readonly RealmAgent[]): readonly RealmAgent[] {
  const [known, setKnown] = useState(agents)
  const same =
    known.length === agents.length &&
    known.every((one, index) => {
      const other = agents[index]
      return one.id === other?.id && one.name === other.name && one.imageUrl === other.imageUrl
    })
  if (same) return known
  setKnown(agents)
  return agents
}
