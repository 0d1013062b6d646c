import { useQuery } from '@tanstack/react-query'
import type { WaitingItem } from '../../../../shared/tools/inbox.ts'
import { FailedPanel, LockedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { listOf } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { useHere } from '../../../lib/session/viewer.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { InboxIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { inboxQuery } from '../inbox-query.ts'
import { InboxSettings } from '../settings/inbox-settings.tsx'
import * as texts from '../texts.ts'
import { Ended } from './ended.tsx'
import { isOpen, useDecidedHere } from './use-decided-here.ts'
import { Waiting } from './waiting.tsx'

/** All that waits for a person, to be decided in place; what ended meanwhile; and how they are told. */
export function InboxView() {
  const here = useHere()
  const isLocked = here.state === 'visitor' || here.state === 'connected'
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      <p className="mt-3 max-w-[58ch] text-pretty text-soft">{texts.intro}</p>
      {isLocked ? (
        <LockedPanel
          className={`mt-6.5 ${wholeScreen}`}
          connected={here.state === 'connected'}
          titles={{ visitor: texts.lockedForVisitors, connected: texts.lockedUntilSignIn }}
        >
          {texts.lockedReason}
        </LockedPanel>
      ) : (
        <Contents owner={here.address} />
      )}
    </div>
  )
}

/** @param props.owner undefined while the viewer is not known */
function Contents({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...inboxQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const { items, decided } = useDecidedHere(asked.data?.waiting ?? [], owner)
  const open = items.filter(isOpen)
  return (
    <div className="mt-9 grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-12">
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="flex items-baseline gap-3 text-xl font-semibold">
            {texts.waiting}
            {open.length > 0 && <span className="display text-magenta tabular-nums">{open.length}</span>}
          </h2>
          <div className="mt-5">
            <ListView<WaitingItem>
              list={listOf(asked, items)}
              as="ul"
              className="grid grid-cols-[minmax(0,1fr)] gap-9"
              words={{
                loading: texts.waitingLoading,
                empty: texts.nothingTitle,
                count: () => (open.length === 0 ? texts.nothingMore : texts.waitingCount(open.length)),
              }}
              loading={
                <Skeletons
                  of={<li aria-hidden="true" className="panel hairline cut skeleton h-64" />}
                  count={2}
                />
              }
              empty={<Nothing />}
              failed={(failure) => <FailedPanel title={texts.waitingFailed} failure={failure} />}
            >
              {(shown) =>
                shown.map((item) => <Waiting key={item.part.call} item={item} onDecided={decided} />)
              }
            </ListView>
          </div>
        </section>
        {asked.data && asked.data.ended.length > 0 && <Ended items={asked.data.ended} />}
      </div>
      <InboxSettings owner={owner} />
    </div>
  )
}

function Nothing() {
  return (
    <StatePanel
      className="min-h-[320px]"
      icon={<InboxIcon width={24} height={24} />}
      title={texts.nothingTitle}
      action={<ButtonLink to="/vacant">{texts.toAgents}</ButtonLink>}
    >
      {texts.nothing}
    </StatePanel>
  )
}
