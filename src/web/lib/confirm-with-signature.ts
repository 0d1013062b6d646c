import type { SignedAction } from '../../shared/fresh-signature.ts'
import { type Confirmation, withWallet } from './identity.ts'

/**
 * Asks the wallet of the session to sign for an action that the session alone may not do. A wallet that is not connected,
 * as after a reload, is connected first. Nothing is lost where the person declines.
 */
export async function confirmWithSignature(action: SignedAction): Promise<Confirmation> {
  const confirmation = await withWallet((wallet) => wallet.confirm(action))
  const problem = 'The wallet can’t be asked just now. Check the connection and try again.'
  return confirmation ?? { state: 'failed', problem }
}
