import { type ReactNode, Suspense, useMemo, useRef } from 'react'
import type { Realm } from '../../../../shared/realms/realms.ts'
import { ShareButton } from '../../../blocks/share/share-button.tsx'
import type { Shared } from '../../../blocks/share/shared.ts'
import { useIsWideForPanel } from '../../../lib/hooks/use-is-wide.ts'
import { useTitle } from '../../../lib/router/title.ts'
import { useHere, useViewer } from '../../../lib/session/viewer.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { membershipIn } from '../actions/membership.ts'
import { speaking } from '../actions/speaking.ts'
import { useMessageHandlers } from '../actions/use-message-handlers.ts'
import { useMutes } from '../actions/use-mutes.ts'
import { useQuietRoom } from '../actions/use-quiet-room.ts'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import { TypingLine } from '../composer/typing-line.tsx'
import type { ChooseAgent } from '../invite/invite-dialog.tsx'
import { useShownLink } from '../invite/use-shown-link.ts'
import type { RealmHere } from '../live/realm-room.ts'
import { useRealmRoom } from '../live/use-realm-room.ts'
import { EarlierMessages } from '../messages/earlier-messages.tsx'
import { MessageAnnouncer } from '../messages/message-announcer.tsx'
import { MessageList } from '../messages/message-list.tsx'
import { useOutbox } from '../outbox/use-outbox.ts'
import { PanelButton } from '../panel/panel-button.tsx'
import { RealmPanel } from '../panel/realm-panel.tsx'
import { RealmSigil } from '../realm-sigil.tsx'
import { realmTitle } from '../realm-title.ts'
import * as realmTexts from '../texts.ts'
import { ConnectionLine } from './connection-line.tsx'
import { HeldBanner } from './held-banner.tsx'
import { RealmHeader } from './realm-header.tsx'
import { NothingSaid, RealmLoading } from './realm-states.tsx'
import * as texts from './texts.ts'

/** Few people ever see it. */
const RealmNotFound = lazyPart(() => import('./realm-not-found.tsx'))

/** For its creator, so only they load it. */
const KeepOutDialog = lazyPart(() => import('../panel/keep-out-dialog.tsx'))

/** The chat view of a realm (section 2, decision 21). Its React key must be the realm's id. */
export function RealmChat({ id, ...given }: { id: string } & Given) {
  const room = useRealmRoom(id)
  useTitle(realmTitle(room.state === 'here' ? room.realm : room.state === 'missing' ? null : undefined))
  switch (room.state) {
    case 'loading':
      return <RealmLoading />
    case 'missing':
      return (
        <Suspense fallback={<RealmLoading />}>
          <RealmNotFound />
        </Suspense>
      )
    case 'failed':
      return <LoadFailed problem={room.problem} retry={room.retry} />
    case 'here':
      return <Room room={room} {...given} />
  }
}

interface Given {
  chooseAgent: ChooseAgent
  /** The name and the note of the engine that answers for the agents. */
  engine: { name: ReactNode; note: ReactNode }
  /** What was decided about a realm, for whoever created it. */
  decisions: (owner: string, realm: string) => ReactNode
}

const invitationTo = ({ id, name, unlisted }: Realm): Shared => ({
  name,
  path: `/join?realm=${id}`,
  about: unlisted ? texts.shareUnlisted : texts.share,
})

