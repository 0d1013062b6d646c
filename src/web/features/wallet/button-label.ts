import { shortAddress } from '../../../shared/text/short-address.ts'
import type { WalletState } from './wallet-store.ts'

/** Section 2: what the button says. */
export function buttonLabel(state: WalletState): string {
  switch (state.state) {
    case 'no-wallet':
      return 'Select Wallet'
    case 'has-wallet':
      return 'Connect'
    case 'connecting':
      return 'Connecting ...'
    case 'connected':
    case 'disconnecting':
      return shortAddress(state.connection.account.address)
  }
}
