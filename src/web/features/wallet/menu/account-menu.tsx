import type { RefObject } from 'react'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { withWallet } from '../../../lib/http/identity.ts'
import * as texts from '../texts.ts'
import { CopyAddressItem, Menu, MenuDot, MenuItem, SettingsItem } from './menu.tsx'

/** The menu of this browser's session, whether a wallet is connected or not, with the sign-out (decision 28). */
export function AccountMenu(props: {
  address: string
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const { address, onClose } = props
  return (
    <Menu
      label={texts.accountMenu}
      button={props.button}
      onClose={onClose}
      head={
        <>
          <MenuDot lit />
          {texts.signedInAs}
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
          // The button that opened this menu is unmounted with the session, so the focus moves to the page.
          document.querySelector('main')?.focus({ preventScroll: true })
          void withWallet((wallet) => wallet.signOut())
        }}
      >
        {texts.signOut}
      </MenuItem>
    </Menu>
  )
}
