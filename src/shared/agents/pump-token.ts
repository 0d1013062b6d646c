import { isSolanaAddress } from '../session/base58.ts'

/** Decision 13: the launch platform's page of a mint; null for whatever is no mint address, which links nowhere. */
export function pumpTokenPage(mint: string | null): string | null {
  return mint !== null && isSolanaAddress(mint) ? `https://pump.fun/coin/${mint}` : null
}
