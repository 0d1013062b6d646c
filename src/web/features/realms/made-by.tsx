import { shortAddress } from '../../../shared/text/short-address.ts'

/** Solana's system program: the samples stand under its address, which is nobody's wallet. */
const SYSTEM_PROGRAM = '1'.repeat(32)

/** Whose a realm is. */
export function MadeBy({ wallet }: { wallet: string }) {
  if (wallet === SYSTEM_PROGRAM) return <span>Came with Bionic</span>
  return (
    <span>
      Made by{' '}
      <span className="display font-medium tracking-[0.04em] text-violet" title={wallet}>
        {shortAddress(wallet)}
      </span>
    </span>
  )
}
