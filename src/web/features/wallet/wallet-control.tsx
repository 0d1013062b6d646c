import { type RefObject, useSyncExternalStore } from 'react'
import { useIdentity } from '../../lib/http/identity.ts'
import type { ModalState } from './modal-state.ts'
import type { WalletFlow } from './wallet-flow.ts'
import { WalletMenu } from './wallet-menu.tsx'
import { WalletModal } from './wallet-modal.tsx'
import type { WalletState, WalletStore } from './wallet-store.ts'

/** All of the wallet that shows besides its button. */
export function WalletControl(props: {
  wallet: { store: WalletStore; flow: WalletFlow; modal: ModalState }
  state: WalletState
  button: RefObject<HTMLButtonElement | null>
  menuOpen: boolean
  closeMenu: () => void
}) {
  const { store, flow, modal } = props.wallet
  const { state } = props
  const modalOpen = useSyncExternalStore(modal.subscribe, modal.isOpen)
  const wallets = useSyncExternalStore(store.subscribe, store.getList)
  return (
    <>
      {props.menuOpen && 'name' in state && (
        <WalletMenu
          walletName={state.name}
          address={'connection' in state ? state.connection.account.address : undefined}
          button={props.button}
          onChangeWallet={flow.changeWallet}
          onDisconnect={flow.disconnect}
          onClose={props.closeMenu}
        />
      )}
      {modalOpen && <WalletModal wallets={wallets} onChoose={modal.end} onClose={() => modal.end(null)} />}
      <Announcement />
    </>
  )
}

/** Says how connecting ended to those who can't see the button change. */
function Announcement() {
  const identity = useIdentity()
  const text = { visitor: '', connected: 'Wallet connected', 'signed-in': 'Wallet connected, signed in' }
  return (
    <p role="status" className="sr-only">
      {text[identity.state]}
    </p>
  )
}
