import { type ReactNode, useMemo, useRef } from 'react'
import { useTitle } from '../../../lib/title.ts'
import { useHasRoom } from '../../../lib/use-has-room.ts'
import { useHere, useViewer } from '../../../lib/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import type { RealmHere } from '../live/realm-room.ts'
import { useRealmRoom } from '../live/use-realm-room.ts'
import { useWriting } from '../live/use-writing.ts'
import { RealmNotFound } from '../realm-not-found.tsx'
import { realmTitle } from '../realm-title.ts'
import { ConnectionLine } from '../room/connection-line.tsx'
import { GoneNote } from '../room/gone-note.tsx'
import { HeldBanner } from '../room/held-banner.tsx'
import { InvitationLink } from '../room/invitation-link.tsx'
import type { ChooseAgent } from '../room/invite-button.tsx'
import { PanelButton } from '../room/panel-button.tsx'
import { NothingSaid, RealmBeginning } from '../room/realm-beginning.tsx'
import { RealmPanel } from '../room/realm-panel.tsx'
import { speaking } from '../room/speaking.ts'
import { standingIn } from '../room/standing.ts'
import { useMessageDeeds } from '../room/use-message-deeds.ts'
import { useMutes } from '../room/use-mutes.ts'
import { useShownLink } from '../room/use-shown-link.ts'
import { Composer, type ComposerHandle } from './composer.tsx'
import { EarlierMessages } from './earlier-messages.tsx'
import { MessageAnnouncer } from './message-announcer.tsx'
import { MessageList } from './message-list.tsx'
import { RealmHeader } from './realm-header.tsx'
import { RealmLoading } from './realm-loading.tsx'
import { TypingLine } from './typing-line.tsx'

/** Section 2 and decision 21: a realm's chat view. Give it the realm's id as its key. */
export function RealmChat({ id, ...given }: { id: string } & Given) {
  const room = useRealmRoom(id)
  useTitle(realmTitle(room.state === 'here' ? room.realm : room.state === 'missing' ? null : undefined))
  switch (room.state) {
    case 'loading':
      return <RealmLoading />
    case 'missing':
      return <RealmNotFound />
    case 'failed':
      return <LoadFailed problem={room.problem} retry={room.retry} />
    case 'here':
      return <Room room={room} {...given} />
  }
}

/** What the room gets from other features. */
interface Given {
  chooseAgent: ChooseAgent
  /** Which engine answers for the agents, and what it says about itself. */
  engine: { name: ReactNode; note: ReactNode }
}

function Room({ room, chooseAgent, engine }: { room: RealmHere } & Given) {
  const { realm, gone } = room
  const { address: self } = useHere()
  const viewer = useViewer()
  const mayTakePart = self !== undefined
  const standing = useMemo(
    () => standingIn({ realm, muted: room.muted }, viewer),
    [realm, room.muted, viewer],
  )
  const link = useShownLink(room.connection)
  const hasPlace = useHasRoom(true)
  const writing = useWriting(room, self)
  const composer = useRef<ComposerHandle>(null)
  const mutes = useMutes(realm.id, standing.creator)
  const { setReplyTo } = writing
  const deeds = useMessageDeeds({ realmId: realm.id, mutes, setReplyTo, composer })
  const heard = !gone && (link.state === 'connected' || link.state === 'connecting')
  // Who was here when the connection broke may have left since.
  const shown = heard ? room : { ...room, presence: undefined, typing: nobody }
  const here = shown.presence && shown.presence.peopleCount + shown.presence.visitors
  const panel = {
    room: shown,
    standing,
    mutes,
    heard,
    chooseAgent,
    engineNote: engine.note,
    onMention:
      mayTakePart && !room.muted && !gone ? (name: string) => composer.current?.mention(name) : undefined,
  }
  return (
    <div className="mx-auto flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 min-[1100px]:max-w-(--measure)">
      <section aria-label={`Realm ${realm.name}`} className="flex min-w-0 flex-1 flex-col">
        <RealmHeader
          realm={realm}
          link={link}
          gone={gone}
          here={here}
          engine={realm.agents.length > 0 ? engine.name : null}
        >
          {!gone && <InvitationLink realmId={realm.id} />}
          <PanelButton {...panel} here={here} />
        </RealmHeader>
        {!gone && <ConnectionLine link={link} reconnect={room.reconnect} />}
        <MessageList
          room={room}
          underway={writing.underway}
          self={self}
          before={room.earlier ? <EarlierMessages {...room.earlier} /> : <RealmBeginning realm={realm} />}
          empty={<NothingSaid realm={realm} mayTakePart={mayTakePart} />}
          deeds={deeds}
        />
        <MessageAnnouncer room={room} self={self} />
        <TypingLine typing={shown.typing} />
        <Foot>
          {gone ? (
            <GoneNote />
          ) : (
            <HeldBanner
              realm={realm}
              standing={standing}
              speaking={speaking(room.messages).size > 0}
              onDone={() => composer.current?.focus()}
            />
          )}
          {/* Where the realm is gone, words that were typed stay in reach. */}
          {(!gone || writing.draft.trim() !== '') && (
            <Composer ref={composer} room={room} writing={writing} self={self} />
          )}
        </Foot>
      </section>
      <aside
        aria-label="People and agents"
        className="w-[312px] flex-none overflow-y-auto overscroll-contain border-l border-line pt-6 pr-8 pl-6 max-[1099px]:hidden"
      >
        <h2 className="sr-only">People and agents</h2>
        {hasPlace && <RealmPanel {...panel} />}
      </aside>
    </div>
  )
}

const nobody: readonly string[] = []

function Foot({ children }: { children: ReactNode }) {
  return <div className={`${column} pt-2 pb-[max(10px,env(safe-area-inset-bottom))] md:pb-4`}>{children}</div>
}

function LoadFailed({ problem, retry }: { problem: string; retry: () => void }) {
  return (
    <section
      role="alert"
      className="wrap grid min-h-[60dvh] place-content-center justify-items-start gap-5 py-16"
    >
      <p className="label text-bad">Link lost</p>
      <h1 className="text-3xl font-bold">The realm could not be loaded.</h1>
      <p className="max-w-[52ch] text-soft">{problem}</p>
      <Button tone="primary" onClick={retry}>
        Try again
      </Button>
    </section>
  )
}
