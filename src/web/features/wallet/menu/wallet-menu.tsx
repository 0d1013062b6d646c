import type { RefObject } from 'react'
import { useIdentity } from '../../../lib/http/identity.ts'
import * as texts from '../texts.ts'
import { CopyAddressItem, Menu, MenuDot, MenuItem, SettingsItem } from './menu.tsx'

/** The dropdown of section 2. While a wallet is connecting there is no address yet. */
export function WalletMenu(props: {
  walletName: string
  address: string | undefined
  button: RefObject<HTMLButtonElement | null>
  /** Shows the wallet's secret key; defined only for a passkey wallet, whose key this page can derive. */
  onShowSecret: (() => void) | undefined
  onChangeWallet: () => void
  onDisconnect: () => void
  onClose: () => void
}) {
  const { address, button, onShowSecret, onClose } = props
  const signedIn = useIdentity().state === 'signed-in'
  const closeFor = (act: () => void) => () => {
    onClose()
    button.current?.focus()
    act()
  }
  return (
    <Menu
      label={texts.walletMenu}
      button={button}
      onClose={onClose}
      head={
        <>
          <MenuDot lit={signedIn} />
          <span className="min-w-0 truncate">{props.walletName}</span>
          {address && (
            <span className="ml-auto flex-none text-muted">
              {signedIn ? texts.signedIn : texts.notSignedIn}
            </span>
          )}
        </>
      }
    >
      {address && <CopyAddressItem address={address} />}
      {address && onShowSecret && <MenuItem onSelect={closeFor(onShowSecret)}>{texts.showSecret}</MenuItem>}
      <SettingsItem onSelect={onClose} />
      <MenuItem onSelect={closeFor(props.onChangeWallet)}>{texts.changeWallet}</MenuItem>
      <MenuItem onSelect={closeFor(props.onDisconnect)}>{texts.disconnect}</MenuItem>
    </Menu>
  )
}
