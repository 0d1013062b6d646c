import { type SignInInput, type SignInProof, signInText } from '../../../shared/session/session.ts'
import { type Connection, canSignOffchain, signIn, signMessage, signOffchainMessage } from './signing.ts'
import { WalletError } from './wallet-error.ts'

/**
 * Decision 1: `solana:signIn` if the wallet supports it, otherwise a signature of the same text.
 * @throws {WalletError} also if another account than the connected one signed
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

/**
 * Signs one line of plain words, as an off-chain message where the wallet can and as its bare bytes where it can't.
 * @throws {WalletError}
 */
export async function signWords(
  connection: Connection,
  chain: string,
  words: string,
): Promise<Pick<SignInProof, 'signedMessage' | 'signature'>> {
  const signed = canSignOffchain(connection)
    ? await signOffchainMessage(connection, chain, words).then(({ signedOffchainMessage, signature }) => ({
        signedMessage: signedOffchainMessage,
        signature,
      }))
    : await signMessage(connection, chain, new TextEncoder().encode(words))
  const signature = Uint8Array.from(signed.signature)
  const message = withoutSignature(Uint8Array.from(signed.signedMessage), signature)
  return { signedMessage: toBase64(message), signature: toBase64(signature) }
}

function signText(connection: Connection, chain: string, input: SignInInput) {
  return signMessage(connection, chain, new TextEncoder().encode(signInText(input)))
}

/**
 * Once connected, the mobile adapter returns its stored authorization, whose signature, if any, is of an older message.
 */
function canSignIn({ wallet }: Connection): boolean {
  return 'solana:signIn' in wallet.features && wallet.name !== MOBILE_WALLET_NAME
}

/** Removes the signature that the mobile protocol appends to a signed message; it is not part of what was signed. */
function withoutSignature(message: Uint8Array, signature: Uint8Array): Uint8Array {
  const end = message.length - signature.length
  const isAppended = end > 0 && signature.every((byte, index) => message[end + index] === byte)
  return isAppended ? message.subarray(0, end) : message
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** The adapter's own constant is not imported: its package is large and loads only on Android. */
export const MOBILE_WALLET_NAME = 'Mobile Wallet Adapter'
