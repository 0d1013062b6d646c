import { isSolanaAddress } from '../../shared/base58.ts'
import { Failure } from '../domain/failure.ts'
import type { AppContext } from './context.ts'

/** The `{wallet}` of the address. @throws {Failure} `validation_failed` for what is no address of a wallet */
export function pathWallet(c: AppContext): string {
  const wallet = c.req.param('wallet') ?? ''
  if (isSolanaAddress(wallet)) return wallet
  const problem = 'This is no address of a wallet.'
  throw new Failure('validation_failed', problem, { errors: { wallet: problem } })
}
