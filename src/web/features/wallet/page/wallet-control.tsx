import { type RefObject, Suspense, useState, useSyncExternalStore } from 'react'
import { useIdentity } from '../../../lib/http/identity.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { WalletMenu } from '../menu/wallet-menu.tsx'
import type { ModalState } from '../modal/modal-state.ts'
import { WalletModal } from '../modal/wallet-modal.tsx'
import type { PasskeySupport } from '../passkey/passkey-support.ts'
import { PASSKEY_WALLET_NAME, type PasskeyWallet } from '../passkey/passkey-wallet.ts'
import * as texts from '../texts.ts'
import type { WalletFlow } from './wallet-flow.ts'
import type { WalletState, WalletStore } from './wallet-store.ts'

const SecretDialog = lazyPart(() => import('../passkey/secret-dialog.tsx'))

interface Props {
  wallet: {
    store: WalletStore
    flow: WalletFlow
    modal: ModalState
    passkey: PasskeyWallet
    passkeySupport: PasskeySupport
  }
  state: WalletState
  button: RefObject<HTMLButtonElement | null>
  menuOpen: boolean
  closeMenu: () => void
}

export function WalletControl(props: Props) {
  const { store, flow, modal, passkey, passkeySupport } = props.wallet
  const { state } = props
  const modalOpen = useSyncExternalStore(modal.subscribe, modal.isOpen)
  const wallets = useSyncExternalStore(store.subscribe, store.getList)
  const [secretOpen, setSecretOpen] = useState(false)
  const isPasskey = 'name' in state && state.name === PASSKEY_WALLET_NAME
  const hasPasskey = isPasskey && state.state === 'connected'

  async function choosePasskey(way: 'make' | 'choose') {
    // All passkey wallets have the same name, so the connected one would be returned as the requested one.
    if (isPasskey && state.state !== 'has-wallet') await flow.disconnect()
    passkey.nextConnection(way)
    modal.end(PASSKEY_WALLET_NAME)
  }

  return (
    <>
      {props.menuOpen && 'name' in state && (
        <WalletMenu
          walletName={state.name}
          address={'connection' in state ? state.connection.account.address : undefined}
          button={props.button}
          onShowSecret={hasPasskey ? () => setSecretOpen(true) : undefined}
          onChangeWallet={() => flow.changeWallet()}
          onDisconnect={() => flow.disconnect()}
          onClose={props.closeMenu}
        />
      )}
      {modalOpen && (
        <WalletModal
          wallets={wallets.filter(({ name }) => name !== PASSKEY_WALLET_NAME)}
          passkey={passkeySupport}
          onChoose={(name) => modal.end(name)}
          onPasskey={(way) => void choosePasskey(way)}
          onClose={() => modal.end(null)}
        />
      )}
      {secretOpen && hasPasskey && (
        <Suspense>
          <SecretDialog
            reveal={() => passkey.revealSecret(state.connection.account.address)}
            onClose={() => setSecretOpen(false)}
          />
        </Suspense>
      )}
      <Announcement />
    </>
  )
}

function Announcement() {
  const identity = useIdentity()
  const said = { visitor: '', connected: texts.connectedAloud, 'signed-in': texts.signedInAloud }
  return (
    <p role="status" className="sr-only">
      {said[identity.state]}
    </p>
  )
}
