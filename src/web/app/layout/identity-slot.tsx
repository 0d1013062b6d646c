import { useRef, useState } from 'react'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { prepareWallet, useLoadedWallet, withWallet } from '../../features/wallet/page/load-wallet.ts'
import { useIdentity } from '../../lib/http/identity.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { PersonIcon } from '../../ui/icons.tsx'
import * as texts from '../texts.ts'
import { WalletSlot } from './wallet-slot.tsx'

/**
 * The connected wallet, or this browser's session with the button that connects a wallet joined to it (decision 28).
 * The session's button is left out while its wallet is connected: the wallet's shows the same address, and its menu the
 * same places.
 */
export function IdentitySlot() {
  const viewer = useViewer()
  const identity = useIdentity()
  const isWallet = identity.state !== 'visitor' && identity.address === viewer
  const account = isWallet ? null : viewer
  return (
    <div className="flex gap-px">
      {account && <Account key={account} address={account} />}
      <WalletSlot joined={Boolean(account)} />
    </div>
  )
}

function Account({ address }: { address: string }) {
  const wallet = useLoadedWallet()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = shortAddress(address)
  return (
    <div className="relative max-md:static">
      <Button
        ref={button}
        tone="identity"
        size="small"
        className="joined-start gap-2 px-3 max-md:min-h-[44px] max-md:min-w-[44px]"
        aria-label={`${texts.account} ${name}`}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepareWallet}
        onFocus={prepareWallet}
        onClick={() => (open ? setOpen(false) : void withWallet(() => setOpen(true)))}
      >
        <PersonIcon width={18} height={18} />
        <span className="max-md:hidden">{name}</span>
      </Button>
      {wallet && open && (
        <wallet.AccountMenu address={address} button={button} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
