import { shortAddress } from '../../../shared/text/short-address.ts'
import type { WalletState } from './wallet-store.ts'

/** The label of the wallet button (section 2). */
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
