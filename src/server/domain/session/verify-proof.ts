import { stripOffchainHeader } from '../../../shared/session/offchain-header.ts'
import type { SignInInput, SignInProof } from '../../../shared/session/session.ts'
import { Failure } from '../failure.ts'
import { isSignedBy, readAddress } from './ed25519.ts'
import { parseSiwsMessage } from './siws-message.ts'

/** Does not tell whether the server issued the message; the caller must. @throws {Failure} `sign_in_rejected` */
export function verifyProof(proof: SignInProof): SignInInput {
  const key = readAddress(proof.address)
  if (!key) throw rejected('The address is not the key of a Solana wallet.')
  const signed = decodeBase64(proof.signedMessage)
  const signature = decodeBase64(proof.signature)
  if (!signed || !signature) throw rejected('The signed message and the signature must be canonical base64.')
  if (!isSignedBy(key, signed, signature)) throw rejected('The signature is not one of this wallet.')
  const text = stripOffchainHeader(signed, key)
  const message = text && parseSiwsMessage(text)
  if (!message) throw rejected('The signed text is not a sign-in message.')
  if (message.address !== proof.address) throw rejected('The signed message names another wallet.')
  return message
}

function rejected(why: string): Failure {
  return new Failure('sign_in_rejected', why)
}

/** Decodes canonical base64; null if the same bytes have another encoding. */
function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}
