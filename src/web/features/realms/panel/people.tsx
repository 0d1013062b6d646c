import { memo, type ReactNode, Suspense, useId, useState } from 'react'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { NextIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { inOrder, type Membership } from '../actions/membership.ts'
import type { Mutes } from '../actions/use-mutes.ts'
import type { RealmHere } from '../live/realm-room.ts'
import { participantCount } from '../participant-count.ts'
import * as realmTexts from '../texts.ts'
import { PanelSection } from './panel-section.tsx'
import { textButton } from './text-button.ts'
import * as texts from './texts.ts'

const PersonTools = lazyPart(() => import('./person-tools.tsx'))
const FindPerson = lazyPart(() => import('../../../blocks/people/find-person.tsx'))

/** Of more participants than these one is looked for. */
const AT_A_GLANCE = 20

export const People = memo(function People(
  props: Pick<RealmHere, 'realm' | 'presence' | 'typing' | 'gone' | 'goneWhy'> & {
    membership: Membership
    mutes: Mutes
    received: boolean
  },
) {
  const { realm, presence, typing, gone, membership, mutes } = props
  const here = new Set(presence?.people)
  const muted = new Set(mutes.wallets)
  const banned = new Map(mutes.bans.map((ban) => [ban.wallet, ban]))
  const nameOf = (wallet: string) => realm.names[wallet] ?? banned.get(wallet)?.name ?? shortAddress(wallet)
  const row = (wallet: string) => {
    const marks = [
      wallet === membership.wallet && 'you',
      wallet === realm.createdBy && texts.creatorMark,
      muted.has(wallet) && texts.mutedMark,
      banned.has(wallet) && texts.bannedMark,
    ].filter((mark) => mark !== false)
    const mayMute = membership.creator && wallet !== realm.createdBy
    return (
      <PersonRow
        key={wallet}
        wallet={wallet}
        name={nameOf(wallet)}
        marks={marks}
        here={here.has(wallet)}
        typing={typing.includes(wallet)}
        action={
          mayMute && (
            <Suspense fallback={null}>
              <PersonTools realmId={realm.id} wallet={wallet} name={nameOf(wallet)} mutes={mutes} />
            </Suspense>
          )
        }
      />
    )
  }
  const people = inOrder(presence?.people ?? [], membership.wallet, realm.createdBy)
  const unnamed = presence ? presence.peopleCount - people.length : 0
  return (
    <PanelSection
      title={texts.hereNowTitle}
      {...(presence && { figure: presence.peopleCount + presence.visitors })}
    >
      {!presence && (
        <p className="text-sm text-muted">
          {gone
            ? nobodyHere(props.goneWhy)
            : props.received
              ? texts.checkingWhoIsHere
              : texts.whoIsHereUnknown}
        </p>
      )}
      <FoldedList label={texts.peopleHere} items={people} step={8} unknown={unnamed}>
        {row}
      </FoldedList>
      {presence && presence.visitors > 0 && (
        <p className="pt-1 text-sm text-muted">
          {presence.visitors === 1
            ? texts.oneVisitor
            : texts.visitors(presence.visitors.toLocaleString('en-US'))}
        </p>
      )}
      <Disclosure name={participantCount(realm)}>
        <Participants
          wallets={inOrder(realm.participants, membership.wallet, realm.createdBy)}
          nameOf={nameOf}
          row={row}
        />
      </Disclosure>
      {membership.creator && mutes.wallets.length > 0 && (
        <Disclosure name={texts.countMuted(mutes.wallets.length.toLocaleString('en-US'))}>
          <FoldedList label={texts.muted} items={mutes.wallets} step={50}>
            {row}
          </FoldedList>
        </Disclosure>
      )}
      {membership.creator && banned.size > 0 && (
        <Disclosure name={texts.countBanned(banned.size.toLocaleString('en-US'))}>
          <FoldedList label={texts.banned} items={[...banned.keys()]} step={50}>
            {row}
          </FoldedList>
        </Disclosure>
      )}
    </PanelSection>
  )
})

function Participants(props: {
  wallets: readonly string[]
  nameOf: (wallet: string) => string
  row: (wallet: string) => ReactNode
}) {
  const { wallets, nameOf } = props
  const [text, setText] = useState<string>()
  const found = matching(wallets, nameOf, text ?? '')
  // The list is the same element with and without the field: a dialog of its rows outlives whoever joins or leaves. Once
  // something was typed, the field stays.
  return (
    <>
      {(wallets.length > AT_A_GLANCE || text !== undefined) && (
        <Suspense fallback={null}>
          <FindPerson text={text ?? ''} onType={setText} found={found.length} />
        </Suspense>
      )}
      <FoldedList label={texts.participants} items={found} step={50}>
        {props.row}
      </FoldedList>
    </>
  )
}

/** Those whose name or address has a text, in any case. */
export function matching(wallets: readonly string[], nameOf: (wallet: string) => string, text: string) {
  const typed = text.trim().toLowerCase()
  return wallets.filter((wallet) => `${nameOf(wallet)} ${wallet}`.toLowerCase().includes(typed))
}

const nobodyHere = (why: string | undefined) => (why === undefined ? texts.nobodyDeleted : texts.nobodyDown)

/** A folded section that is rendered only while it is open. */
function Disclosure({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="-ml-1.5 flex min-h-9 items-center gap-1 text-sm text-soft transition-colors hover:text-text max-md:min-h-11"
      >
        <NextIcon
          width={18}
          height={18}
          className={`transition-transform duration-200 ${open ? 'rotate-90' : ''}`}
        />
        {name}
      </button>
      <div id={id} className="pl-0.5">
        {open && children}
      </div>
    </div>
  )
}

/** A list that shows its beginning, and more on demand, so that long lists stay cheap. */
function FoldedList(props: {
  items: readonly string[]
  step: number
  label: string
  unknown?: number
  children: (item: string) => ReactNode
}) {
  const [shown, setShown] = useState(props.step)
  const left = props.items.length - shown
  const { unknown = 0 } = props
  return (
    <>
      <ul aria-label={props.label}>{props.items.slice(0, shown).map(props.children)}</ul>
      {left > 0 && (
        <button type="button" className={textButton} onClick={() => setShown(shown + props.step)}>
          {texts.showMore(Math.min(left, props.step).toLocaleString('en-US'))}
        </button>
      )}
      {left <= 0 && unknown > 0 && (
        <p className="py-1 text-sm text-muted">{realmTexts.andMore(unknown.toLocaleString('en-US'))}</p>
      )}
    </>
  )
}

function PersonRow(props: {
  wallet: string
  name: string
  marks: readonly string[]
  here: boolean
  typing?: boolean
  action?: ReactNode
}) {
  return (
    <li className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
      <span
        aria-hidden="true"
        className={`dot ${props.here ? 'dot-live [--hue:var(--color-good)]' : '[--hue:var(--color-line-strong)]'}`}
      />
      <p className="flex min-w-0 flex-1 items-baseline gap-2.5">
        <span className="display text-14 font-medium tracking-[0.03em] tabular-nums" title={props.wallet}>
          {props.name}
        </span>
        {props.marks.length > 0 && (
          <span className="min-w-0 truncate text-13 text-muted">{props.marks.join(' · ')}</span>
        )}
        {props.typing && <span className="animate-pulse-soft text-13 text-cyan">{texts.typing}</span>}
      </p>
      {props.action}
    </li>
  )
}
