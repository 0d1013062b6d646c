import type { RefObject } from 'react'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { withWallet } from '../../../lib/http/identity.ts'
import { CopyAddressItem, Menu, MenuDot, MenuItem, SettingsItem } from './menu.tsx'

/** Whose session this browser has, whether a wallet is connected or not, and the way out of it (decision 28). */
export function AccountMenu(props: {
  address: string
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const { address, onClose } = props
  return (
    <Menu
      label="Account"
      button={props.button}
      onClose={onClose}
      head={
        <>
          <MenuDot lit />
          Signed in as
          <span title={address} className="display ml-auto text-violet">
            {shortAddress(address)}
          </span>
        </>
      }
    >
      <CopyAddressItem address={address} />
      <SettingsItem onSelect={onClose} />
      <MenuItem
        onSelect={() => {
          onClose()
          // The button that opened this goes with the session.
          document.querySelector('main')?.focus({ preventScroll: true })
          void withWallet((wallet) => wallet.signOut())
        }}
      >
        Sign out
      </MenuItem>
    </Menu>
  )
}
