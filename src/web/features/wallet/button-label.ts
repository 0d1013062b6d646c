import type { WalletState } from './wallet-store.ts'

/** Section 2: the first and the last four characters of an address. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}..${address.slice(-4)}`
}

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
