import { NOBODY } from '../../../shared/realms/realms.ts'
import { shortAddress } from '../../../shared/text/short-address.ts'
import { Link } from '../../lib/router/router.tsx'
import * as texts from '../texts.ts'

/** Solana's system program, which is nobody's wallet: the sample agents belong to it. */
const SYSTEM_PROGRAM = '1'.repeat(32)

/** Links to everything that they made (record 0041). @param name their profile name, if any */
export function MadeBy({ wallet, name }: { wallet: string; name: string | null }) {
  if (wallet === SYSTEM_PROGRAM) return <span>{texts.cameWithBionic}</span>
  if (wallet === NOBODY) return <span>{texts.makerLeft}</span>
  return (
    <span>
      {texts.madeBy}{' '}
      <Link
        to={`/by/${name ?? wallet}`}
        title={wallet}
        className="display inline-flex min-h-6 min-w-6 items-center font-medium tracking-[0.04em] text-violet underline-offset-4 hover:underline"
      >
        {name ?? shortAddress(wallet)}
      </Link>
    </span>
  )
}
