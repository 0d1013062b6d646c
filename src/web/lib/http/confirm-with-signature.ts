import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import * as texts from '../texts.ts'
import { type Confirmation, withWallet } from './identity.ts'

export type NotConfirmed = Exclude<Confirmation, { state: 'signed' }>

/**
 * Asks the session's wallet to sign what the session alone does not authorise. Connects it first if a reload cut it
 * off.
 */
export async function confirmWithSignature(agreement: SignedAgreement): Promise<Confirmation> {
  const confirmation = await withWallet((wallet) => wallet.confirm(agreement))
  return confirmation ?? { state: 'failed', problem: texts.walletUnreachable }
}
