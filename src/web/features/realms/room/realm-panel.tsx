import type { ReactNode } from 'react'
import type { RealmHere } from '../live/realm-room.ts'
import { About } from './about.tsx'
import { Agents } from './agents.tsx'
import type { ChooseAgent } from './invite-button.tsx'
import { People } from './people.tsx'
import type { Standing } from './standing.ts'
import { Turns } from './turns.tsx'
import type { Mutes } from './use-mutes.ts'

export interface RealmPanelProps {
  room: RealmHere
  standing: Standing
  mutes: Mutes
  /** Whether the realm is heard, so that who is here is known. */
  heard: boolean
  chooseAgent: ChooseAgent
  /** What the engine that answers for the agents says about itself. */
  engineNote: ReactNode
  /** Nothing where the reader can't write. */
  onMention: ((name: string) => void) | undefined
}

/** Who and what is in the realm, beside its messages. Fills what it is put into. */
export function RealmPanel(props: RealmPanelProps) {
  const { room, standing } = props
  return (
    <>
      <People
        realm={room.realm}
        presence={room.presence}
        typing={room.typing}
        gone={room.gone}
        standing={standing}
        mutes={props.mutes}
        heard={props.heard}
      />
      <Agents
        room={room}
        standing={standing}
        chooseAgent={props.chooseAgent}
        engineNote={props.engineNote}
        onMention={props.onMention}
      />
      <Turns realm={room.realm} />
      <About realm={room.realm} standing={standing} gone={room.gone} />
    </>
  )
}
