import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import * as texts from '../texts.ts'
import { type Confirmation, withWallet } from './identity.ts'

export type NotConfirmed = Exclude<Confirmation, { state: 'signed' }>

/** Asks for what the session alone does not authorise. Connects its wallet first if a reload cut it off. */
export async function confirmWithSignature(agreement: SignedAgreement): Promise<Confirmation> {
  const confirmation = await withWallet((wallet) => wallet.confirm(agreement))
  return confirmation ?? { state: 'failed', problem: texts.walletUnreachable }
}
