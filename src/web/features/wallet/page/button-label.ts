import { shortAddress } from '../../../../shared/text/short-address.ts'
import * as texts from '../texts.ts'
import type { WalletState } from './wallet-store.ts'

/** The label of the wallet button (section 2). */
export function buttonLabel(state: WalletState): string {
  switch (state.state) {
    case 'no-wallet':
      return texts.selectWallet
    case 'has-wallet':
      return texts.connect
    case 'connecting':
      return texts.connecting
    case 'connected':
    case 'disconnecting':
      return shortAddress(state.connection.account.address)
  }
}
