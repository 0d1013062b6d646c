import { type SignInInput, type SignInProof, signInText } from '../../../shared/session/session.ts'
import { type Connection, signIn, signMessage } from './signing.ts'
import { WalletError } from './wallet-error.ts'

/**
 * Lets the wallet prove itself (decision 1): by `solana:signIn` where it has that, else by signing the same text.
 * @throws {WalletError} also where another account than the connected one signed
 */
export async function proveWallet(
  connection: Connection,
  chain: string,
  input: SignInInput,
): Promise<SignInProof> {
  const { address } = connection.account
  const signed = canSignIn(connection)
    ? await signIn(connection, chain, input)
    : { account: connection.account, ...(await signText(connection, chain, input)) }
  if (signed.account.address !== address)
    throw new WalletError('sign-in error', 'Another account signed than the one that is connected.')
  const signature = Uint8Array.from(signed.signature)
  return {
    address,
    signedMessage: toBase64(withoutSignature(Uint8Array.from(signed.signedMessage), signature)),
    signature: toBase64(signature),
  }
}

function signText(connection: Connection, chain: string, input: SignInInput) {
  return signMessage(connection, chain, new TextEncoder().encode(signInText(input)))
}

/**
 * The mobile adapter signs in only while it connects: later it answers with its stored authorization, whose
 * signature, if there is one, is over an older message. It can sign a message at any time.
 */
function canSignIn({ wallet }: Connection): boolean {
  return 'solana:signIn' in wallet.features && wallet.name !== MOBILE_WALLET_NAME
}

/** The mobile protocol hands a signed message back with the signature at its end, which is no part of what was signed. */
function withoutSignature(message: Uint8Array, signature: Uint8Array): Uint8Array {
  const end = message.length - signature.length
  const isAppended = end > 0 && signature.every((byte, index) => message[end + index] === byte)
  return isAppended ? message.subarray(0, end) : message
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** What the mobile adapter registers itself as; here, because its own package is large and loads on Android alone. */
export const MOBILE_WALLET_NAME = 'Mobile Wallet Adapter'
