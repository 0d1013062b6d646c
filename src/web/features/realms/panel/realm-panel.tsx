import { type ReactNode, Suspense, useState } from 'react'
import { NOBODY, type RealmDetail } from '../../../../shared/realms/realms.ts'
import { useZone } from '../../../blocks/messages/message-time.tsx'
import { MadeBy } from '../../../blocks/people/made-by.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Membership } from '../actions/membership.ts'
import { capLines, policyLine } from '../actions/turn-words.ts'
import type { Mutes } from '../actions/use-mutes.ts'
import type { ChooseAgent } from '../invite/invite-dialog.tsx'
import type { RealmHere } from '../live/realm-room.ts'
import { Agents } from './agents.tsx'
import { PanelSection } from './panel-section.tsx'
import { People } from './people.tsx'
import * as texts from './texts.ts'

/** Visitors do not load it. */
const RealmTools = lazyPart(() => import('./realm-tools.tsx'))
const ReportDialog = lazyPart(() => import('../../../blocks/report/report-dialog.tsx'))

export interface RealmPanelProps {
  room: RealmHere
  membership: Membership
  mutes: Mutes
  /** Whether the realm is followed, so that it is known who is here. */
  received: boolean
  chooseAgent: ChooseAgent
  engineNote: ReactNode
  /** Undefined if the viewer can't write. */
  onMention: ((name: string) => void) | undefined
}

/** The panel beside the messages: people, agents and details of the realm. It fills its container. */
export function RealmPanel(props: RealmPanelProps) {
  const { room, membership } = props
  return (
    <>
      <People
        realm={room.realm}
        presence={room.presence}
        typing={room.typing}
        gone={room.gone}
        goneWhy={room.goneWhy}
        membership={membership}
        mutes={props.mutes}
        received={props.received}
      />
      <Agents
        room={room}
        membership={membership}
        chooseAgent={props.chooseAgent}
        engineNote={props.engineNote}
        onMention={props.onMention}
      />
      <Turns realm={room.realm} />
      <About room={room} membership={membership} />
    </>
  )
}

function About({ room, membership }: { room: RealmHere; membership: Membership }) {
  const { realm, gone, goneWhy } = room
  // One that was taken down can still be deleted.
  const isDown = gone && goneWhy !== undefined
  const hasTools = membership.creator ? !gone || isDown : !gone && membership.participant
  return (
    <PanelSection title={texts.aboutRealm}>
      {realm.description && (
        <p className="pb-3 text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere text-soft">
          {realm.description}
        </p>
      )}
      <p className="text-13 leading-relaxed text-muted">
        <MadeBy wallet={realm.createdBy} name={realm.creatorName} />
        <MadeOn date={realm.createdAt} left={realm.createdBy === NOBODY} />
        {realm.unlisted && <span className="block">{texts.unlistedAbout}</span>}
      </p>
      {hasTools && (
        <Suspense fallback={null}>
          <RealmTools realm={realm} membership={membership} isDown={isDown} />
        </Suspense>
      )}
      {!gone && !membership.creator && <Report realm={realm} />}
    </PanelSection>
  )
}

/** The button itself is here: a first visit to a realm has no room for another file. */
function Report({ realm: { id, name } }: { realm: RealmDetail }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="mt-2 min-h-8 text-13 text-muted underline-offset-4 hover:text-text hover:underline max-md:min-h-11"
      >
        {texts.reportRealm}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ReportDialog
            subject={{ kind: 'realm', subject: id }}
            title={name}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The date depends on the viewer's time zone, which the server does not know. */
function MadeOn({ date, left }: { date: string; left: boolean }) {
  if (useZone() === 'utc') return null
  const day = new Date(date).toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric' })
  return <time dateTime={date}>{left ? texts.wasMadeOn(day) : texts.madeOn(day)}</time>
}

/** The turn policy and the usage of the caps, visible to everybody. */
function Turns({ realm }: { realm: RealmDetail }) {
  return (
    <PanelSection title={texts.turns}>
      <p className="text-sm text-soft">{policyLine[realm.policy]}</p>
      <ul className="mt-2.5 grid gap-2.5">
        {capLines(realm).map(({ used, max, line }) => (
          <li key={line.slice(-8)} className="text-13 text-muted tabular-nums">
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
