import { memo, type ReactNode, useId, useState } from 'react'
import { NextIcon } from '../../../ui/icons.tsx'
import { toast } from '../../../ui/toast.ts'
import type { RealmHere } from '../live/realm-room.ts'
import { participantCount } from '../participant-count.ts'
import { shortAddress } from '../short-address.ts'
import { FoldedList } from './folded-list.tsx'
import { keepFocus } from './keep-focus.ts'
import { PanelSection } from './panel-section.tsx'
import { PersonRow } from './person-row.tsx'
import { inOrder, type Standing } from './standing.ts'
import { textButton } from './text-button.ts'
import type { Mutes } from './use-mutes.ts'

/** Who is here now, who takes part, and whom the creator has muted. */
export const People = memo(function People(
  props: Pick<RealmHere, 'realm' | 'presence' | 'typing' | 'gone'> & {
    standing: Standing
    mutes: Mutes
    /** Whether who is here can be known at the moment. */
    heard: boolean
  },
) {
  const { realm, presence, typing, gone, standing, mutes } = props
  const here = new Set(presence?.people)
  const muted = new Set(mutes.wallets)
  const row = (wallet: string) => {
    const marks = [
      wallet === standing.wallet && 'you',
      wallet === realm.createdBy && 'creator',
      muted.has(wallet) && 'muted',
    ].filter((mark) => mark !== false)
    const mayMute = standing.creator && wallet !== realm.createdBy
    return (
      <PersonRow
        key={wallet}
        wallet={wallet}
        marks={marks}
        here={here.has(wallet)}
        typing={typing.includes(wallet)}
        action={mayMute && <MuteButton wallet={wallet} muted={muted.has(wallet)} set={mutes.set} />}
      />
    )
  }
  const people = inOrder(presence?.people ?? [], standing.wallet, realm.createdBy)
  const unnamed = presence ? presence.peopleCount - people.length : 0
  return (
    <PanelSection title="Here now" {...(presence && { figure: presence.peopleCount + presence.visitors })}>
      {!presence && (
        <p className="text-sm text-muted">
          {gone
            ? 'Nobody: the realm was deleted'
            : props.heard
              ? 'Looking who is here'
              : 'Not known while not connected'}
        </p>
      )}
      <FoldedList label="People here now" items={people} step={8} unknown={unnamed}>
        {row}
      </FoldedList>
      {presence && presence.visitors > 0 && (
        <p className="pt-1 text-sm text-muted">
          {presence.visitors === 1
            ? '1 visitor without a wallet'
            : `${presence.visitors.toLocaleString('en-US')} visitors without a wallet`}
        </p>
      )}
      <Disclosure name={participantCount(realm.participants)}>
        <FoldedList
          label="Participants"
          items={inOrder(realm.participants, standing.wallet, realm.createdBy)}
          step={50}
        >
          {row}
        </FoldedList>
      </Disclosure>
      {standing.creator && mutes.wallets.length > 0 && (
        <Disclosure name={`${mutes.wallets.length.toLocaleString('en-US')} muted`}>
          <FoldedList label="Muted" items={mutes.wallets} step={50}>
            {row}
          </FoldedList>
        </Disclosure>
      )}
    </PanelSection>
  )
})

function MuteButton(props: { wallet: string; muted: boolean; set: Mutes['set'] }) {
  return (
    <button
      type="button"
      className={textButton}
      onClick={({ currentTarget }) =>
        void muteAndSay(props.wallet, !props.muted, props.set).then(keepFocus(currentTarget))
      }
    >
      {props.muted ? 'Let speak' : 'Mute'}
      <span className="sr-only">{` ${shortAddress(props.wallet)}`}</span>
    </button>
  )
}

async function muteAndSay(wallet: string, muted: boolean, set: Mutes['set']): Promise<void> {
  const name = shortAddress(wallet)
  const problem = await set(wallet, muted)
  if (problem) toast.error(`${name} could not be ${muted ? 'muted' : 'let speak'}. ${problem}`)
  else if (!muted) toast.success(`${name} may speak again`)
  else
    toast.success(`${name} is muted`, {
      action: { label: 'Undo', onClick: () => void muteAndSay(wallet, false, set) },
    })
}

/** Unfolds what few people look for; it is not drawn before. */
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
