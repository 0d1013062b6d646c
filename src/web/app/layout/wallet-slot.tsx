import { type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { buttonLabel } from '../../features/wallet/page/button-label.ts'
import { prepareWallet, useLoadedWallet, withWallet } from '../../features/wallet/page/load-wallet.ts'
import type { WalletState } from '../../features/wallet/page/wallet-store.ts'
import { rememberedWallet } from '../../features/wallet/wallets/remembered-wallet.ts'
import { Button } from '../../ui/button.tsx'

const noWallet: WalletState = { state: 'no-wallet' }
const never = () => () => {}

/**
 * Everything behind the button loads on first use. Quiet until a wallet is connected, because most of the place needs
 * none.
 * @param props.joined the button of the session stands right before it
 */
export function WalletSlot({ joined }: { joined: boolean }) {
  const wallet = useLoadedWallet()
  const remembered = useRemembered()
  const state = useSyncExternalStore(
    wallet?.store.subscribe ?? never,
    wallet?.store.getState ?? (() => remembered),
    () => noWallet,
  )
  const [menuOpen, setMenuOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isConnected = state.state === 'connected' || state.state === 'disconnecting'
  const hasMenu = state.state === 'connected' || state.state === 'connecting'
  // A menu that went with its wallet must not come back with the next one.
  if (menuOpen && !hasMenu) setMenuOpen(false)

  function press(event: MouseEvent) {
    // The second click of a double click on Connect must not open the menu.
    const isEcho = state.state === 'connecting' && event.detail > 1
    if (hasMenu && !isEcho) setMenuOpen(!menuOpen)
    if (!hasMenu) void withWallet(({ flow }) => flow.press())
  }

  return (
    <div className="relative max-md:static">
      <Button
        ref={button}
        tone={isConnected ? 'wallet' : 'identity'}
        size="small"
        className={`max-md:min-h-[44px] ${joined ? 'joined-end max-sm:px-2' : 'min-w-[120px]'}`}
        aria-busy={state.state === 'connecting' || state.state === 'disconnecting'}
        {...(hasMenu && { 'aria-haspopup': 'menu', 'aria-expanded': menuOpen })}
        onPointerEnter={prepareWallet}
        onFocus={prepareWallet}
        onClick={press}
      >
        {buttonLabel(state)}
      </Button>
      {wallet && (
        <wallet.WalletControl
          wallet={wallet}
          state={state}
          button={button}
          menuOpen={menuOpen}
          closeMenu={() => setMenuOpen(false)}
        />
      )}
    </div>
  )
}

/** Nothing connects by itself, but the previous choice is remembered (decision 4); known after the first paint. */
function useRemembered(): WalletState {
  const [state, setState] = useState(noWallet)
  useEffect(() => {
    const read = () => {
      const name = rememberedWallet()
      setState(name ? { state: 'has-wallet', name } : noWallet)
    }
    read()
    // Another tab chose a wallet or forgot it.
    window.addEventListener('storage', read)
    return () => window.removeEventListener('storage', read)
  }, [])
  return state
}
