import { useRef, useState } from 'react'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { prepareWallet, useLoadedWallet, withWallet } from '../../features/wallet/wallets/load-wallet.ts'
import { useIdentity } from '../../lib/http/identity.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { PersonIcon } from '../../ui/icons.tsx'

/**
 * The account of this browser's session (decision 28). It is part of the first paint, whether a wallet is connected or
 * not.
 */
export function AccountSlot() {
  const viewer = useViewer()
  return viewer ? <Account key={viewer} address={viewer} /> : null
}

function Account({ address }: { address: string }) {
  const identity = useIdentity()
  const wallet = useLoadedWallet()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The button of the connected wallet already shows the address.
  const isShown = identity.state !== 'visitor' && identity.address === address
  const name = isShown ? '' : shortAddress(address)
  return (
    <div data-account="" className="relative max-md:static">
      <Button
        ref={button}
        tone="quiet"
        size="small"
        className="gap-2 px-2.5 normal-case max-md:min-h-[44px] max-md:min-w-[44px]"
        aria-label={`Account ${name}`.trim()}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepareWallet}
        onFocus={prepareWallet}
        onClick={() => (open ? setOpen(false) : void withWallet(() => setOpen(true)))}
      >
        <PersonIcon width={18} height={18} />
        {name && <span className="max-md:hidden">{name}</span>}
      </Button>
      {wallet && open && (
        <wallet.AccountMenu address={address} button={button} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
