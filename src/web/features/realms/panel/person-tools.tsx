import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { headingAfter } from '../actions/heading-after.ts'
import type { Mutes } from '../actions/use-mutes.ts'
import * as realmTexts from '../texts.ts'
import MuteButton from './mute-button.tsx'
import { textButton } from './text-button.ts'
import * as texts from './texts.ts'

const KeepOutDialog = lazyPart(() => import('./keep-out-dialog.tsx'))

/** What the creator does about one person. Only the creator loads it. */
export default function PersonTools(props: { realmId: string; wallet: string; name: string; mutes: Mutes }) {
  const { realmId, wallet, name, mutes } = props
  const [open, setOpen] = useState(false)
  const lift = useMutation({ mutationFn: () => mutes.lift(wallet, name) })
  const isBanned = mutes.bans.some((ban) => ban.wallet === wallet)
  if (isBanned)
    return (
      <button
        ref={headingAfter}
        type="button"
        className={textButton}
        aria-disabled={lift.isPending}
        onClick={() => lift.isPending || lift.mutate()}
      >
        {texts.lift}
        <span className="sr-only">{` ${name}`}</span>
      </button>
    )
  if (mutes.wallets.includes(wallet)) return <MuteButton wallet={wallet} name={name} muted set={mutes.set} />
  return (
    <>
      <button type="button" className={textButton} onClick={() => setOpen(true)}>
        {realmTexts.manage}
        <span className="sr-only">{` ${name}`}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <KeepOutDialog realmId={realmId} wallet={wallet} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
