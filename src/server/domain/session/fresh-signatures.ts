import { readSignature, type SignedAction } from '../../../shared/session/fresh-signature.ts'
import type { SignInInput } from '../../../shared/session/session.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../failure.ts'
import type { Nonces } from './nonces.ts'
import { requireSame, termsOf } from './signed-terms.ts'
import { verifyProof } from './verify-proof.ts'

/** What the wallet shows above the technical fields. A message of one action is good for no other, nor for signing in. */
const statements: Record<SignedAction, string> = {
  'delete-conversations':
    'Delete all of my conversations on Bionic. This sends no transaction and costs nothing.',
}

/**
 * Proof that the wallet of a session agrees to one action, made within the last five minutes: the machinery of signing
 * in, with a statement that says what is agreed to. Each signature is good once.
 */
export interface FreshSignatures {
  /**
   * What the wallet is asked to sign for an action.
   * @throws {Failure} `sign_in_rejected` for an untrusted origin
   */
  request(address: string, action: SignedAction, origin: string): Promise<SignInInput>
  /**
   * Uses a signature up. As for a sign-in, only one of the wallet's own does so, and then whatever else is wrong with it.
   * @param header what `writeSignature` wrote, if the request brought any
   * @throws {Failure} `signature_required` where there is none that can still be used, `signature_rejected` where it is
   * another wallet's or says something else
   */
  require(
    header: string | undefined,
    of: { address: string; action: SignedAction; origin: string },
  ): Promise<void>
}

export function createFreshSignatures(options: {
  nonces: Nonces
  place: { publicUrl: string | undefined; chainId: string }
  log: Pick<Logger, 'info'>
}): FreshSignatures {
  const { nonces, place, log } = options
  return {
    request: (address, action, origin) =>
      nonces.issue({ ...termsOf(place, origin, statements[action]), address }),

    async require(header, { address, action, origin }) {
      if (header === undefined)
        throw new Failure('signature_required', 'Sign with your wallet that you want this.')
      const signature = readSignature(header)
      if (!signature) throw new Failure('signature_rejected', 'The signature can’t be read.')
      try {
        const expected = termsOf(place, origin, statements[action])
        const message = verifyProof({ address, ...signature })
        const issued = await nonces.take(message.nonce, message.address)
        requireSame(message, { ...issued, ...expected })
      } catch (error) {
        throw error instanceof Failure ? asSignatureFailure(error) : error
      }
      log.info({ wallet: address, action }, 'confirmed with a signature')
    },
  }
}

/** The codes of signing in say that nobody is signed in, which is not so here. */
function asSignatureFailure(failure: Failure): Failure {
  if (failure.code === 'nonce_invalid')
    return new Failure('signature_required', 'This signature was used already or has expired. Sign again.')
  if (failure.code === 'sign_in_rejected') return new Failure('signature_rejected', failure.message)
  return failure
}
