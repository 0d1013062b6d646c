import { isSolanaAddress } from '../session/base58.ts'

/** Decision 13: null if the text is not a mint address. */
export function pumpTokenPage(mint: string | null): string | null {
  return mint !== null && isSolanaAddress(mint) ? `https://pump.fun/coin/${mint}` : null
}
