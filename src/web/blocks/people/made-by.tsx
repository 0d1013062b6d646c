import { shortAddress } from '../../../shared/text/short-address.ts'
import { Link } from '../../lib/router/router.tsx'

/** Solana's system program: the samples stand under its address, which is nobody's wallet. */
const SYSTEM_PROGRAM = '1'.repeat(32)

/** Whose something is, with the way to all that they made (decision 30). @param name what they call themselves, if anything */
export function MadeBy({ wallet, name }: { wallet: string; name: string | null }) {
  if (wallet === SYSTEM_PROGRAM) return <span>Came with Bionic</span>
  return (
    <span>
      Made by{' '}
      <Link
        to={`/by/${name ?? wallet}`}
        title={wallet}
        className="display font-medium tracking-[0.04em] text-violet underline-offset-4 hover:underline"
      >
        {name ?? shortAddress(wallet)}
      </Link>
    </span>
  )
}
