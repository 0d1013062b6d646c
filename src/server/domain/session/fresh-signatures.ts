import { readSignature, type SignedAgreement } from '../../../shared/session/fresh-signature.ts'
import type { SignInInput } from '../../../shared/session/session.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../failure.ts'
import type { Nonces } from './nonces.ts'
import { requireSame, termsOf } from './signed-terms.ts'
import { verifyProof } from './verify-proof.ts'

/** In ASCII, so it names what is handed over by address and id. A message for one agreement is valid for no other. */
function statementOf(agreement: SignedAgreement): string {
  return `${termsOfAgreement(agreement)} This sends no transaction and costs nothing.`
}

function termsOfAgreement(agreement: SignedAgreement): string {
  switch (agreement.action) {
    case 'delete-conversations':
      return 'Delete all of my conversations on Bionic.'
    case 'delete-everything':
      return 'Delete everything of mine on Bionic.'
    case 'desk-act':
      return `Do what stands at the desk of Bionic. It is ${agreement.act}.`
    case 'hand-over':
      return `Give ${agreement.agentId === null ? 'everything of mine' : `my agent ${agreement.agentId}`} on Bionic to the wallet ${agreement.to}.`
    case 'take-over':
      return `Take ${agreement.agentId === null ? 'everything' : `the agent ${agreement.agentId}`} of the wallet ${agreement.from} on Bionic over.`
    case 'let-in':
      return `Let the program at ${agreement.site} use agents on Bionic in my name. Its request is ${agreement.request}.`
    default:
      return agreement satisfies never
  }
}

interface FreshSignaturesOptions {
  nonces: Nonces
  place: { publicUrl: string | undefined; chainId: string }
  log: Pick<Logger, 'info'>
}

/** Proofs that a session's wallet agrees to one action, at most five minutes old and used once. */
export class FreshSignatures {
  readonly #options: FreshSignaturesOptions

  constructor(options: FreshSignaturesOptions) {
    this.#options = options
  }

  /** @throws {Failure} `sign_in_rejected` for an untrusted origin */
  async request(address: string, agreement: SignedAgreement, origin: string): Promise<SignInInput> {
    const { nonces, place } = this.#options
    return nonces.issue({ ...termsOf(place, origin, statementOf(agreement)), address })
  }

  /**
   * Only the wallet's own signature uses up the nonce, whatever else is wrong with it.
   * @throws {Failure} `signature_required` if none can still be used, `signature_rejected` for a wrong one
   */
  async require(
    header: string | undefined,
    { address, agreement, origin }: { address: string; agreement: SignedAgreement; origin: string },
  ): Promise<void> {
    const { nonces, place, log } = this.#options
    if (header === undefined)
      throw new Failure('signature_required', 'Confirm this with your wallet’s signature.')
    const signature = readSignature(header)
    if (!signature) throw new Failure('signature_rejected', 'The signature can’t be read.')
    try {
      const expected = termsOf(place, origin, statementOf(agreement))
      const message = verifyProof({ address, ...signature })
      const issued = await nonces.take(message.nonce, message.address)
      requireSame(message, { ...issued, ...expected })
    } catch (error) {
      throw error instanceof Failure ? asSignatureFailure(error) : error
    }
    log.info({ wallet: address, action: agreement.action }, 'confirmed with a signature')
  }
}

/** The codes of sign-in errors would mean that nobody is signed in. */
function asSignatureFailure(failure: Failure): Failure {
  if (failure.code === 'nonce_invalid')
    return new Failure('signature_required', 'This signature was already used or has expired. Sign again.')
  if (failure.code === 'sign_in_rejected') return new Failure('signature_rejected', failure.message)
  return failure
}
