import type { SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import * as texts from '../texts.ts'
import { type Confirmation, withWallet } from './identity.ts'

export type NotConfirmed = Exclude<Confirmation, { state: 'signed' }>

/**
 * Asks the session's wallet to sign an agreement, for actions that the session alone does not authorise. If the wallet
 * is not connected, as after a reload, it is connected first. If the person declines, nothing changes.
 */
export async function confirmWithSignature(agreement: SignedAgreement): Promise<Confirmation> {
  const confirmation = await withWallet((wallet) => wallet.confirm(agreement))
  return confirmation ?? { state: 'failed', problem: texts.walletUnreachable }
}
