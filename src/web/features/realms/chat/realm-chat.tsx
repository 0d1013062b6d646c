import { useMemo } from 'react'
import type { Realm } from '../../../../shared/realms.ts'
import { useIdentity } from '../../../lib/identity.ts'
import { Button } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { RealmSigil } from '../realm-sigil.tsx'
import { Composer } from './composer.tsx'
import { EarlierMessages } from './earlier-messages.tsx'
import { MessageAnnouncer } from './message-announcer.tsx'
import { MessageList } from './message-list.tsx'
import { RealmHeader } from './realm-header.tsx'
import { MessagesLoading } from './realm-loading.tsx'
import { useParticipants } from './use-participants.ts'
import { useRealmLog } from './use-realm-log.ts'
import { useSending } from './use-sending.ts'

/** Section 2 and decision 21: a realm's chat view. Give it the realm's id as its key. */
export function RealmChat({ realm }: { realm: Realm }) {
  const identity = useIdentity()
  const self = identity.state === 'visitor' ? undefined : identity.address
  const heard = useRealmLog(realm.id)
  const log = heard.state === 'here' ? heard.log : undefined
  useParticipants(realm, log)
  const words = useSending(realm.id, log)
  const { underway } = words
  const messages = useMemo(() => [...(log?.messages ?? []), ...(underway ? [underway] : [])], [log, underway])
  return (
    <section
      aria-label={`Realm ${realm.name}`}
      className="flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 flex-col"
    >
      <RealmHeader realm={realm} connected={heard.state !== 'here' || heard.connected} />
      {heard.state === 'loading' && <MessagesLoading />}
      {heard.state === 'failed' && (
        <div className={`${column} grid min-h-0 flex-1 place-content-center`}>
          <StatePanel
            alert
            icon={<WarningIcon />}
            title="The messages did not arrive"
            action={<Button onClick={heard.retry}>Try again</Button>}
          >
            {heard.problem}
          </StatePanel>
        </div>
      )}
      {heard.state === 'here' && (
        <>
          <MessageList
            messages={messages}
            underwayId={underway?.id}
            self={self}
            before={heard.earlier ? <EarlierMessages {...heard.earlier} /> : <Beginning realm={realm} />}
            empty={<NothingSaid realm={realm} hasWallet={self !== undefined} />}
          />
          <MessageAnnouncer log={heard.log} self={self} />
        </>
      )}
      <div className={`${column} pt-2 pb-[max(10px,env(safe-area-inset-bottom))] md:pb-4`}>
        <Composer realmName={realm.name} hasWallet={self !== undefined} words={words} />
      </div>
    </section>
  )
}

/** What the realm is for stands where it begins. */
function Beginning({ realm }: { realm: Realm }) {
  return (
    <div className="flex gap-4 pb-6">
      <RealmSigil id={realm.id} className="size-11" />
      <div className="min-w-0 max-w-[70ch]">
        <p className="display text-[15px] font-semibold wrap-anywhere">{`The beginning of ${realm.name}`}</p>
        <p className="mt-1 text-sm whitespace-pre-wrap wrap-anywhere text-soft">{realm.description}</p>
      </div>
    </div>
  )
}

function NothingSaid({ realm, hasWallet }: { realm: Realm; hasWallet: boolean }) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-4 py-6 text-center">
      <RealmSigil id={realm.id} className="size-20" />
      <h2 className="mt-1 text-2xl font-semibold">No messages yet</h2>
      <p className="text-soft">
        {hasWallet ? 'The first words can be yours.' : 'Connect wallet to participate in chat'}
      </p>
      {realm.description && (
        <p className="max-w-[52ch] text-sm whitespace-pre-wrap wrap-anywhere text-muted">
          {realm.description}
        </p>
      )}
    </div>
  )
}
