import { lazy, type ReactNode, Suspense } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { useZone } from '../../../blocks/messages/message-time.tsx'
import { MadeBy } from '../../../blocks/people/made-by.tsx'
import type { Membership } from '../actions/membership.ts'
import { capLines, policyLine } from '../actions/turn-words.ts'
import type { Mutes } from '../actions/use-mutes.ts'
import type { ChooseAgent } from '../invite/invite-button.tsx'
import type { RealmHere } from '../live/realm-room.ts'
import { Agents } from './agents.tsx'
import { PanelSection } from './panel-section.tsx'
import { People } from './people.tsx'

/** Whoever only looks has nothing to do with the realm as a whole. */
const RealmTools = lazy(() => import('./realm-tools.tsx'))

export interface RealmPanelProps {
  room: RealmHere
  membership: Membership
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
  const { room, membership } = props
  return (
    <>
      <People
        realm={room.realm}
        presence={room.presence}
        typing={room.typing}
        gone={room.gone}
        membership={membership}
        mutes={props.mutes}
        heard={props.heard}
      />
      <Agents
        room={room}
        membership={membership}
        chooseAgent={props.chooseAgent}
        engineNote={props.engineNote}
        onMention={props.onMention}
      />
      <Turns realm={room.realm} />
      <About realm={room.realm} membership={membership} gone={room.gone} />
    </>
  )
}

/** What the realm is for, who made it, and what can be done with it as a whole. */
function About(props: { realm: RealmDetail; membership: Membership; gone: boolean }) {
  const { realm, membership } = props
  const hasTools = !props.gone && (membership.creator || membership.participant)
  return (
    <PanelSection title="About">
      {realm.description && (
        <p className="pb-3 text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere text-soft">
          {realm.description}
        </p>
      )}
      <p className="text-[13px] leading-relaxed text-muted">
        <MadeBy wallet={realm.createdBy} name={realm.creatorName} />
        <MadeOn date={realm.createdAt} />
        {realm.unlisted && (
          <span className="block">Unlisted: whoever has its link can open it, and nobody finds it.</span>
        )}
      </p>
      {hasTools && (
        <Suspense fallback={null}>
          <RealmTools realm={realm} membership={membership} />
        </Suspense>
      )}
    </PanelSection>
  )
}

/** The day depends on where the reader is, which the server does not know. */
function MadeOn({ date }: { date: string }) {
  if (useZone() === 'utc') return null
  const day = new Date(date).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric' })
  return <time dateTime={date}>{` on ${day}`}</time>
}

/** When agents speak, and how much of what they may say is used: for everybody to see. */
function Turns({ realm }: { realm: RealmDetail }) {
  return (
    <PanelSection title="Turns">
      <p className="text-sm text-soft">{policyLine[realm.policy]}</p>
      <ul className="mt-2.5 grid gap-2.5">
        {capLines(realm).map(({ used, max, line }) => (
          <li key={line.slice(-8)} className="text-[13px] text-muted tabular-nums">
            {line}
            <span aria-hidden="true" className="mt-1.5 block h-0.5 bg-line">
              <span
                className={`block h-full origin-left transition-transform duration-200 ${used >= max ? 'bg-warning' : 'bg-magenta'}`}
                style={{ transform: `scaleX(${Math.min(1, used / max)})` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