function Room({ room, chooseAgent, engine, decisions }: { room: RealmHere } & Given) {
  const { realm, gone } = room
  const { address: self } = useHere()
  const viewer = useViewer()
  const mayTakePart = self !== undefined
  const membership = useMemo(
    () => membershipIn({ realm, muted: room.muted }, viewer),
    [realm, room.muted, viewer],
  )
  const link = useShownLink(room.connection)
  const hasPlace = useIsWideForPanel(true)
  const writing = useOutbox(room, self)
  const composer = useRef<ComposerHandle>(null)
  const mutes = useMutes(realm.id, membership.creator)
  const { blocked, heard, typing, keptOut, keepOut, endKeepOut } = useQuietRoom(room, membership)
  const { setReplyTo } = writing
  const actions = useMessageHandlers({ realmId: realm.id, mutes, setReplyTo, composer, keepOut })
  const received = !gone && (link.state === 'connected' || link.state === 'connecting')
  // Presence from before the connection was lost may be outdated.
  const shown = received ? { ...room, typing } : { ...room, presence: undefined, typing: nobody }
  const here = shown.presence && shown.presence.peopleCount + shown.presence.visitors
  const panel = {
    room: shown,
    membership,
    mutes,
    received,
    chooseAgent,
    engineNote: engine.note,
    onMention:
      mayTakePart && !room.muted && !gone ? (name: string) => composer.current?.mention(name) : undefined,
  }
  return (
    <div className="mx-auto flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 min-[68.75rem]:max-w-(--measure)">
      <section aria-label={texts.realmRegion(realm.name)} className="flex min-w-0 flex-1 flex-col">
        <RealmHeader
          realm={realm}
          link={link}
          gone={gone}
          goneWhy={room.goneWhy}
          here={here}
          engine={realm.agents.length > 0 ? engine.name : null}
        >
          {!gone && (
            <ShareButton tone="quiet" size="small" folds className="flex-none" shared={invitationTo(realm)} />
          )}
          <PanelButton {...panel} here={here} />
        </RealmHeader>
        {viewer && membership.creator && decisions(viewer, realm.id)}
        {!gone && <ConnectionLine link={link} reconnect={room.reconnect} />}
        <MessageList
          room={room}
          underway={writing.underway}
          self={self}
          blocked={blocked}
          before={room.earlier ? <EarlierMessages {...room.earlier} /> : <RealmBeginning realm={realm} />}
          empty={
            <NothingSaid
              realm={realm}
              hint={gone ? null : mayTakePart ? texts.beFirst : texts.connectToTakePart}
            />
          }
          actions={actions}
        />
        <MessageAnnouncer room={{ ...room, messages: heard }} self={self} />
        <TypingLine typing={shown.typing} names={realm.names} />
        <Foot>
          {gone ? (
            <GoneNote why={room.goneWhy} />
          ) : (
            <HeldBanner
              realm={realm}
              membership={membership}
              speaking={speaking(room.messages).size > 0}
              onDone={() => composer.current?.focus()}
            />
          )}
          {/* After the realm was deleted, typed text stays accessible. */}
          {(!gone || writing.draft.trim() !== '') && (
            <Composer ref={composer} room={room} writing={writing} self={self} blocked={blocked} />
          )}
        </Foot>
      </section>
      {keptOut && (
        <Suspense fallback={null}>
          <KeepOutDialog realmId={realm.id} {...keptOut} onClose={endKeepOut} />
        </Suspense>
      )}
      <aside
        aria-label={realmTexts.peopleAndAgents}
        className="w-[312px] flex-none overflow-y-auto overscroll-contain border-l border-line pt-6 pr-8 pl-6 max-[68.6875rem]:hidden"
      >
        <h2 className="sr-only">{realmTexts.peopleAndAgents}</h2>
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
      <p className="label text-bad">{texts.connectionLost}</p>
      <h1 className="text-3xl font-bold">{texts.realmNotLoaded}</h1>
      <p className="max-w-[52ch] text-soft">{problem}</p>
      <Button tone="primary" onClick={retry}>
        {realmTexts.tryAgain}
      </Button>
    </section>
  )
}

function GoneNote({ why = texts.wasDeleted }: { why: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4">
      <p role="status" className="min-w-0 flex-1 basis-64 text-soft">
        {why}
      </p>
      <ButtonLink to="/realm" size="small" className="max-md:min-h-11">
        {realmTexts.allRealms}
      </ButtonLink>
    </div>
  )
}

function RealmBeginning({ realm }: { realm: Realm }) {
  return (
    <div className="flex gap-4 pb-6">
      <RealmSigil id={realm.id} className="size-11" />
      <div className="min-w-0 max-w-[70ch]">
        <p className="display text-15 font-semibold wrap-anywhere">{texts.beginningOf(realm.name)}</p>
        <p className="mt-1 text-sm whitespace-pre-wrap wrap-anywhere text-soft">{realm.description}</p>
      </div>
    </div>
  )
}
